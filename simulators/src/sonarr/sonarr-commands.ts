import { type JsonRecord, numberIn, numbersIn } from '../kit/json.ts'
import type { SonarrActivity } from './sonarr-activity.ts'
import type { SonarrLibrary } from './sonarr-library.ts'

export const IDLE_COMMANDS = [
  'RefreshSeries',
  'RescanSeries',
  'CutoffUnmetEpisodeSearch',
  'RssSync',
  'RefreshMonitoredDownloads',
  'ProcessMonitoredDownloads',
]

/** sonarr.md: searches skip unmonitored episodes, except an explicit EpisodeSearch. */
export function commandRunners(
  library: SonarrLibrary,
  activity: SonarrActivity,
): Record<string, (body: JsonRecord) => void> {
  const searchMonitored = (seriesId: number | undefined, season?: number) => {
    for (const series of library.records.values()) {
      if (seriesId !== undefined && series.id !== seriesId) continue
      const wanted = series.episodes.filter(
        one => one.monitored && (season === undefined || one.season_number === season),
      )
      if (series.monitored || seriesId !== undefined) activity.search(series, wanted)
    }
  }
  return {
    SeriesSearch: body => searchMonitored(numberIn(body, 'seriesId') ?? 0),
    SeasonSearch: body => searchMonitored(numberIn(body, 'seriesId') ?? 0, numberIn(body, 'seasonNumber')),
    MissingEpisodeSearch: body => searchMonitored(numberIn(body, 'seriesId')),
    EpisodeSearch: body => {
      for (const id of numbersIn(body, 'episodeIds')) {
        const owned = library.episode(id)
        if (owned) activity.search(owned.series, [owned.episode])
      }
    },
  }
}
