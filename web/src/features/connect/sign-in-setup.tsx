import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Notice } from '#ui/notice.tsx'

interface SignInSetupProps {
  /** The account can only sign in with links. */
  none: boolean
  password: ReactNode
  passkey: ReactNode
}

/** How to sign in on other devices, since this link works only once. */
export function SignInSetup({ none, password, passkey }: SignInSetupProps) {
  const { t } = useTranslation()
  return (
    <section className="flex flex-col gap-4">
      <div className="flex flex-col gap-1">
        <h2 className="font-semibold">{t('connect.way_title')}</h2>
        <p className="text-sm text-muted">{t('connect.way_text')}</p>
      </div>
      {none && <Notice>{t('connect.way_none')}</Notice>}
      {password}
      {passkey}
    </section>
  )
}
