import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect } from 'react'
import { configQuery } from '#features/app-config/api.ts'
import { shelfTexts } from '#lib/texts/shelf-texts.ts'

const load = () => Promise.all([import('./-screen-downloads.tsx'), shelfTexts()]).then(([module]) => module)
const TitleDownloads = lazy(() => load().then(module => ({ default: module.TitleDownloads })))
const EpisodeDownload = lazy(() => load().then(module => ({ default: module.EpisodeDownload })))

/** Without downloads enabled, nothing of them is loaded or shown. */
function useIsOn(): boolean {
  return useQuery(configQuery()).data?.services.media_downloads ?? false
}

export function MovieDownloads({ tmdb_id, name }: { tmdb_id: number; name: string }) {
  if (!useIsOn()) return null
  return (
    <Suspense>
      <TitleDownloads title={{ media_type: 'movie', tmdb_id, name }} />
    </Suspense>
  )
}

/** The downloads of a show: a list per season, a button per episode. */
export function useEpisodeDownloads({ tmdb_id, name }: { tmdb_id: number; name: string }) {
  const is_on = useIsOn()
  useEffect(() => {
    // Loaded before a season is opened, so that its rows do not move. A missing part is requested again then.
    if (is_on) load().catch(() => undefined)
  }, [is_on])
  if (!is_on) return undefined
  const title = { media_type: 'tv', tmdb_id, name } as const
  return {
    season: (season: { season_number: number; name: string }) => (
      <Suspense>
        <TitleDownloads title={title} season={season} />
      </Suspense>
    ),
    episode: (season_number: number, episode_number: number) => (
      <Suspense>
        <EpisodeDownload title={title} season_number={season_number} episode_number={episode_number} />
      </Suspense>
    ),
  }
}
