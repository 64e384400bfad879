import { garbage, lie, MOVIE, type ProductName, SHOW, slow, startWorld, status } from '@foyer/simulators'
import { describe, expect, it } from 'vitest'
import { systemClock } from '#kit/clock.ts'
import { createOutbound } from '#kit/outbound.ts'
import { UpstreamFault } from '#kit/upstream-fault.ts'
import type { LatestTitles } from '#ports/latest-titles.ts'
import type { MediaServerConnection } from '#ports/media-server.ts'
import { afterTest, shareAmongTests } from '#test/engines.ts'
import { createAudiobookshelfLatest } from '../audiobookshelf/audiobookshelf-latest.ts'
import { createEmbyLatest } from '../emby/emby-latest.ts'
import { createJellyfinLatest } from '../jellyfin/jellyfin-latest.ts'
import { createPlexLatest } from '../plex/plex-latest.ts'

const signal = new AbortController().signal
const IDENTITY = { client_identifier: 'foyer-1', version: '1' }
/** Ellen's share of the Plex server has its movies alone. */
const KINDS = { jellyfin: ['movie', 'tv'], emby: ['movie', 'tv'], plex: ['movie'], audiobookshelf: ['book'] }
/** Movies and shows are read first. */
const BEFORE_EPISODES = [slow(0), slow(0)]
const PRODUCTS = ['jellyfin', 'emby', 'plex', 'audiobookshelf'] as const

const EPISODE = {
  Id: '9',
  ServerId: 's',
  Name: 'The newest',
  Type: 'Episode',
  DateCreated: '2099-01-01T00:00:00Z',
}

/** All four servers, each with ellen's account on it. */
async function open() {
  const world = await startWorld<ProductName>({
    products: ['jellyfin', 'emby', 'plex', 'plexTv', 'audiobookshelf'],
  })
  const outbound = createOutbound({ clock: systemClock, external_proxy: () => null, user_agent: 'test' })
  afterTest(world.close)
  afterTest(() => outbound.destroy())
  const { jellyfin, emby, plex, plexTv, audiobookshelf } = world
  const { internal } = outbound
  const { machine_identifier } = plex
  interface Adapter {
    latest: LatestTitles
    connection: MediaServerConnection
    ellen: string
    /** What the titles are read by. */
    list: string
    faults: typeof plex.faults
  }
  const of: Record<(typeof PRODUCTS)[number], Adapter> = {
    jellyfin: {
      latest: createJellyfinLatest(internal),
      connection: { url: jellyfin.url, api_key: jellyfin.api_key },
      ellen: jellyfin.accounts.named('ellen')?.id ?? '',
      list: 'GET /Items',
      faults: jellyfin.faults,
    },
    emby: {
      latest: createEmbyLatest(internal),
      connection: { url: emby.url, api_key: emby.api_key },
      ellen: emby.accounts.named('ellen')?.id ?? '',
      list: 'GET /Items',
      faults: emby.faults,
    },
    plex: {
      latest: createPlexLatest(outbound, plexTv.url, IDENTITY),
      connection: { url: plex.url, api_key: plex.token, machine_identifier },
      ellen: 'ellen@example.org',
      list: 'GET /library/sections/:key/all',
      faults: plex.faults,
    },
    audiobookshelf: {
      latest: createAudiobookshelfLatest(internal),
      connection: { url: audiobookshelf.url, api_key: audiobookshelf.api_key },
      ellen: audiobookshelf.accounts.byLogin('ellen')?.id ?? '',
      list: 'GET /api/libraries/:id/items',
      faults: audiobookshelf.faults,
    },
  }
  return { ...world, of }
}

