import { MEDIA_TYPES } from '@foyer/contract/instances/instance-types'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { configQuery } from '#features/app-config/api.ts'
import { discoverySettingsQuery } from '#features/discovery-settings/api.ts'
import { DiscoveryForm } from '#features/discovery-settings/discovery-form.tsx'
import { AccessSettingsCard } from '#features/library-access/access-settings-card.tsx'
import { requirePermission } from '#lib/guard.ts'
import { libraryAccessTexts } from '#lib/texts/library-access-texts.ts'
import { librariesFor } from '#lib/libraries.ts'
import { ReadFailure } from '#lib/read-failure.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { SettingsPage } from './-settings-page.tsx'

export const Route = createFileRoute('/_app/settings/discovery')({
  loader() {
    requirePermission('instances:manage')
    return libraryAccessTexts()
  },
  component: Discovery,
})

function Discovery() {
  const { t } = useTranslation()
  const read = useQuery(discoverySettingsQuery())
  const { data, error } = read
  const { data: config } = useQuery(configQuery())
  const connected = config && MEDIA_TYPES.filter(type => librariesFor(config, type).length > 0)
  return (
    <SettingsPage title={t('settings.discovery.title')} text={t('settings.discovery.text')}>
      {data ? (
        <>
          <DiscoveryForm settings={data} connected={connected} />
          <AccessSettingsCard />
        </>
      ) : error ? (
        <ReadFailure of={read} />
      ) : (
        <>
          <Skeleton className="h-96 w-full rounded-card" />
          <Skeleton className="h-36 w-full rounded-card" />
          <Skeleton className="h-96 w-full rounded-card" />
        </>
      )}
    </SettingsPage>
  )
}
