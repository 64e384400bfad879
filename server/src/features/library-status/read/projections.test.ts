import { describe, expect, it } from 'vitest'
import type { InstanceRecord } from '#features/instances/index.ts'
import { createTestClock } from '#test/test-clock.ts'
import type { LibraryMovie, MovieLibrary } from '#ports/movie-library.ts'
import type { LibraryEpisode, LibrarySeries, SeriesLibrary } from '#ports/series-library.ts'
import { createProjections } from './projections.ts'

const INSTANCE = { id: 'in_a', updated_at: '1' } as InstanceRecord
const movie = (tmdb_id: number): LibraryMovie => ({
  record_id: tmdb_id,
  tmdb_id,
  has_file: false,
  monitored: true,
})

function begin(size: number) {
  const clock = createTestClock()
  const shelf = new Map(Array.from({ length: size }, (_, i) => [i + 1, movie(i + 1)]))
  const calls: string[] = []
  const gates: (() => void)[] = []
  const held = { list: false }
  const movies: MovieLibrary = {
    async list() {
      calls.push('list')
      const found = [...shelf.values()]
      if (held.list) await new Promise<void>(resolve => gates.push(resolve))
      return found
    },
    async find(_connection, tmdb_id) {
      calls.push(`find ${tmdb_id}`)
      return shelf.get(tmdb_id) ?? null
    },
    queue: async () => [],
  }
  const episodes: LibraryEpisode[] = []
  const series: SeriesLibrary = {
    list: async () => [],
    find: async () => null,
    async episodes(_connection, series_id) {
      calls.push(`episodes ${series_id}`)
      return [...episodes]
    },
    queue: async () => [],
  }
  const inventory = { connectionOf: () => ({ url: '', api_key: null }) }
  const projections = createProjections({ clock, inventory, movies, series })
  return {
    projections,
    clock,
    shelf,
    episodes,
    calls,
    held,
    open: () => gates.splice(0).forEach(open => open()),
  }
}

describe('the fifteen seconds of a library (1:4.8.8, 1:8)', () => {
  it('are one read for everybody, and end', async () => {
    const { projections, clock, calls } = begin(3)
    await Promise.all([1, 2, 99].map(id => projections.movie(INSTANCE, id)))
    clock.advance(14_999)
    expect(await projections.movie(INSTANCE, 99)).toBeNull()
    expect(calls).toEqual(['list'])
    clock.advance(1)
    await projections.movie(INSTANCE, 1)
    expect(calls).toEqual(['list', 'list'])
  })

  it('are of the instance as it was saved', async () => {
    const { projections, calls } = begin(3)
    await projections.movie(INSTANCE, 1)
    await projections.movie({ ...INSTANCE, updated_at: '2' }, 1)
    expect(calls).toEqual(['list', 'list'])
  })

  it('hold nothing that was read before an invalidation', async () => {
    const { projections, shelf, calls, held, open } = begin(3)
    held.list = true
    const before = projections.movie(INSTANCE, 4)
    shelf.set(4, movie(4))
    projections.invalidate(INSTANCE.id)
    held.list = false
    // Whoever asks after it hears what was read after it, though the older read is still on its way.
    expect(await projections.movie(INSTANCE, 4)).toMatchObject({ tmdb_id: 4 })
    open()
    expect(await before).toBeNull()
    expect(await projections.movie(INSTANCE, 4)).toMatchObject({ tmdb_id: 4 })
    expect(calls).toEqual(['list', 'list'])
  })

  it('leave a large library’s list to pages of cards', async () => {
    const { projections, clock, calls } = begin(1001)
    await projections.movie(INSTANCE, 1)
    await projections.movie(INSTANCE, 2)
    clock.advance(15_000)
    await projections.movie(INSTANCE, 3)
    await projections.movie(INSTANCE, 3)
    expect(await projections.movie(INSTANCE, 5000)).toBeNull()
    expect(calls).toEqual(['list', 'find 3', 'find 5000'])
    await projections.movies(INSTANCE)
    await projections.movie(INSTANCE, 7)
    expect(calls).toEqual(['list', 'find 3', 'find 5000', 'list'])
  })

  it('are past for who asks for fresh truth', async () => {
    const { projections, shelf, calls } = begin(3)
    await projections.movie(INSTANCE, 4)
    shelf.set(4, movie(4))
    expect(await projections.movie(INSTANCE, 4, { fresh: true })).toMatchObject({ tmdb_id: 4 })
    expect(calls).toEqual(['list', 'find 4'])
  })

  it('know no movie in neither place: a shelf is never older than the queue beside it', async () => {
    const { projections, clock, shelf, calls } = begin(3)
    await projections.movie(INSTANCE, 1)
    clock.advance(10_000)
    // Imported meanwhile: gone from the queue that is read now, so the shelf is read again after it.
    shelf.set(1, { ...movie(1), has_file: true })
    await projections.movieQueue(INSTANCE)
    expect(await projections.movie(INSTANCE, 1)).toMatchObject({ has_file: true })
    await projections.movieQueue(INSTANCE)
    await projections.movie(INSTANCE, 1)
    expect(calls).toEqual(['list', 'list'])
  })
})

describe('what aired of a series, beside its record (1:3)', () => {
  const HOUR_MS = 60 * 60_000
  const record: LibrarySeries = {
    series_id: 5,
    tvdb_id: 430_001,
    monitored: true,
    ended: false,
    seasons: [{ season_number: 1, monitored: true, file_count: 1, wanted_count: 1, total_count: 2 }],
  }
  const inHours = (now: Date, hours: number) => new Date(now.getTime() + hours * HOUR_MS).toISOString()

  it('holds until the next episode airs, without a second read', async () => {
    const { projections, clock, episodes, calls } = begin(0)
    const now = clock.now()
    episodes.push(
      { season_number: 1, has_file: true, airs_at: inHours(now, -1) },
      { season_number: 1, has_file: false, airs_at: inHours(now, 2) },
    )
    expect(projections.areCountsCached(INSTANCE, record)).toBe(false)
    const first = await projections.cachedCounts(INSTANCE, record)
    expect([projections.areCountsCached(INSTANCE, record), first.isCurrent()]).toEqual([true, true])
    expect(first.value.get(1)).toEqual({ aired: 1, files: 1, aired_files: 1 })
    clock.advance(2 * HOUR_MS - 1)
    expect(first.isCurrent()).toBe(true)
    clock.advance(1)
    expect(first.isCurrent()).toBe(false)
    const second = await projections.cachedCounts(INSTANCE, record)
    expect(second.value.get(1)).toEqual({ aired: 2, files: 1, aired_files: 1 })
    expect([second.isCurrent(), calls]).toEqual([true, ['episodes 5']])
  })

  it('ends after some hours, and when the record counts otherwise', async () => {
    const { projections, clock, calls } = begin(0)
    const first = await projections.cachedCounts(INSTANCE, record)
    const [season] = record.seasons
    if (!season) throw new Error('no season')
    const more = { ...record, seasons: [{ ...season, total_count: 3 }] }
    await projections.cachedCounts(INSTANCE, more)
    expect([first.isCurrent(), calls.length]).toEqual([true, 2])
    clock.advance(6 * HOUR_MS)
    expect(first.isCurrent()).toBe(false)
    await projections.cachedCounts(INSTANCE, record)
    expect(calls).toHaveLength(3)
  })
})