describe('what is new on a media server', () => {
  const shared = shareAmongTests(open)

  it.each(PRODUCTS)(
    '%s: newest first, no more than asked for, each with its kind and its day',
    async name => {
      const { latest, connection, ellen } = shared().of[name]
      const all = await latest.read(connection, ellen, 60, signal)
      if (!all) throw new Error('ellen has an account')
      expect(all.length).toBeGreaterThan(1)
      expect(all.map(one => one.added_at)).toEqual(
        all
          .map(one => one.added_at)
          .toSorted()
          .toReversed(),
      )
      const kinds = new Set(all.map(one => one.kind))
      expect([...kinds].toSorted()).toEqual(KINDS[name])
      for (const one of all) {
        expect(one.title).not.toBe('')
        if (one.kind === 'book') expect(one.author).toEqual(expect.any(String))
      }
      if (name !== 'audiobookshelf')
        expect(all).toContainEqual(expect.objectContaining({ kind: 'movie', tmdb_id: MOVIE.with_file }))
      expect(await latest.read(connection, ellen, 1, signal)).toEqual(all.slice(0, 1))
    },
  )

  it.each(PRODUCTS)('%s: nothing for an account that is not there', async name => {
    const { latest, connection } = shared().of[name]
    const gone = name === 'plex' ? 'nobody@example.org' : '00000000000000000000000000000000'
    expect(await latest.read(connection, gone, 60, signal)).toBeNull()
  })

  it.each(PRODUCTS)('%s: every failure is passed on, and never an empty list', async name => {
    const { latest, connection, ellen, list, faults } = shared().of[name]
    for (const fault of [status(500), status(429), garbage(), garbage('html')]) {
      faults.next(list, fault)
      await expect(latest.read(connection, ellen, 60, signal)).rejects.toBeInstanceOf(UpstreamFault)
      faults.clear()
    }
    const wrong = { ...connection, api_key: 'wrong' }
    await expect(latest.read(wrong, ellen, 60, signal)).rejects.toBeInstanceOf(UpstreamFault)
  })

  it.each(['jellyfin', 'emby', 'plex'] as const)(
    '%s: a show is new with its newest episode, once, though it came long ago',
    async name => {
      const world = await open()
      const { latest, connection, ellen } = world.of[name]
      // Ellen sees no shows on Plex.
      const account = name === 'plex' ? 'marlow@example.org' : ellen
      const { library } = world[name]
      library.addShow(SHOW.running)
      for (const id of [SHOW.harbour_nine, SHOW.with_specials, SHOW.harbour_nine]) library.addEpisode(id)
      const newest = async (limit: number) =>
        (await latest.read(connection, account, limit, signal))?.map(one => one.tmdb_id)
      // As many as fit: the show itself is then older than all that its library names by their own date.
      expect(await newest(1)).toEqual([SHOW.harbour_nine])
      expect(await newest(2)).toEqual([SHOW.harbour_nine, SHOW.with_specials])
      const all = await newest(60)
      expect(all?.filter(id => id === SHOW.harbour_nine)).toHaveLength(1)
    },
  )

  it.each(['emby', 'plex'] as const)('%s: episodes that cannot be read are a failure', async name => {
    const world = await open()
    const { latest, connection, ellen, list, faults } = world.of[name]
    const account = name === 'plex' ? 'marlow@example.org' : ellen
    faults.next(list, ...BEFORE_EPISODES, status(500))
    await expect(latest.read(connection, account, 60, signal)).rejects.toBeInstanceOf(UpstreamFault)
  })

  it('emby: an episode that is only announced makes no show new', async () => {
    const { emby, of } = await open()
    const { latest, connection, ellen, list, faults } = of.emby
    const { show } = emby.library.addEpisode(SHOW.harbour_nine)
    faults.next(
      list,
      ...BEFORE_EPISODES,
      lie(() => ({ Items: [{ ...EPISODE, SeriesId: show?.id, LocationType: 'Virtual' }] })),
    )
    const [first] = (await latest.read(connection, ellen, 60, signal)) ?? []
    expect(first?.tmdb_id).not.toBe(SHOW.harbour_nine)
  })

  it('plex: shows that are removed while they are read are left out, and nothing else is', async () => {
    const { plex, of } = await open()
    const { latest, connection, faults } = of.plex
    plex.library.addEpisode(SHOW.harbour_nine)
    faults.next('GET /library/metadata/:id', status(404))
    const [first] = (await latest.read(connection, 'marlow@example.org', 1, signal)) ?? []
    expect(first?.tmdb_id).toBe(SHOW.with_specials)
  })
})
