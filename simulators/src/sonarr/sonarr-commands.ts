import { type JsonRecord, numberIn, numbersIn } from '../kit/json.ts'
import type { Servarr } from '../servarr/servarr.ts'
import type { SonarrActivity } from './sonarr-activity.ts'
import { refreshEpisodes, type SonarrLibrary } from './sonarr-library.ts'

export const IDLE_COMMANDS = [
  'RescanSeries',
  'CutoffUnmetEpisodeSearch',
  'RssSync',
  'RefreshMonitoredDownloads',
  'ProcessMonitoredDownloads',
]

/** sonarr.md: searches skip unmonitored episodes, except an explicit EpisodeSearch. */
export function commandRunners(
  servarr: Servarr,
  library: SonarrLibrary,
  activity: SonarrActivity,
): Record<string, (body: JsonRecord) => unknown> {
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
    // Older builds take one `seriesId`; without either, every series is refreshed.
    RefreshSeries: body => {
      const asked = [...numbersIn(body, 'seriesIds'), numberIn(body, 'seriesId') ?? []].flat()
      for (const series of library.records.values()) {
        if (asked.length > 0 && !asked.includes(series.id)) continue
        refreshEpisodes(servarr, series, library.metadata(series))
      }
    },
    ManualImport: activity.manualImport.run,
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
