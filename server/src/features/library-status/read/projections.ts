import type { InstanceRecord, Inventory } from '#features/instances/index.ts'
import { type Clock, iso } from '#kit/clock.ts'
import { HOUR_MS } from '#kit/durations.ts'
import type { Snapshot } from '#kit/snapshot.ts'
import { createValueCache, type ValueCache } from '#kit/value-cache.ts'
import type { Connection } from '#ports/instance-connection.ts'
import type { LibraryMovie, MovieLibrary, QueuedMovie } from '#ports/movie-library.ts'
import type { LibraryEpisode, LibrarySeries, QueuedEpisode, SeriesLibrary } from '#ports/series-library.ts'
import { type Counts, countEpisodes } from '../live/series-rules.ts'

/** 1:8: the maximum age of reported library data. */
const KEPT_MS = 15_000
/** From this many movies on, the manager needs longer for the whole list than for single records. */
const LARGE_LIBRARY = 1000
const MB = 1024 * 1024
/** Air dates change rarely; a card may be outdated for this long. */
const AIRINGS_KEPT_MS = 6 * HOUR_MS
/** Approximate sizes of the parsed records. */
const MOVIE_BYTES = 200
const SERIES_BYTES = 200
const SEASON_BYTES = 100
const EPISODE_BYTES = 100
const ROW_BYTES = 250
/** An empty queue or an empty count still takes some space. */
const LEAST_BYTES = 100

export interface ReadOptions {
  /** Bypasses the cache and reads only the given title: used before a decision or a write depends on it. */
  fresh?: boolean
  signal?: AbortSignal | undefined
}

interface CacheOptions {
  signal?: AbortSignal | undefined
  part?: string | number
  ttl_ms?: number
}

export type Movies = ReadonlyMap<number, LibraryMovie>
export type SeriesByTvdb = ReadonlyMap<number, LibrarySeries>

export interface ProjectionParts {
  clock: Clock
  inventory: Pick<Inventory, 'connectionOf'>
  movies: MovieLibrary
  series: SeriesLibrary
}

/**
 * Library data of the last fifteen seconds. Concurrent callers share one read, and nothing read before an
 * invalidation is served after it. All methods throw the library's own fault.
 */
