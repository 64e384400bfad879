import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { DefaultsCard } from '#features/quotas/defaults-card.tsx'
import { requestSettingsQuery } from '#features/request-settings/api.ts'
import { SettingsCard } from '#features/request-settings/settings-card.tsx'
import { NextSeasonsCard } from '#features/watchlist/next-seasons-card.tsx'
import { errorText } from '#lib/error-text.ts'
import { requirePermission } from '#lib/guard.ts'
import { watchlistTexts } from '#lib/texts/watchlist-texts.ts'
import { ErrorState } from '#ui/error-state.tsx'
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
  const { data, error, isFetching, refetch } = useQuery(requestSettingsQuery())
  return (
    <SettingsPage title={t('settings.requests.title')} text={t('settings.requests.text')}>
      {data ? (
        <SettingsCard {...data} />
      ) : error ? (
        <ErrorState retrying={isFetching} onRetry={() => void refetch()}>
          {errorText(t, error)}
        </ErrorState>
      ) : (
        <Skeleton className="h-[36rem] w-full rounded-card" />
      )}
      <DefaultsCard />
      <NextSeasonsCard />
    </SettingsPage>
  )
}
