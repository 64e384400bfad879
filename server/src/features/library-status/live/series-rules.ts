import type { SeasonStatus } from '@foyer/contract/title-statuses'
import type { QueuedDownload } from '#ports/download-queue.ts'
import type { LibraryEpisode, LibrarySeries, QueuedEpisode, SeasonRecord } from '#ports/series-library.ts'
import { downloadedShare, share } from './progress-rules.ts'
import {
  type LiveStatus,
  type SeriesTarget,
  type LiveSeries,
  type LiveProgress,
  unknown,
} from './live-status.ts'

/** The counts of one season of the library. */
export interface SeasonCount {
  aired: number
  /** Episodes with a file, aired or not. */
  files: number
  /** Aired episodes with a file, which decide `available` (1:3). */
  aired_files: number
}

export type Counts = ReadonlyMap<number, SeasonCount>

/** Exact, from the episodes themselves (sonarr.md, "Statistics"). */
export function countEpisodes(episodes: readonly LibraryEpisode[], now: string): Counts {
  const counts = new Map<number, SeasonCount>()
  for (const { season_number, has_file, airs_at } of episodes) {
    const count = counts.get(season_number) ?? { aired: 0, files: 0, aired_files: 0 }
    const has_aired = airs_at !== undefined && airs_at <= now
    if (has_aired) count.aired++
    if (has_file) count.files++
    if (has_aired && has_file) count.aired_files++
    counts.set(season_number, count)
  }
  return counts
}

/**
 * An estimate for cards, from the series record alone, so that one read serves a whole page. The manager's count
 * of aired episodes excludes unmonitored ones. For ended shows, and for all seasons but the last, every episode is
 * assumed to have aired; for the last season the manager's count is used.
 */
export function countRecords(series: LibrarySeries): Counts {
  const last = lastSeason(series)
  return new Map(
    series.seasons.map(season => {
      const { season_number, file_count: files, total_count, wanted_count } = season
      const aired = series.ended || season !== last ? total_count : wanted_count
      return [season_number, { aired, files, aired_files: Math.min(files, aired) }]
    }),
  )
}

/**
 * Whether the record does not show what has aired, and that decides the status: an episode that the manager does
 * not count is upcoming, has no date, or has aired and is not monitored (sonarr.md, "Statistics"). An unmonitored
 * season has aired if a later one has begun.
 */
export function isCountRough({ seasons }: LibrarySeries): boolean {
  const regular = seasons.filter(season => season.season_number > 0)
  // Without files, the queue and the monitored flags decide.
  if (!regular.some(season => season.file_count > 0)) return false
  const begun = Math.max(...regular.map(season => (season.wanted_count > 0 ? season.season_number : 0)))
  return regular.some(({ season_number, monitored, file_count, wanted_count, total_count }) => {
    const isPassedOver = !monitored && file_count === 0 && season_number < begun
    return wanted_count < total_count && !isPassedOver
  })
}

function lastSeason({ seasons }: LibrarySeries): SeasonRecord | undefined {
  return seasons.reduce<SeasonRecord | undefined>(
    (last, season) => (last && last.season_number > season.season_number ? last : season),
    undefined,
  )
}

export interface SeriesFacts {
  series: LibrarySeries | null
  counts: Counts
  /** Null: it could not be read, which matters only where the queue decides. */
  queue: readonly QueuedEpisode[] | null
}

/** 1/3, seasons and show, in the metadata provider's seasons; specials are left out. */
export function liveSeries(facts: SeriesFacts, { season_map }: Pick<SeriesTarget, 'season_map'>): LiveSeries {
  const { series } = facts
  if (!series) return { known: true, status: 'unavailable', progress: 0, seasons: [] }
  const projected = projectSeasons(series, season_map).map(([source, target]) =>
    seasonStatus(facts, series, source, target),
  )
  const seasons = projected.filter(season => season !== null)
  const counted = projectSeasons(series, season_map).map(([, target]) => target)
  // If one season depends on an unreadable queue, the status of the whole show is unknown.
  if (seasons.length < projected.length) return unknown('library_unavailable')
  const progress = showProgress(
    seasons,
    sumOf(facts.counts, counted),
    downloadsOf(facts.queue ?? [], counted),
  )
  return { known: true, ...progress, series_id: series.series_id, seasons }
}

/** Pairs of source and target season, in the source's order. */
function projectSeasons(
  series: LibrarySeries,
  season_map: SeriesTarget['season_map'],
): readonly (readonly [source: number, target: number])[] {
  const pairs =
    season_map === 'same'
      ? series.seasons.map(({ season_number }) => [season_number, season_number] as const)
      : Object.entries(season_map).map(([source, target]) => [Number(source), target] as const)
  return pairs.filter(([source]) => source > 0).sort(([a], [b]) => a - b)
}

/** Null: the season has no files and the queue could not be read. */
function seasonStatus(
  { counts, queue }: SeriesFacts,
  series: LibrarySeries,
  source: number,
  target: number,
): SeasonStatus | null {
  const { aired, files, aired_files } = counts.get(target) ?? NOTHING
  const record = series.seasons.find(season => season.season_number === target)
  const { monitored = false, next_airing } = record ?? {}
  const downloads = queue && downloadsOf(queue, [target])
  const progress =
    progressOnDisk({ aired, files, aired_files }) ??
    (downloads && progressWithoutFiles(downloads, series, monitored))
  if (!progress) return null
  return {
    season_number: source,
    ...progress,
    episode_count: aired,
    episode_file_count: files,
    monitored,
    // Nothing of it can be found before that day.
    ...(aired === 0 && progress.status === 'requested' && next_airing !== undefined && { next_airing }),
  }
}

function progressOnDisk({ aired, files, aired_files }: SeasonCount): LiveProgress | null {
  if (aired > 0 && aired_files >= aired) return { status: 'available', progress: 100 }
  return files > 0 ? { status: 'partial', progress: share(aired_files, aired) } : null
}

function progressWithoutFiles(
  downloads: readonly QueuedDownload[],
  series: LibrarySeries,
  monitored: boolean,
): LiveProgress {
  if (downloads.length > 0) return { status: 'downloading', progress: downloadedShare(downloads) }
  return { status: series.monitored && monitored ? 'requested' : 'unavailable', progress: 0 }
}

function showProgress(
  seasons: readonly SeasonStatus[],
  total: SeasonCount,
  downloads: readonly QueuedDownload[],
): LiveProgress {
  const onDisk = progressOnDisk(total)
  if (onDisk) return onDisk
  const has = (status: LiveStatus) => seasons.some(season => season.status === status)
  if (has('downloading')) return { status: 'downloading', progress: downloadedShare(downloads) }
  return { status: has('requested') ? 'requested' : 'unavailable', progress: 0 }
}

function downloadsOf(queue: readonly QueuedEpisode[], targets: readonly number[]): QueuedDownload[] {
  return queue.filter(row => targets.includes(row.season_number)).map(row => row.download)
}

const NOTHING: SeasonCount = { aired: 0, files: 0, aired_files: 0 }

function sumOf(counts: Counts, targets: readonly number[]): SeasonCount {
  return [...new Set(targets)].reduce((sum, target) => {
    const { aired, files, aired_files } = counts.get(target) ?? NOTHING
    return {
      aired: sum.aired + aired,
      files: sum.files + files,
      aired_files: sum.aired_files + aired_files,
    }
  }, NOTHING)
}
