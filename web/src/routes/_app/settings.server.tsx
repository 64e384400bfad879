import { createFileRoute } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { HealthFacts, ServerFacts } from '#features/app-config/server-facts.tsx'
import { AboutCard } from '#features/operations/about-card.tsx'
import { requirePermission } from '#lib/guard.ts'
import { operationsTexts } from '#lib/texts/operations-texts.ts'
import { SettingsPage } from './-settings-page.tsx'

export const Route = createFileRoute('/_app/settings/server')({
  loader() {
    requirePermission('instances:manage')
    return operationsTexts()
  },
  component: ServerPage,
})

function ServerPage() {
  const { t } = useTranslation()
  const { status } = Route.useRouteContext()
  return (
    <SettingsPage title={t('settings.server.title')} text={t('settings.server.text')}>
      <ServerFacts name={status.server_name} version={status.version} />
      <HealthFacts />
      <AboutCard />
    </SettingsPage>
  )
}
