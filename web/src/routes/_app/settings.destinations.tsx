import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { destinationsQuery } from '#features/destinations/api.ts'
import { Destinations } from '#features/destinations/destinations.tsx'
import { emailServerQuery } from '#features/email-server/api.ts'
import { destinationTexts } from '#lib/texts/destination-texts.ts'
import { requirePermission } from '#lib/guard.ts'
import { ButtonLink } from '#lib/link.tsx'
import { Unread } from '#lib/unread.tsx'
import { notificationTexts } from '#lib/texts/notification-texts.ts'
import { wholeRead } from '#lib/whole-read.ts'
import { Notice } from '#ui/notice.tsx'
import { SettingsPage } from './-settings-page.tsx'

export const Route = createFileRoute('/_app/settings/destinations')({
  async loader({ context }) {
    requirePermission('credentials:manage')
    void context.queries.prefetchQuery(destinationsQuery('household'))
    await Promise.all([destinationTexts(), notificationTexts()])
  },
  component: DestinationsPage,
})

function DestinationsPage() {
  const { t } = useTranslation()
  const email = wholeRead(useQuery(emailServerQuery()))
  return (
    <SettingsPage title={t('settings.destinations.title')} text={t('settings.destinations.text')}>
      <Destinations
        scope="household"
        is_admin
        notes={{
          email: (
            <>
              <Unread of={email} title={t('email_server.unreadable')} />
              {email.data?.enabled === false && <EmailOff />}
            </>
          ),
        }}
      />
    </SettingsPage>
  )
}

function EmailOff() {
  const { t } = useTranslation()
  return (
    <Notice
      tone="warn"
      action={
        <ButtonLink size="sm" to="/settings/email">
          {t('destinations.email_set_up')}
        </ButtonLink>
      }
    >
      {t('destinations.email_off')}
    </Notice>
  )
}
