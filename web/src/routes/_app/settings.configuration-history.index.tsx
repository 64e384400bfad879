import { createFileRoute } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { changesQuery } from '#features/settings-changes/api.ts'
import { ChangeList } from '#features/settings-changes/change-list.tsx'
import { assistantSettingsTexts } from '#lib/texts/assistant-texts.ts'
import { requirePermission } from '#lib/guard.ts'
import { SettingsPage } from './-settings-page.tsx'

export const Route = createFileRoute('/_app/settings/configuration-history/')({
  loader({ context }) {
    requirePermission('instances:manage')
    void context.queries.prefetchInfiniteQuery(changesQuery())
    return assistantSettingsTexts()
  },
  component: ConfigurationHistory,
})

function ConfigurationHistory() {
  const { t } = useTranslation()
  return (
    <SettingsPage
      title={t('settings.configuration_history.title')}
      text={t('settings.configuration_history.text')}
    >
      <ChangeList />
    </SettingsPage>
  )
}
