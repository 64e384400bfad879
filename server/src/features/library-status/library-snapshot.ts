import type { TvMatch } from '@foyer/contract/tv-match'
import type { Broadcast } from '#db/broadcast-channel.ts'
import type { InstanceRecord } from '#features/instances/index.ts'
import type { LibraryEvents } from '#features/library-webhooks/index.ts'
import type { Stop } from '#kit/clock.ts'
import type { Log } from '#kit/log.ts'
import { allCurrent, notCurrent, type Snapshot } from '#kit/snapshot.ts'
import type { QueuedDownload } from '#ports/download-queue.ts'
import { liveMovie } from './movie-rules.ts'
import { createReadBudget, type Read } from './read-budget.ts'
import {
  createProjections,
  type ProjectionParts,
  type ReadOptions,
  type SeriesByTvdb,
} from './projections.ts'
import { countRecords, isCountRough, type SeriesFacts, liveSeries } from './series-rules.ts'
import { type LiveMovie, type SeriesTarget, type LiveSeries, unknown } from './live-status.ts'

/** Titles of one library from one read. `isCurrent`: that read would still be the answer now. */
export type Digest<K, T> = ((key: K) => T) & Pick<Snapshot<unknown>, 'isCurrent'>

export interface LibraryStatus {
  /** One movie in one library, from the projection of the last 15 s unless `fresh`. Never throws a fault. */
  movie(instance: InstanceRecord, tmdb_id: number, options?: ReadOptions): Promise<LiveMovie>
  /** One show, in the metadata provider's seasons. A match that is not resolved is `identity_ambiguous`. */
  series(instance: InstanceRecord, match: TvMatch, options?: ReadOptions): Promise<LiveSeries>
  /** The same for a place in the library that is known without a whole match. */
  seriesAt(instance: InstanceRecord, target: SeriesTarget, options?: ReadOptions): Promise<LiveSeries>
  /** Any number of movies from one read of the library; unreadable, each of them is unknown. */
  movieDigest(instance: InstanceRecord): Promise<Digest<number, LiveMovie>>
  /**
   * Any number of shows from one read, by the series records alone: good enough for cards and lists. For those
   * that are named beforehand, what their records cannot tell is looked up, as far as a page may wait for it.
   */
  seriesDigest(
    instance: InstanceRecord,
    named?: readonly SeriesTarget[],
  ): Promise<Digest<SeriesTarget | TvMatch, LiveSeries>>
  /** Nothing read before this is told after it, in any process. After own writes; webhooks do it themselves. */
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
/** Single series read beside the digest, at most, for one page of cards. */
const LOOK_UPS = 6

export function createLibrarySnapshot(parts: LibrarySnapshotParts) {
  const { log, broadcast } = parts
  const projections = createProjections(parts)
  const onStale = createOnStale(parts)
  const stop = onStale.subscribe(id =>
    id === null ? projections.invalidateAll() : projections.invalidate(id),
  )
  const patiently = createReadBudget(parts, READ_BUDGET_MS, 'a library could not be read')

  // Everywhere below, queues are read first: see projections.ts.

  const movie: LibraryStatus['movie'] = (instance, tmdb_id, options) =>
    patiently(async read => {
      const rows = await read(projections.movieQueue(instance, options))
      const seen = await read(wrap(projections.movie(instance, tmdb_id, options)))
      if (!seen) return unknown('library_unavailable')
      return liveMovie(seen.found, rows && downloadsOf(rows, seen.found?.record_id))
    })

  const seriesAt: LibraryStatus['seriesAt'] = (instance, target, options) =>
    patiently(async read => {
      const rows = await read(projections.episodeQueue(instance, options))
      const seen = await read(wrap(projections.oneSeries(instance, target.tvdb_id, options)))
      if (!seen) return unknown('library_unavailable')
      const { found: series } = seen
      if (!series) return liveSeries(NO_SERIES, target)
      const counts = await read(projections.episodes(instance, series.series_id, options))
      if (!counts) return unknown('library_unavailable')
      return liveSeries({ series, counts, queue: rows && rowsOf(rows, series.series_id) }, target)
    })

  const movieDigest: LibraryStatus['movieDigest'] = instance =>
    patiently(async read => {
      const rows = await read(projections.movieQueue(instance))
      const shelf = await read(projections.movies(instance))
      if (!shelf) return digest(() => unknown('library_unavailable'), notCurrent)
      const truthOf = (tmdb_id: number) => {
        const found = shelf.get(tmdb_id) ?? null
        return liveMovie(found, rows && downloadsOf(rows, found?.record_id))
      }
      return digest(truthOf, () => rows !== null && projections.areMoviesHeld(instance, rows, shelf))
    })

  /** A few at a time; the rest is told by the record, and looked up when the page comes again. */
  async function countRough(
    read: Read,
    instance: InstanceRecord,
    shelf: SeriesByTvdb,
    named: readonly SeriesTarget[],
  ) {
    const rough = [...new Set(named.flatMap(({ tvdb_id }) => shelf.get(tvdb_id) ?? []))].filter(isCountRough)
    const kept = new Set(rough.filter(series => projections.areCountsKept(instance, series)))
    const unread = rough.filter(series => !kept.has(series)).slice(0, LOOK_UPS)
    const counted = await Promise.all(
      [...kept, ...unread].map(async series => {
        const counts = await read(projections.keptCounts(instance, series))
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
    patiently(async read => {
      const rows = await read(projections.episodeQueue(instance))
      const shelf = await read(projections.series(instance))
      const rough = shelf && (await countRough(read, instance, shelf, named))
      const truthOf = (asked: SeriesTarget | TvMatch) => {
        const target = 'state' in asked ? targetOf(asked) : asked
        if (!target) return unknown('identity_ambiguous')
        if (!shelf) return unknown('library_unavailable')
        const series = shelf.get(target.tvdb_id)
        if (!series) return liveSeries(NO_SERIES, target)
        const counts = rough?.counts.get(series.series_id) ?? countRecords(series)
        return liveSeries({ series, counts, queue: rows && rowsOf(rows, series.series_id) }, target)
      }
      if (!rows || !shelf || !rough) return digest(truthOf, notCurrent)
      return digest(truthOf, () => projections.areSeriesHeld(instance, rows, shelf) && rough.isCurrent())
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
        log.warn({ err }, 'other processes could not be told that a library changed')
      })
    },
    close() {
      stop()
      projections.close()
    },
  }
  return { status, projections, onStale: onStale.subscribe }
}

/** Tells whoever keeps something of a library that it is out of date; null: of which one is not known. */
export type OnStale = (listener: (instance_id: string | null) => void) => Stop

/** `notify` reaches the listeners of this process at once; the broadcast comes when the channel brings it. */
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
      // Whatever was said meanwhile is lost, and with it which of them are out of date.
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

function digest<K, T>(truthOf: (key: K) => T, isCurrent: () => boolean): Digest<K, T> {
  return Object.assign(truthOf, { isCurrent })
}

/** Absence is a value here, and null is already taken for a library that is silent. */
async function wrap<T>(reading: Promise<T>): Promise<{ found: T }> {
  return { found: await reading }
}

/** Null: which series it is, is not settled. A match without a map keeps the numbers as they are. */
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
