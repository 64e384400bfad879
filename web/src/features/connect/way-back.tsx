import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Notice } from '#ui/notice.tsx'

interface WayBackProps {
  /** The account may sign in by links only. */
  none: boolean
  password: ReactNode
  passkey: ReactNode
}

/** How to get in again once this link is used up and another device asks. */
export function WayBack({ none, password, passkey }: WayBackProps) {
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
