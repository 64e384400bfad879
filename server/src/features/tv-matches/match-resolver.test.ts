import { expect, it } from 'vitest'
import { DAY_MS } from '#kit/durations.ts'
import { UpstreamFault } from '#kit/upstream-fault.ts'
import { describeEachEngine } from '#test/engines.ts'
import * as store from './match-store.ts'
import { setUpMatches } from '#test/test-matches.ts'

describeEachEngine('finding out which series a show is (1/4.7)', open => {
  it('tells the show without its specials, in order', async () => {
    const { matches } = setUpMatches(await open())
    expect(await matches.show(1)).toEqual({
      tmdb_id: 1,
      title: 'Harbour Nine',
      poster_path: '/p.jpg',
      premiere_year: 2025,
      seasons: [
        { season_number: 1, name: 'The first', episode_count: 8, air_date: '2025-02-03' },
        { season_number: 2, name: 'Season 2', episode_count: 3 },
      ],
      tvdb_id: null,
    })
  })

  it('keeps a bridge for exactly thirty days', async () => {
    const { resolve, asked, says, clock } = setUpMatches(await open())
    says.lists = 5
    expect(await resolve()).toMatchObject({ tvdb_id: 5, provenance: 'metadata' })
    says.lists = 6
    clock.advance(30 * DAY_MS - 1)
    expect([(await resolve()).tvdb_id, asked.lists]).toEqual([5, 1])
    clock.advance(1)
    expect([(await resolve()).tvdb_id, asked.lists]).toEqual([6, 2])
    // The metadata provider comes before the list provider.
    says.tvdb_id = 4
    clock.advance(30 * DAY_MS)
    expect([(await resolve()).tvdb_id, asked.lists, asked.search]).toEqual([4, 2, 0])
  })

  it('falls back to a unique title, and forgets a bridge that nobody knows any more', async () => {
    const database = await open()
    const { resolve, says, clock, matches } = setUpMatches(database)
    says.tvdb_id = 5
    const bridged = await resolve()
    says.tvdb_id = null
    clock.advance(31 * DAY_MS)
    const titled = await resolve()
    expect(titled).toMatchObject({ tvdb_id: 7, provenance: 'title', target_title: 'HARBOUR NINE!' })
    expect(await store.findIdentity(database.read, 1)).toBeUndefined()
    expect(await matches.isCurrent(database.read, titled)).toBe(true)
    says.series = []
    clock.advance(31 * DAY_MS)
    const lost = await resolve()
    expect(lost).toMatchObject({ state: 'unresolved', provenance: 'default' })
    expect(new Set([bridged, titled, lost].map(one => one.revision)).size).toBe(3)
  })

  it('looks for a title anew in the library that an instance is pointed at', async () => {
    const { resolve, resolveElsewhere, says, asked } = setUpMatches(await open())
    expect(await resolve()).toMatchObject({ tvdb_id: 7, provenance: 'title' })
    says.series = []
    expect(await resolveElsewhere()).toMatchObject({ state: 'unresolved' })
    expect(asked.search).toBe(2)
  })

  it('asks once for all who wait, and not again while a guess is young', async () => {
    const { resolve, asked, clock } = setUpMatches(await open())
    const all = await Promise.all(Array.from({ length: 8 }, resolve))
    expect(new Set(all.map(match => match.tvdb_id))).toEqual(new Set([7]))
    await resolve()
    expect(asked).toMatchObject({ lists: 1, search: 1 })
    clock.advance(15_000)
    await resolve()
    expect(asked).toMatchObject({ lists: 2, search: 2 })
  })

  it('does not guess while a bridge is down, and does without one that is not configured', async () => {
    const { resolve, down, configured, asked } = setUpMatches(await open())
    down.lists = true
    await expect(resolve()).rejects.toBeInstanceOf(UpstreamFault)
    expect(asked.search).toBe(0)
    configured.lists = false
    expect((await resolve()).provenance).toBe('title')
    configured.metadata = false
    await expect(resolve()).rejects.toMatchObject({ code: 'metadata_unconfigured' })
  })

  it('asks nobody about what was decided, and says by storage alone whether a look still holds', async () => {
    const database = await open()
    const { resolve, matches, asked, says } = setUpMatches(database)
    says.tvdb_id = 5
    const found = await resolve()
    expect(await matches.isCurrent(database.read, found)).toBe(true)
    const before = { ...asked }
    const local = { tmdb_id: 1, title: 'Harbour Nine', target_title: null, season_map: { '1': 3 } }
    const save = (mode: 'custom' | 'paused', local_revision: number) =>
      database.transaction(tx =>
        store.saveLocalMatch(
          tx,
          { ...local, mode, tvdb_id: mode === 'custom' ? 9 : null, local_revision },
          { updated_at: '2026-11-15T09:00:00.000Z', updated_by: null },
        ),
      )
    await save('custom', 1)
    expect(await matches.isCurrent(database.read, found)).toBe(false)
    const custom = await resolve()
    expect(custom).toMatchObject({ tvdb_id: 9, season_map: { '1': 3 }, provenance: 'custom' })
    expect(await database.transaction(tx => matches.isCurrent(tx, custom))).toBe(true)
    await save('paused', 2)
    expect((await resolve()).state).toBe('paused')
    expect(await matches.isCurrent(database.read, custom)).toBe(false)
    expect(asked).toEqual(before)
  })

  it('knows whole pages of shows and series by storage alone', async () => {
    const database = await open()
    const { resolve, matches, says } = setUpMatches(database)
    says.tvdb_id = 389_492
    await resolve()
    const written = { updated_at: '2026-11-15T09:00:00.000Z', updated_by: null }
    const local = { title: '', target_title: null, tvdb_id: null, season_map: {}, local_revision: 1 }
    await database.transaction(async tx => {
      await store.saveLocalMatch(tx, { ...local, tmdb_id: 113_988, mode: 'paused' }, written)
      const custom = { ...local, tmdb_id: 2, mode: 'custom' as const, tvdb_id: 9, season_map: { '1': 4 } }
      await store.saveLocalMatch(tx, custom, written)
      // A bridge that an admin overruled points nowhere any more.
      await store.saveIdentity(tx, { tmdb_id: 2, tvdb_id: 389_492, source: 'lists', found_at: '' })
    })
    expect(await matches.targets(database.read, [1, 2, 3, 113_988, 225_634])).toEqual(
      new Map<number, unknown>([
        [1, { tvdb_id: 389_492, season_map: 'same' }],
        [2, { tvdb_id: 9, season_map: { '1': 4 } }],
        [113_988, 'paused'],
        [225_634, { tvdb_id: 389_492, season_map: { '1': 2 } }],
      ]),
    )
    const shows = await matches.shows(database.read, [389_492, 9, 8])
    expect(new Map([...shows].map(([id, ids]) => [id, new Set(ids)]))).toEqual(
      new Map([
        [389_492, new Set([1, 225_634, 286_801, 299_939])],
        [9, new Set([2])],
      ]),
    )
    expect(await matches.shows(database.read, [])).toEqual(new Map())
  })
})
