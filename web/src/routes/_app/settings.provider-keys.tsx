import { METADATA_KEYS } from '@foyer/contract/credentials'
import { createFileRoute } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ProviderKeyCard } from '#features/provider-keys/provider-key-card.tsx'
import { requirePermission } from '#lib/guard.ts'
import { SettingsPage } from './-settings-page.tsx'

export const Route = createFileRoute('/_app/settings/provider-keys')({
  loader: () => requirePermission('credentials:manage'),
  component: ProviderKeys,
})

function ProviderKeys() {
  const { t } = useTranslation()
  return (
    <SettingsPage title={t('settings.provider_keys.title')} text={t('settings.provider_keys.text')}>
      {METADATA_KEYS.map(key => (
        <ProviderKeyCard key={key} credential={key} />
      ))}
    </SettingsPage>
  )
}
