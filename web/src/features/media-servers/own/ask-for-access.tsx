import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PRODUCT_NAMES } from '#lib/product-names.ts'
import { SectionCard } from '#ui/card.tsx'
import { Notice } from '#ui/notice.tsx'
import { useShareEmail } from './api.ts'
import { EmailForm } from './email-form.tsx'
import { type Joined, JoinResult } from './join-result.tsx'

const provider = PRODUCT_NAMES.invite_server

/** For somebody who has not been given the invite server: shares their address, and admins decide (2:4.13.1). */
export function AskForAccess({ invite_email }: { invite_email: string }) {
  const { t } = useTranslation()
  const share = useShareEmail()
  const [joined, setJoined] = useState<Joined | null>(null)
  return (
    <SectionCard title={t('media_servers.ask.title', { provider })} text={t('media_servers.ask.text')}>
      <div className="flex flex-col gap-4 sm:max-w-lg">
        {joined ? (
          <JoinResult has_access={false} joined={joined} server={provider} />
        ) : (
          <>
            {invite_email && (
              <Notice>{t('media_servers.ask.asked', { email: invite_email, provider })}</Notice>
            )}
            <EmailForm
              server={provider}
              saved_email={invite_email}
              text={t('media_servers.ask.form', { provider })}
              submit_label={invite_email ? t('media_servers.ask.again') : t('media_servers.ask.submit')}
              sending={share.isPending}
              error={share.error}
              onSubmit={typed =>
                share.mutate(typed, {
                  onSuccess: ({ email, invite_state }) => setJoined({ by: 'email', email, invite_state }),
                })
              }
            />
          </>
        )}
      </div>
    </SectionCard>
  )
}
