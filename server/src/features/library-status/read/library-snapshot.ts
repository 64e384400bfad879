import type { TvMatch } from '@foyer/contract/tv-matches/tv-match'
import type { Broadcast } from '#db/broadcast-channel.ts'
import type { InstanceRecord } from '#features/instances/index.ts'
import type { LibraryEvents } from '#features/library-webhooks/index.ts'
import type { Stop } from '#kit/clock.ts'
import type { Log } from '#kit/log.ts'
import { allCurrent, notCurrent, type Snapshot } from '#kit/snapshot.ts'
import type { QueuedDownload } from '#ports/download-queue.ts'
import { liveMovie } from '../live/movie-rules.ts'
import { createReadBudget, type Read } from './read-budget.ts'
import {
  createProjections,
  type ProjectionParts,
  type ReadOptions,
  type SeriesByTvdb,
} from './projections.ts'
import { countRecords, isCountRough, type SeriesFacts, liveSeries } from '../live/series-rules.ts'
import { type LiveMovie, type SeriesTarget, type LiveSeries, unknown } from '../live/live-status.ts'

/** Titles of one library from one read. `isCurrent`: a new read would still give the same answer. */
export type Digest<K, T> = ((key: K) => T) & Pick<Snapshot<unknown>, 'isCurrent'>

export interface LibraryStatus {
  /** One movie in one library, from data at most 15 s old unless `fresh`. Never throws a fault. */
  movie(instance: InstanceRecord, tmdb_id: number, options?: ReadOptions): Promise<LiveMovie>
  /** One show, in the metadata provider's seasons. An unresolved match is `identity_ambiguous`. */
  series(instance: InstanceRecord, match: TvMatch, options?: ReadOptions): Promise<LiveSeries>
  /** The same for a known target in the library, without a complete match. */
  seriesAt(instance: InstanceRecord, target: SeriesTarget, options?: ReadOptions): Promise<LiveSeries>
  /** Any number of movies from one read of the library; if it cannot be read, each of them is unknown. */
  movieDigest(instance: InstanceRecord): Promise<Digest<number, LiveMovie>>
  /**
   * Any number of shows from one read, by the series records alone: good enough for cards and lists. For shows
   * named in advance, facts missing from their records are looked up, within the time a page may wait.
   */
  seriesDigest(
    instance: InstanceRecord,
    named?: readonly SeriesTarget[],
  ): Promise<Digest<SeriesTarget | TvMatch, LiveSeries>>
  /** After this, no process uses data that was read before. Call it after own writes; webhooks do it themselves. */
  invalidate(instance_id: string): void
  close(): void
}

export interface LibrarySnapshotParts extends ProjectionParts {
  log: Log
  broadcast: Broadcast
  library_events: Pick<LibraryEvents, 'onInvalidated'>
}

const KIND = 'library_status_stale'
/** How long an answer waits for a library. */
const READ_BUDGET_MS = 10_000
/** Maximum number of single series read in addition, for one page of cards. */
const LOOK_UPS = 6