export function createProjections({ clock, inventory, movies, series }: ProjectionParts) {
  const make = <V>(max_bytes: number, size_of: (value: V) => number) =>
    createValueCache<V>({
      name: 'library-status',
      clock,
      max_bytes,
      size_of: value => LEAST_BYTES + size_of(value),
    })
  const shelves = make<Movies>(24 * MB, found => found.size * MOVIE_BYTES)
  const singles = make<{ found: LibraryMovie | null }>(4 * MB, () => MOVIE_BYTES)
  const queuedMovies = make<readonly QueuedMovie[]>(4 * MB, rows => rows.length * ROW_BYTES)
  const seriesShelves = make<SeriesByTvdb>(24 * MB, found =>
    found.values().reduce((sum, one) => sum + SERIES_BYTES + one.seasons.length * SEASON_BYTES, 0),
  )
  const episodeCounts = make<Counts>(8 * MB, counts => counts.size * SEASON_BYTES)
  const airings = make<readonly LibraryEpisode[]>(4 * MB, episodes => episodes.length * EPISODE_BYTES)
  const queuedEpisodes = make<readonly QueuedEpisode[]>(4 * MB, rows => rows.length * ROW_BYTES)
  const all = [shelves, singles, queuedMovies, seriesShelves, episodeCounts, queuedEpisodes]

  const shelf_sizes = new Map<string, { library: string; size: number }>()
  // Aborts reads that nobody waits for any more, so that they do not delay a shutdown.
  const closing = new AbortController()
  const untilClosed = (signal?: AbortSignal) =>
    signal ? AbortSignal.any([signal, closing.signal]) : closing.signal

  function readCached<V>(
    cache: ValueCache<V>,
    instance: InstanceRecord,
    { signal, part = '', ttl_ms = KEPT_MS }: CacheOptions,
    read: (connection: Connection, signal: AbortSignal) => Promise<V>,
  ): Promise<V> {
    const options = { ttl_ms, tags: [instance.id], ...(signal && { signal }) }
    return cache.get(keyOf(instance, part), options, async stop =>
      read(inventory.connectionOf(instance), untilClosed(stop)),
    )
  }

  /**
   * An import moves a movie from the queue to the library. A library read before the queue could miss the movie in
   * both places, so a new read of the queue drops the older read of the library.
   */
  const cachedMovieQueue = (instance: InstanceRecord, signal?: AbortSignal) =>
    readCached(queuedMovies, instance, { signal }, async (connection, stop) => {
      const rows = await movies.queue(connection, stop)
      for (const cache of [shelves, singles]) cache.invalidateTag(instance.id)
      return rows
    })

  const cachedEpisodeQueue = (instance: InstanceRecord, signal?: AbortSignal) =>
    readCached(queuedEpisodes, instance, { signal }, async (connection, stop) => {
      const rows = await series.queue(connection, stop)
      seriesShelves.invalidateTag(instance.id)
      episodeCounts.invalidateTag(instance.id)
      return rows
    })

  const allMovies = (instance: InstanceRecord, { signal }: ReadOptions = {}): Promise<Movies> =>
    readCached(shelves, instance, { signal }, async (connection, stop) => {
      const found = await movies.list(connection, stop)
      shelf_sizes.set(instance.id, { library: keyOf(instance), size: found.length })
      return new Map(found.map(movie => [movie.tmdb_id, movie]))
    })

  /** In a large library a single movie is read by itself, unless the whole list is cached anyway. */
  async function cachedMovie(instance: InstanceRecord, tmdb_id: number, { signal }: ReadOptions) {
    const library = keyOf(instance)
    const known = shelf_sizes.get(instance.id)
    const isLarge = known?.library === library && known.size > LARGE_LIBRARY
    const isCached = shelves.peek(library) !== undefined
    if (!isLarge || isCached) return (await allMovies(instance, { signal })).get(tmdb_id) ?? null
    const read = await readCached(singles, instance, { signal, part: tmdb_id }, async (connection, stop) => ({
      found: await movies.find(connection, tmdb_id, stop),
    }))
    return read.found
  }

  const allSeries = (instance: InstanceRecord, { signal }: ReadOptions = {}): Promise<SeriesByTvdb> =>
    readCached(seriesShelves, instance, { signal }, async (connection, stop) => {
      const found = await series.list(connection, stop)
      return new Map(found.map(one => [one.tvdb_id, one]))
    })

  return {
    movies: allMovies,
    series: allSeries,

    async movie(instance: InstanceRecord, tmdb_id: number, options: ReadOptions = {}) {
      if (!options.fresh) return cachedMovie(instance, tmdb_id, options)
      return movies.find(inventory.connectionOf(instance), tmdb_id, untilClosed(options.signal))
    },

    async oneSeries(instance: InstanceRecord, tvdb_id: number, options: ReadOptions = {}) {
      if (!options.fresh) return (await allSeries(instance, options)).get(tvdb_id) ?? null
      return series.find(inventory.connectionOf(instance), tvdb_id, untilClosed(options.signal))
    },

    /** Must be read before the library. */
    async movieQueue(instance: InstanceRecord, { fresh, signal }: ReadOptions = {}) {
      if (fresh) return movies.queue(inventory.connectionOf(instance), untilClosed(signal))
      return cachedMovieQueue(instance, signal)
    },

    /** Must be read before the library and the episodes. */
    async episodeQueue(instance: InstanceRecord, { fresh, signal }: ReadOptions = {}) {
      if (fresh) return series.queue(inventory.connectionOf(instance), untilClosed(signal))
      return cachedEpisodeQueue(instance, signal)
    },

    async episodes(instance: InstanceRecord, series_id: number, { fresh, signal }: ReadOptions = {}) {
      const read = async (connection: Connection, stop?: AbortSignal) =>
        countEpisodes(await series.episodes(connection, series_id, stop), iso(clock.now()))
      if (fresh) return read(inventory.connectionOf(instance), untilClosed(signal))
      return readCached(episodeCounts, instance, { signal, part: series_id }, read)
    },

    /**
     * Episode counts of a series, some hours old at most, and dropped earlier if its record changed. Valid until
     * the next episode airs.
     */
    async cachedCounts(instance: InstanceRecord, record: LibrarySeries): Promise<Snapshot<Counts>> {
      const part = airingsPart(record)
      const episodes = await readCached(
        airings,
        instance,
        { part, ttl_ms: AIRINGS_KEPT_MS },
        (connection, stop) => series.episodes(connection, record.series_id, stop),
      )
      const now = iso(clock.now())
      const next = episodes.flatMap(({ airs_at }) => (airs_at && airs_at > now ? Date.parse(airs_at) : []))
      const until = Math.min(...next)
      const key = keyOf(instance, part)
      return {
        value: countEpisodes(episodes, now),
        isCurrent: () => clock.now().getTime() < until && airings.isHeld(key, episodes),
      }
    },
    /** Whether they are cached, so that no upstream has to be called. */
    areCountsCached: (instance: InstanceRecord, record: LibrarySeries): boolean =>
      airings.peek(keyOf(instance, airingsPart(record))) !== undefined,

    /** Whether the queue and the library that an answer was built from are still the cached ones. */
    areMoviesCurrent: (instance: InstanceRecord, rows: readonly QueuedMovie[], shelf: Movies): boolean =>
      queuedMovies.isHeld(keyOf(instance), rows) && shelves.isHeld(keyOf(instance), shelf),
    areSeriesCurrent: (
      instance: InstanceRecord,
      rows: readonly QueuedEpisode[],
      shelf: SeriesByTvdb,
    ): boolean =>
      queuedEpisodes.isHeld(keyOf(instance), rows) && seriesShelves.isHeld(keyOf(instance), shelf),

    invalidate(instance_id: string): void {
      for (const cache of all) cache.invalidateTag(instance_id)
    },
    /** Drops only the queue, for callers that follow its progress. */
    invalidateQueue(instance_id: string): void {
      queuedMovies.invalidateTag(instance_id)
      queuedEpisodes.invalidateTag(instance_id)
    },
    invalidateAll(): void {
      for (const cache of all) cache.invalidateAll()
    },
    close: () => closing.abort(),
  }
}

/** New episodes and new files change the counts of the record; the episodes are then read again. */
function airingsPart({ series_id, seasons }: LibrarySeries): string {
  const counts = seasons.map(({ season_number, file_count, total_count }) =>
    [season_number, file_count, total_count].join('/'),
  )
  return [series_id, ...counts].join(' ')
}

/** An edited instance may be a different library, so it gets a different cache entry. */
export function keyOf({ id, updated_at }: InstanceRecord, part: string | number = ''): string {
  return `${id} ${updated_at} ${part}`
}

export type Projections = ReturnType<typeof createProjections>
