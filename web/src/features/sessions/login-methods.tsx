import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Notice } from '#ui/notice.tsx'

interface LoginMethodsProps {
  /** The username and password form, if this server allows it. */
  password: ReactNode
  /** One button per other sign-in method. */
  others: readonly ReactNode[]
}

/** All sign-in methods: the form on top, buttons below. */
export function LoginMethods({ password, others }: LoginMethodsProps) {
  const { t } = useTranslation()
  const buttons = others.filter(Boolean)
  if (!password && buttons.length === 0) return <Notice>{t('sessions.login.no_method')}</Notice>
  return (
    <div className="flex flex-col gap-5">
      {password}
      {password && buttons.length > 0 && (
        <div className="flex items-center gap-4 text-sm text-muted">
          <span aria-hidden className="h-px flex-1 bg-line" />
          {t('sessions.login.or')}
          <span aria-hidden className="h-px flex-1 bg-line" />
        </div>
      )}
      {buttons.length > 0 && <div className="flex flex-col gap-3">{buttons}</div>}
    </div>
  )
}
