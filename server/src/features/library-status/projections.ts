import type { InstanceRecord, Inventory } from '#features/instances/index.ts'
import { type Clock, iso } from '#kit/clock.ts'
import type { Snapshot } from '#kit/snapshot.ts'
import { createValueCache, type ValueCache } from '#kit/value-cache.ts'
import type { Connection } from '#ports/instance-connection.ts'
import type { LibraryMovie, MovieLibrary, QueuedMovie } from '#ports/movie-library.ts'
import type { LibraryEpisode, LibrarySeries, QueuedEpisode, SeriesLibrary } from '#ports/series-library.ts'
import { type Counts, countEpisodes } from './series-rules.ts'

/** 1:8: how old what is told of a library may be. */
const KEPT_MS = 15_000
/** Movies; from here on the whole list takes the manager longer than one record takes everybody. */
const LARGE_LIBRARY = 1000
const MB = 1024 * 1024
/** When episodes air changes by the week, and a card may be wrong about it for this long. */
const AIRINGS_KEPT_MS = 6 * 60 * 60_000
/** Of the parsed records, roughly. */
const MOVIE_BYTES = 200
const SERIES_BYTES = 200
const SEASON_BYTES = 100
const EPISODE_BYTES = 100
const ROW_BYTES = 250
/** A queue or the counts of a series may be nothing at all, and still take a place. */
const LEAST_BYTES = 100

export interface ReadOptions {
  /** Past the projection, and only what is asked for: before something is decided or written by it. */
  fresh?: boolean
  signal?: AbortSignal | undefined
}

