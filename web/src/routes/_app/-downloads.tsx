import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense } from 'react'
import { configQuery } from '#features/app-config/api.ts'
import { shelfWords } from '#lib/shelf-words.ts'

const load = () => Promise.all([import('./-screen-downloads.tsx'), shelfWords()]).then(([module]) => module)
const TitleDownloads = lazy(() => load().then(module => ({ default: module.TitleDownloads })))
const EpisodeDownload = lazy(() => load().then(module => ({ default: module.EpisodeDownload })))

/** A house without downloads neither shows nor loads anything of them. */
function WhenOn({ children }: { children: ReactNode }) {
  const { data: config } = useQuery(configQuery())
  return config?.services.media_downloads ? <Suspense>{children}</Suspense> : null
}

export function MovieDownloads({ tmdb_id, name }: { tmdb_id: number; name: string }) {
  return (
    <WhenOn>
      <TitleDownloads title={{ media_type: 'movie', tmdb_id, name }} />
    </WhenOn>
  )
}

/** The downloads of a show: a list for each season, a button for each episode. */
export function episodeDownloadsOf({ tmdb_id, name }: { tmdb_id: number; name: string }) {
  const title = { media_type: 'tv', tmdb_id, name } as const
  return {
    season: (season: { season_number: number; name: string }) => (
      <WhenOn>
        <TitleDownloads title={title} season={season} />
      </WhenOn>
    ),
    episode: (season_number: number, episode_number: number) => (
      <WhenOn>
        <EpisodeDownload title={title} season_number={season_number} episode_number={episode_number} />
      </WhenOn>
    ),
  }
}
