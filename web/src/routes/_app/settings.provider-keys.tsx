import { METADATA_KEYS } from '@foyer/contract/credentials'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { credentialsQuery } from '#features/provider-keys/api.ts'
import { ProviderKeyCard } from '#features/provider-keys/provider-key-card.tsx'
import { requirePermission } from '#lib/guard.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { SettingsPage } from './-settings-page.tsx'

export const Route = createFileRoute('/_app/settings/provider-keys')({
  loader({ context }) {
    requirePermission('credentials:manage')
    void context.queries.prefetchQuery(credentialsQuery())
  },
  component: ProviderKeys,
})

function ProviderKeys() {
  const { t } = useTranslation()
  const { isFetched } = useQuery(credentialsQuery())
  return (
    <SettingsPage title={t('settings.provider_keys.title')} text={t('settings.provider_keys.text')}>
      {/* A card has other buttons and sentences where a key is saved or built in: none makes room for another. */}
      {METADATA_KEYS.map(key =>
        isFetched ? (
          <ProviderKeyCard key={key} credential={key} />
        ) : (
          <Skeleton key={`${key} waiting`} className="h-72 w-full rounded-card" />
        ),
      )}
    </SettingsPage>
  )
}
