import type { EpisodeActions } from '#features/discover-screen/title/episode-list.tsx'
import { useNow } from '#lib/use-now.ts'
import { useEpisodeDownloads } from './-downloads.tsx'
import { EpisodeReport, useMayReport } from './-report.tsx'

interface Show {
  media_type: 'tv'
  tmdb_id: number
  tvdb_id: number | undefined
  name: string
}

/** What can be done with a season and with each episode: download it, or report a problem with it. */
export function useEpisodeActions(show: Show): EpisodeActions {
  const downloads = useEpisodeDownloads(show)
  const may_report = useMayReport()
  const now = useNow(60_000)
  const hasAired = (air_date: string | null | undefined) =>
    Boolean(air_date) && Date.parse(air_date ?? '') <= now
  return {
    season: season => (
      <div className="flex flex-wrap items-start gap-2 empty:hidden">
        {downloads?.season(season)}
        {may_report && <EpisodeReport title={show} season={season} />}
      </div>
    ),
    episode: (season, episode) => (
      <>
        {downloads?.episode(season.season_number, episode.episode_number)}
        {may_report && hasAired(episode.air_date) && (
          <EpisodeReport title={show} season={season} episode={episode} />
        )}
      </>
    ),
  }
}