interface Keeping {
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
 * What each library said within the last fifteen seconds. One read serves everybody who asks meanwhile, and
 * nothing read before an invalidation is served after it. All of them throw what the library threw.
 */
export function createProjections({ clock, inventory, movies, series }: ProjectionParts) {
  const make = <V>(max_bytes: number, size_of: (value: V) => number) =>
    createValueCache<V>({ clock, max_bytes, size_of: value => LEAST_BYTES + size_of(value) })
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
  // A read that nobody waits for any more must not hold up the end.
  const closing = new AbortController()
  const untilClosed = (signal?: AbortSignal) =>
    signal ? AbortSignal.any([signal, closing.signal]) : closing.signal

  function keep<V>(
    cache: ValueCache<V>,
    instance: InstanceRecord,
    { signal, part = '', ttl_ms = KEPT_MS }: Keeping,
    read: (connection: Connection, signal: AbortSignal) => Promise<V>,
  ): Promise<V> {
    const options = { ttl_ms, tags: [instance.id], ...(signal && { signal }) }
    return cache.get(keyOf(instance, part), options, async stop =>
      read(inventory.connectionOf(instance), untilClosed(stop)),
    )
  }

  /**
   * What is in the queue is on the shelf next. A shelf that is older than the queue beside it would know a
   * movie in neither place, so a queue that was read drops what was read before it.
   */
  const keptMovieQueue = (instance: InstanceRecord, signal?: AbortSignal) =>
    keep(queuedMovies, instance, { signal }, async (connection, stop) => {
      const rows = await movies.queue(connection, stop)
      for (const cache of [shelves, singles]) cache.invalidateTag(instance.id)
      return rows
    })

  const keptEpisodeQueue = (instance: InstanceRecord, signal?: AbortSignal) =>
    keep(queuedEpisodes, instance, { signal }, async (connection, stop) => {
      const rows = await series.queue(connection, stop)
      seriesShelves.invalidateTag(instance.id)
      episodeCounts.invalidateTag(instance.id)
      return rows
    })

  const allMovies = (instance: InstanceRecord, { signal }: ReadOptions = {}): Promise<Movies> =>
    keep(shelves, instance, { signal }, async (connection, stop) => {
      const found = await movies.list(connection, stop)
      shelf_sizes.set(instance.id, { library: keyOf(instance), size: found.length })
      return new Map(found.map(movie => [movie.tmdb_id, movie]))
    })

  /** Of a large library a single movie is asked for by itself, unless the whole of it is at hand anyway. */
  async function keptMovie(instance: InstanceRecord, tmdb_id: number, { signal }: ReadOptions) {
    const library = keyOf(instance)
    const known = shelf_sizes.get(instance.id)
    const isLarge = known?.library === library && known.size > LARGE_LIBRARY
    const isAtHand = shelves.peek(library) !== undefined
    if (!isLarge || isAtHand) return (await allMovies(instance, { signal })).get(tmdb_id) ?? null
    const read = await keep(singles, instance, { signal, part: tmdb_id }, async (connection, stop) => ({
      found: await movies.find(connection, tmdb_id, stop),
    }))
    return read.found
  }

  const allSeries = (instance: InstanceRecord, { signal }: ReadOptions = {}): Promise<SeriesByTvdb> =>
    keep(seriesShelves, instance, { signal }, async (connection, stop) => {
      const found = await series.list(connection, stop)
      return new Map(found.map(one => [one.tvdb_id, one]))
    })

  return {
    movies: allMovies,
    series: allSeries,

    async movie(instance: InstanceRecord, tmdb_id: number, options: ReadOptions = {}) {
      if (!options.fresh) return keptMovie(instance, tmdb_id, options)
      return movies.find(inventory.connectionOf(instance), tmdb_id, untilClosed(options.signal))
    },

    async oneSeries(instance: InstanceRecord, tvdb_id: number, options: ReadOptions = {}) {
      if (!options.fresh) return (await allSeries(instance, options)).get(tvdb_id) ?? null
      return series.find(inventory.connectionOf(instance), tvdb_id, untilClosed(options.signal))
    },

    /** To be read before the shelf. */
    async movieQueue(instance: InstanceRecord, { fresh, signal }: ReadOptions = {}) {
      if (fresh) return movies.queue(inventory.connectionOf(instance), untilClosed(signal))
      return keptMovieQueue(instance, signal)
    },

    /** To be read before the shelf and the episodes. */
    async episodeQueue(instance: InstanceRecord, { fresh, signal }: ReadOptions = {}) {
      if (fresh) return series.queue(inventory.connectionOf(instance), untilClosed(signal))
      return keptEpisodeQueue(instance, signal)
    },

    async episodes(instance: InstanceRecord, series_id: number, { fresh, signal }: ReadOptions = {}) {
      const read = async (connection: Connection, stop?: AbortSignal) =>
        countEpisodes(await series.episodes(connection, series_id, stop), iso(clock.now()))
      if (fresh) return read(inventory.connectionOf(instance), untilClosed(signal))
      return keep(episodeCounts, instance, { signal, part: series_id }, read)
    },

    /**
     * The counts of a series by its episodes, as they were some hours ago unless its record says otherwise since.
     * Current until the next episode airs.
     */
    async keptCounts(instance: InstanceRecord, record: LibrarySeries): Promise<Snapshot<Counts>> {
      const part = airingsPart(record)
      const episodes = await keep(airings, instance, { part, ttl_ms: AIRINGS_KEPT_MS }, (connection, stop) =>
        series.episodes(connection, record.series_id, stop),
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
    /** Whether they are at hand, so that nobody has to be asked. */
    areCountsKept: (instance: InstanceRecord, record: LibrarySeries): boolean =>
      airings.peek(keyOf(instance, airingsPart(record))) !== undefined,

    /** Whether the queue and the shelf that an answer was made from are still the ones held. */
    areMoviesHeld: (instance: InstanceRecord, rows: readonly QueuedMovie[], shelf: Movies): boolean =>
      queuedMovies.isHeld(keyOf(instance), rows) && shelves.isHeld(keyOf(instance), shelf),
    areSeriesHeld: (instance: InstanceRecord, rows: readonly QueuedEpisode[], shelf: SeriesByTvdb): boolean =>
      queuedEpisodes.isHeld(keyOf(instance), rows) && seriesShelves.isHeld(keyOf(instance), shelf),

    invalidate(instance_id: string): void {
      for (const cache of all) cache.invalidateTag(instance_id)
    },
    /** The queue alone, for whoever watches it move. */
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

/** Episodes that came, or that a file came for, show in the counts of the record; then they are read again. */
function airingsPart({ series_id, seasons }: LibrarySeries): string {
  const counts = seasons.map(({ season_number, file_count, total_count }) =>
    [season_number, file_count, total_count].join('/'),
  )
  return [series_id, ...counts].join(' ')
}

/** An edited instance may be another library, so what is kept of it is another entry. */
export function keyOf({ id, updated_at }: InstanceRecord, part: string | number = ''): string {
  return `${id} ${updated_at} ${part}`
}

export type Projections = ReturnType<typeof createProjections>
