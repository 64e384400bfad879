import { useTranslation } from 'react-i18next'
import { Notice } from '#ui/notice.tsx'
import type { Invitation } from './api.ts'
import { LinkView } from './link-view.tsx'

interface InvitedProps {
  invitation: Invitation
  serverName: string
  onRenew: () => void
}

/** The link, unless it would let a child sign in without the intended limits. */
export function Invited({ invitation: { link, unsaved }, serverName, onRenew }: InvitedProps) {
  const { t } = useTranslation()
  const name = link.username
  if (unsaved.includes('kids')) return <Notice tone="danger">{t('connect.invite.gap_kids', { name })}</Notice>
  return (
    <div className="flex flex-col gap-5">
      {unsaved.map(gap => (
        <Notice key={gap} tone="warn">
          {t(`connect.invite.gap_${gap}`, { name })}
        </Notice>
      ))}
      <LinkView link={link} serverName={serverName} onRenew={onRenew} />
    </div>
  )
}
