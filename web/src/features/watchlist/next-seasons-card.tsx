import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { errorText } from '#lib/error-text.ts'
import { ReadFailure } from '#lib/read-failure.tsx'
import { SectionCard } from '#ui/card.tsx'
import { FormSkeleton } from '#ui/form-skeleton.tsx'
import { Notice } from '#ui/notice.tsx'
import { Switch } from '#ui/switch.tsx'
import { useChangeWatchlistSettings, watchlistSettingsQuery } from './api.ts'

/** Whether shows on a watchlist may request their next seasons. */
export function NextSeasonsCard() {
  const { t } = useTranslation()
  const read = useQuery(watchlistSettingsQuery())
  const { data, error } = read
  const change = useChangeWatchlistSettings()
  return (
    <SectionCard title={t('watchlist.title')}>
      {data ? (
        <Switch
          label={t('watchlist.allow_next_seasons')}
          hint={t('watchlist.allow_next_seasons_hint')}
          checked={data.next_seasons_allowed}
          onChange={on => change.mutate({ next_seasons_allowed: on })}
        />
      ) : error ? (
        <ReadFailure of={read} compact />
      ) : (
        <FormSkeleton fields={1} />
      )}
      {change.error && <Notice tone="danger">{errorText(t, change.error)}</Notice>}
    </SectionCard>
  )
}
