import { describe, expect, it } from 'vitest'
import type { Caller } from '#kit/caller.ts'
import { createTestClock } from '#test/test-clock.ts'
import { UpstreamFault } from '#kit/upstream-fault.ts'
import type { CatalogAlbum, MusicCatalog } from '#ports/music-catalog.ts'
import { openFresh } from '#test/engines.ts'
import { createTestLog } from '#test/test-log.ts'
import { createDiscoverMusic } from './discover-music.ts'
import { createMusicCache } from './music-cache.ts'
import { MusicFeed } from '@foyer/contract/discover-music'

const ANA: Caller = { user_id: 1, username: 'ana', role: 'admin', device_id: 'd_1' }
const ID = '11111111-aaaa-4aaa-8aaa-000000000001'

const album = (foreign_id: string): CatalogAlbum => ({
  foreign_id,
  title: 'Glass Harbour',
  artist: 'Ada Vell',
  artists: [],
  primary_type: 'Album',
  secondary_types: [],
  genres: [],
})

const out = () => Promise.reject(new UpstreamFault({ upstream: 'MusicBrainz', kind: 'unreachable' }))

/** A catalog that knows one record and counts how often it is asked. */
function createCatalog() {
  const asked: { id: string; lane: string; signal: AbortSignal | undefined }[] = []
  let hold: Promise<void> = Promise.resolve()
  const catalog: MusicCatalog = {
    searchAlbums: out,
    searchArtists: out,
    albumsWithTag: out,
    albums: out,
    artist: out,
    artistAlbums: out,
    tracks: out,
    groupOfRelease: out,
    async album(id, { lane, signal }) {
      asked.push({ id, lane, signal })
      await Promise.race([
        hold,
        new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
      ])
      return album(id)
    },
  }
  return { catalog, asked, holdUntil: (until: Promise<void>) => void (hold = until) }
}

async function setUp() {
  const database = await openFresh('sqlite')
  const provider = createCatalog()
  const music = createDiscoverMusic({
    database,
    clock: createTestClock(),
    catalog: provider.catalog,
    charts: { popular: out, newReleases: out },
    covers: { front: out },
    inventory: {
      decide: async () => ({ instance: null, refusal: 'no_instance' }),
      connectionOf: () => expect.fail('there is no library'),
    },
    profiles: { find: out, picture: out },
    log: createTestLog(),
    hiddenTypes: async () => [],
    currentCaller: async () => ANA,
  })
  const leaving = new AbortController()
  const call = { caller: ANA, instance_id: undefined, leaving: () => leaving.signal }
  return { database, music, call, leaving, ...provider }
}

describe('what is known (C31, 1:4.3)', () => {
  it('is told in the same turn, until something was written', async () => {
    const { music, call, asked, database } = await setUp()
    const first = await music.titles.album(call, ID)
    const again = () => music.titles.album({ ...call, leaving: () => expect.fail('nobody waits') }, ID)
    expect(again()).toBe(first)
    await database.transaction(tx => tx.selectFrom('users').selectAll().execute())
    expect(await again()).toBe(first)
    expect(asked).toEqual([{ id: ID, lane: '1', signal: expect.any(AbortSignal) }])
  })

  it('an answer that all left is not waited for any more; one that somebody waits for is', async () => {
    const { music, call, asked, leaving, holdUntil } = await setUp()
    const held = Promise.withResolvers<void>()
    holdUntil(held.promise)
    const stays = new AbortController()
    const gone = Promise.resolve(music.titles.album(call, ID)).catch((error: unknown) => error)
    const staying = music.titles.album({ ...call, leaving: () => stays.signal }, ID)
    await new Promise<void>(resolve => setImmediate(resolve))
    leaving.abort(new Error('left'))
    expect(await gone).toMatchObject({ message: 'left' })
    expect(asked.map(({ signal }) => signal?.aborted)).toEqual([false])
    held.resolve()
    expect((await staying).bytes.toString()).toContain('Glass Harbour')

    const alone = music.titles.album(
      { ...call, leaving: () => AbortSignal.abort(new Error('left')) },
      ID.replace(/1$/, '2'),
    )
    await expect(alone).rejects.toThrow('left')
  })
})

it('keeps no more than its share of 2000 answers (1/4.3)', async () => {
  const cache = createMusicCache(createTestClock())
  const body = { results: [], page: 1, source: 'MusicBrainz', scope: 'Search' }
  for (let i = 0; i < 1600; i++) {
    const question = cache.question({
      key: `search ${i}`,
      ttl_ms: 1000,
      shape: MusicFeed,
      load: async () => ({ body, keep: true }),
    })
    await question.load({ lane: '1' })
  }
  expect(cache.stats().entries).toBe(1490)
})
