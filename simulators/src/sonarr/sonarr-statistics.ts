import type { JsonRecord } from '../kit/json.ts'
import { isoSecond } from '../kit/time.ts'
import type { Servarr } from '../servarr/servarr.ts'
import type { LibraryEpisode, LibrarySeries, SonarrLibrary } from './sonarr-library.ts'

/** sonarr.md, "Statistics: exact meaning". `episodeCount` is not "aired episodes". */
function count(library: SonarrLibrary, episodes: readonly LibraryEpisode[]): JsonRecord {
  const withFile = episodes.filter(episode => episode.file_id !== 0)
  const counted = episodes.filter(
    episode => episode.file_id !== 0 || (episode.monitored && library.hasAired(episode)),
  )
  const files = [...new Set(withFile.map(episode => episode.file_id))].flatMap(
    id => library.files.get(id) ?? [],
  )
  return {
    episodeFileCount: withFile.length,
    episodeCount: counted.length,
    totalEpisodeCount: episodes.length,
    sizeOnDisk: files.reduce((sum, file) => sum + file.size, 0),
    releaseGroups: [...new Set(files.map(file => file.release.release_group))],
    percentOfEpisodes: counted.length === 0 ? 0 : (withFile.length / counted.length) * 100,
  }
}

/** The airings next to now; only monitored episodes are looked at. */
export function airingOf({ timeline }: Servarr, episodes: readonly LibraryEpisode[]): JsonRecord {
  const now = timeline.now()
  const times = episodes.filter(episode => episode.monitored).flatMap(episode => episode.air_utc ?? [])
  const next = times.filter(at => at > now).sort((a, b) => a - b)[0]
  const previous = times.filter(at => at <= now).sort((a, b) => b - a)[0]
  return {
    ...(next !== undefined && { nextAiring: isoSecond(next) }),
    ...(previous !== undefined && { previousAiring: isoSecond(previous) }),
  }
}

export function seasonStatistics(
  servarr: Servarr,
  library: SonarrLibrary,
  record: LibrarySeries,
  seasonNumber: number,
): JsonRecord {
  const episodes = record.episodes.filter(episode => episode.season_number === seasonNumber)
  return { ...airingOf(servarr, episodes), ...count(library, episodes) }
}

export function seriesStatistics(library: SonarrLibrary, record: LibrarySeries): JsonRecord {
  const seasonCount = record.seasons.filter(season => season.season_number > 0).length
  return { seasonCount, ...count(library, record.episodes) }
}
