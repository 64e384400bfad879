import type { SeasonDetail } from '@foyer/contract/discover-screen/title-parts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#lib/i18n.ts'
import { episodeName } from '#lib/season-name.ts'
import { tintOf } from '#lib/tint.ts'
import { Picture } from '#ui/picture.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { FeedFailure } from '../feeds/feed-failure.tsx'
import { useSources } from '../cards/image-base.ts'
import { isDay, noonOf } from './title-facts.ts'
import { seasonQuery } from './title-parts-api.ts'
import { useTitleTexts } from './use-title-texts.ts'

/** Downloads and reports, provided by other slices. */
export interface EpisodeActions {
  season: (season: SeasonRef) => ReactNode
  episode: (season: SeasonRef, episode: Episode) => ReactNode
}

interface SeasonRef {
  season_number: number
  name: string
}

type Episode = SeasonDetail['episodes'][number]

interface EpisodeListProps {
  show_id: number
  season: { season_number: number; name: string; episode_count: number }
  actions?: EpisodeActions | undefined
}

/** The episodes of one season, with as many placeholders while loading. */
export function EpisodeList({ show_id, season, actions }: EpisodeListProps) {
  const { t } = useTranslation()
  const query = useQuery(seasonQuery(show_id, season.season_number))
  const { data, error, isFetching, refetch } = query
  if (error && !data) {
    return <FeedFailure compact error={error} retrying={isFetching} onRetry={() => void refetch()} />
  }
  if (data?.episodes.length === 0) return <p className="py-3 text-muted">{t('discover.no_episodes')}</p>
  const { name } = season
  const episodes = data?.episodes.map(episode => ({ ...episode, name: episodeName(t, episode) }))
  return (
    <div className="flex flex-col gap-3">
      {actions?.season(season)}
      <ol
        aria-label={name}
        aria-busy={!data}
        className="divide-y divide-line rounded-card border border-line bg-surface"
      >
        {episodes
          ? episodes.map(episode => (
              <EpisodeRow key={episode.id} episode={episode} action={actions?.episode(season, episode)} />
            ))
          : Array.from({ length: season.episode_count }, (_, at) => (
              <li key={at} className="flex min-h-24 items-center gap-4 p-4">
                <Skeleton className="aspect-video w-28 shrink-0 max-sm:hidden" />
                <Skeleton className="h-4 w-2/5" />
              </li>
            ))}
      </ol>
    </div>
  )
}

interface EpisodeRowProps {
  episode: Episode
  action: ReactNode
}

function EpisodeRow({ episode, action }: EpisodeRowProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const words = useTitleTexts()
  const sources = useSources()
  const { episode_number, name, air_date, runtime, overview } = episode
  const facts = [isDay(air_date) && format.date(noonOf(air_date)), words.runtime(runtime)].filter(Boolean)
  return (
    <li className="flex min-h-24 flex-wrap items-start gap-x-4 gap-y-2 p-4">
      <Picture
        alt=""
        tint={tintOf(episode.id)}
        className="aspect-video w-28 shrink-0 rounded-control max-sm:hidden"
        {...sources(episode.still_path, 'backdrop', 'still')}
      />
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <p className="font-medium wrap-anywhere">
          <span className="text-muted tabular-nums">
            {t('discover.episode_number', { number: episode_number })}
          </span>{' '}
          {name}
        </p>
        {facts.length > 0 && <p className="text-sm text-muted tabular-nums">{facts.join(' · ')}</p>}
        {overview && <p className="line-clamp-2 max-w-prose text-sm text-muted">{overview}</p>}
      </div>
      {action}
    </li>
  )
}
