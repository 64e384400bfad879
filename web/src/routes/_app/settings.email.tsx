import { createFileRoute } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { emailServerQuery } from '#features/email-server/api.ts'
import { EmailServerSettings } from '#features/email-server/email-server.tsx'
import { destinationTexts } from '#lib/texts/destination-texts.ts'
import { requirePermission } from '#lib/guard.ts'
import { SettingsPage } from './-settings-page.tsx'

export const Route = createFileRoute('/_app/settings/email')({
  loader({ context }) {
    requirePermission('credentials:manage')
    void context.queries.prefetchQuery(emailServerQuery())
    return destinationTexts()
  },
  component: EmailPage,
})

function EmailPage() {
  const { t } = useTranslation()
  return (
    <SettingsPage title={t('settings.email.title')} text={t('settings.email.text')}>
      <EmailServerSettings />
    </SettingsPage>
  )
}