export function createLibrarySnapshot(parts: LibrarySnapshotParts) {
  const { log, broadcast } = parts
  const projections = createProjections(parts)
  const onStale = createOnStale(parts)
  const stop = onStale.subscribe(id =>
    id === null ? projections.invalidateAll() : projections.invalidate(id),
  )
  const withinReadBudget = createReadBudget(parts, READ_BUDGET_MS, 'a library could not be read')

  // Everywhere below, queues are read first: see projections.ts.

  const movie: LibraryStatus['movie'] = (instance, tmdb_id, options) =>
    withinReadBudget(async read => {
      const rows = await read(projections.movieQueue(instance, options))
      const answer = await read(wrapAnswer(projections.movie(instance, tmdb_id, options)))
      if (!answer) return unknown('library_unavailable')
      return liveMovie(answer.found, rows && downloadsOf(rows, answer.found?.record_id))
    })

  const seriesAt: LibraryStatus['seriesAt'] = (instance, target, options) =>
    withinReadBudget(async read => {
      const rows = await read(projections.episodeQueue(instance, options))
      const answer = await read(wrapAnswer(projections.oneSeries(instance, target.tvdb_id, options)))
      if (!answer) return unknown('library_unavailable')
      const { found: series } = answer
      if (!series) return liveSeries(NO_SERIES, target)
      const counts = await read(projections.episodes(instance, series.series_id, options))
      if (!counts) return unknown('library_unavailable')
      return liveSeries({ series, counts, queue: rows && rowsOf(rows, series.series_id) }, target)
    })

  const movieDigest: LibraryStatus['movieDigest'] = instance =>
    withinReadBudget(async read => {
      const rows = await read(projections.movieQueue(instance))
      const shelf = await read(projections.movies(instance))
      if (!shelf) return digest(() => unknown('library_unavailable'), notCurrent)
      const statusOf = (tmdb_id: number) => {
        const found = shelf.get(tmdb_id) ?? null
        return liveMovie(found, rows && downloadsOf(rows, found?.record_id))
      }
      return digest(statusOf, () => rows !== null && projections.areMoviesCurrent(instance, rows, shelf))
    })

  /** A few at a time; the rest use the record alone and are looked up when the page is loaded again. */
  async function countRough(
    read: Read,
    instance: InstanceRecord,
    shelf: SeriesByTvdb,
    named: readonly SeriesTarget[],
  ) {
    const rough = [...new Set(named.flatMap(({ tvdb_id }) => shelf.get(tvdb_id) ?? []))].filter(isCountRough)
    const cached = new Set(rough.filter(series => projections.areCountsCached(instance, series)))
    const unread = rough.filter(series => !cached.has(series)).slice(0, LOOK_UPS)
    const counted = await Promise.all(
      [...cached, ...unread].map(async series => {
        const counts = await read(projections.cachedCounts(instance, series))
        return counts ? [{ series_id: series.series_id, counts }] : []
      }),
    )
    const found = counted.flat()
    const isWhole = found.length === rough.length
    return {
      counts: new Map(found.map(({ series_id, counts }) => [series_id, counts.value])),
      isCurrent: isWhole ? allCurrent(found.map(({ counts }) => counts)) : notCurrent,
    }
  }

  const seriesDigest: LibraryStatus['seriesDigest'] = (instance, named = []) =>
    withinReadBudget(async read => {
      const rows = await read(projections.episodeQueue(instance))
      const shelf = await read(projections.series(instance))
      const rough = shelf && (await countRough(read, instance, shelf, named))
      const statusOf = (target_or_match: SeriesTarget | TvMatch) => {
        const target = 'state' in target_or_match ? targetOf(target_or_match) : target_or_match
        if (!target) return unknown('identity_ambiguous')
        if (!shelf) return unknown('library_unavailable')
        const series = shelf.get(target.tvdb_id)
        if (!series) return liveSeries(NO_SERIES, target)
        const counts = rough?.counts.get(series.series_id) ?? countRecords(series)
        return liveSeries({ series, counts, queue: rows && rowsOf(rows, series.series_id) }, target)
      }
      if (!rows || !shelf || !rough) return digest(statusOf, notCurrent)
      return digest(statusOf, () => projections.areSeriesCurrent(instance, rows, shelf) && rough.isCurrent())
    })

  const status: LibraryStatus = {
    movie,
    seriesAt,
    movieDigest,
    seriesDigest,
    async series(instance, match, options) {
      const target = targetOf(match)
      return target ? seriesAt(instance, target, options) : unknown('identity_ambiguous')
    },
    invalidate(instance_id) {
      onStale.notify(instance_id)
      broadcast.send(null, { kind: KIND, instance_id }).catch((err: unknown) => {
        log.warn({ err }, 'other processes could not be notified of a library change')
      })
    },
    close() {
      stop()
      projections.close()
    },
  }
  return { status, projections, onStale: onStale.subscribe }
}

/** Notifies caches that a library's data is out of date; null: it is unknown which library. */
export type OnStale = (listener: (instance_id: string | null) => void) => Stop

/** `notify` reaches the listeners of this process immediately; the broadcast arrives through the channel. */
function createOnStale({ broadcast, library_events }: LibrarySnapshotParts): {
  subscribe: OnStale
  notify(instance_id: string): void
} {
  const listeners = new Set<Parameters<OnStale>[0]>()
  const subscribe: OnStale = listener => {
    listeners.add(listener)
    const stops = [
      library_events.onInvalidated(({ instance_id }) => listener(instance_id)),
      broadcast.on(KIND, ({ instance_id }) => {
        if (typeof instance_id === 'string') listener(instance_id)
      }),
      // Messages were lost, so it is unknown which libraries are out of date.
      broadcast.onReset(() => listener(null)),
    ]
    return () => {
      listeners.delete(listener)
      for (const stop of stops) stop()
    }
  }
  return {
    subscribe,
    notify(instance_id) {
      for (const listener of listeners) listener(instance_id)
    },
  }
}

const NO_SERIES: SeriesFacts = { series: null, counts: new Map(), queue: [] }

function digest<K, T>(statusOf: (key: K) => T, isCurrent: () => boolean): Digest<K, T> {
  return Object.assign(statusOf, { isCurrent })
}

/** Wrapped, because a missing title is null and null already means that the library did not answer. */
async function wrapAnswer<T>(reading: Promise<T>): Promise<{ found: T }> {
  return { found: await reading }
}

/** Null: the series is not resolved. Without a season map the season numbers are the same. */
export function targetOf({ state, tvdb_id, season_map }: TvMatch): SeriesTarget | null {
  if (state !== 'resolved' || tvdb_id === undefined) return null
  return { tvdb_id, season_map: Object.keys(season_map).length > 0 ? season_map : 'same' }
}

function downloadsOf(
  rows: readonly { record_id: number; download: QueuedDownload }[],
  record_id: number | undefined,
): QueuedDownload[] {
  return rows.filter(row => row.record_id === record_id).map(row => row.download)
}

function rowsOf<R extends { series_id: number }>(rows: readonly R[], series_id: number): R[] {
  return rows.filter(row => row.series_id === series_id)
}
