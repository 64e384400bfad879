import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '#lib/error-text.ts'
import { ErrorState } from '#ui/error-state.tsx'
import { Notice } from '#ui/notice.tsx'
import { type Invitation, useMakeLink } from './api.ts'
import { LinkView } from './link-view.tsx'

interface InvitedProps {
  invitation: Invitation
  serverName: string
}

/** The link, unless it would let a child sign in without the intended limits. */
export function Invited({ invitation, serverName }: InvitedProps) {
  const { t } = useTranslation()
  const renewal = useMakeLink()
  const [link, setLink] = useState(invitation.link)
  const { unsaved } = invitation
  const name = link.username

  function renew() {
    if (!renewal.isPending) renewal.mutate({ user_id: link.user_id }, { onSuccess: setLink })
  }

  if (unsaved.includes('kids')) return <Notice tone="danger">{t('connect.invite.gap_kids', { name })}</Notice>
  return (
    <div className="flex flex-col gap-5">
      {unsaved.map(gap => (
        <Notice key={gap} tone="warn">
          {t(`connect.invite.gap_${gap}`, { name })}
        </Notice>
      ))}
      {renewal.error && (
        <ErrorState compact title={t('connect.link.failed')} onRetry={renew}>
          {errorText(t, renewal.error)}
        </ErrorState>
      )}
      <LinkView link={link} serverName={serverName} onRenew={renew} />
    </div>
  )
}
