import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { DefaultsCard } from '#features/quotas/defaults-card.tsx'
import { requestSettingsQuery } from '#features/request-settings/api.ts'
import { SettingsCard } from '#features/request-settings/settings-card.tsx'
import { NextSeasonsCard } from '#features/watchlist/next-seasons-card.tsx'
import { requirePermission } from '#lib/guard.ts'
import { ReadFailure } from '#lib/read-failure.tsx'
import { watchlistTexts } from '#lib/texts/watchlist-texts.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { SettingsPage } from './-settings-page.tsx'

export const Route = createFileRoute('/_app/settings/requests')({
  loader() {
    requirePermission('requests:manage')
    return watchlistTexts()
  },
  component: RequestRules,
})

function RequestRules() {
  const { t } = useTranslation()
  const read = useQuery(requestSettingsQuery())
  const { data, error } = read
  return (
    <SettingsPage title={t('settings.requests.title')} text={t('settings.requests.text')}>
      {data ? (
        <SettingsCard {...data} />
      ) : error ? (
        <ReadFailure of={read} />
      ) : (
        <Skeleton className="h-[36rem] w-full rounded-card" />
      )}
      <DefaultsCard />
      <NextSeasonsCard />
    </SettingsPage>
  )
}
