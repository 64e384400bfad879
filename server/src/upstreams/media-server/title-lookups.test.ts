import { garbage, HARBOUR_NINE_TVDB, MOVIE, SHOW, startWorld, status } from '@foyer/simulators'
import { describe, expect, it } from 'vitest'
import { systemClock } from '#kit/clock.ts'
import { createOutbound } from '#kit/outbound.ts'
import { UpstreamFault } from '#kit/upstream-fault.ts'
import type { MediaServerConnection } from '#ports/media-server.ts'
import type { TitleLookup } from '#ports/title-lookup.ts'
import { afterTest } from '#test/engines.ts'
import { createEmbyTitles } from '../emby/emby-titles.ts'
import { createJellyfinTitles } from '../jellyfin/jellyfin-titles.ts'
import { createPlexTitles } from '../plex/plex-titles.ts'

const signal = new AbortController().signal
const UNVERIFIED = { state: 'unverified' }
const MISSING = { state: 'missing' }

function openOutbound() {
  const outbound = createOutbound({ clock: systemClock, external_proxy: () => null, user_agent: 'test' })
  afterTest(() => outbound.destroy())
  return outbound
}

async function openAccountServer(product: 'jellyfin' | 'emby') {
  const world = await startWorld({ products: [product] })
  afterTest(() => world.close())
  const sim = world[product]
  const { internal } = openOutbound()
  const lookup = product === 'jellyfin' ? createJellyfinTitles(internal) : createEmbyTitles(internal)
  const connection: MediaServerConnection = { url: sim.url, api_key: sim.api_key }
  const ellen = sim.accounts.named('ellen')
  if (!ellen) throw new Error('ellen has an account')
  const movie = world.catalogue.movie(MOVIE.with_file)
  return {
    sim,
    ellen,
    lookup,
    connection,
    server_id: sim.accounts.server_id,
    year: Number(movie?.release_date.slice(0, 4)),
    route: (text: string) => (product === 'emby' ? text.replace(' /', ' /emby/') : text),
    itemId(title: string) {
      const items: Iterable<{ id: string; name: string }> = sim.library.items.values()
      return [...items].find(one => one.name === title)?.id
    },
  }
}

describe.each(['jellyfin', 'emby'] as const)('titles of %s (2:4.13.6)', product => {
  it('finds a movie by its TMDB id and a show by its TVDB id, never by name', async () => {
    const { lookup, connection, ellen, server_id, itemId, year } = await openAccountServer(product)
    const find = (title: Parameters<TitleLookup['find']>[2]) =>
      lookup.find(connection, ellen.id, title, signal)
    const found = { state: 'found', item_id: itemId('Paper Lanterns'), server_id }
    const movie = { kind: 'movie', title: 'Paper Lanterns', year } as const
    expect(await find({ ...movie, tmdb_id: MOVIE.with_file })).toEqual(found)
    expect(await find({ ...movie, year: year + 1, tmdb_id: MOVIE.with_file })).toEqual(found)
    expect(await find({ ...movie, year: undefined, tmdb_id: MOVIE.with_file })).toEqual(found)
    expect(await find({ kind: 'movie', tmdb_id: MOVIE.with_file })).toEqual(found)
    expect(await find({ ...movie, tmdb_id: MOVIE.absent })).toEqual(MISSING)
    // A TVDB id says nothing about a movie.
    expect(await find({ ...movie, tvdb_id: HARBOUR_NINE_TVDB })).toEqual(UNVERIFIED)

    const show = { state: 'found', item_id: itemId('Harbour Nine'), server_id }
    expect(await find({ kind: 'tv', title: 'Harbour Nine', tvdb_id: HARBOUR_NINE_TVDB })).toEqual(show)
    expect(await find({ kind: 'tv', title: 'Harbour Nine', tmdb_id: SHOW.harbour_nine })).toEqual(show)
    // The TVDB id decides where both are known.
    const contradicting = { kind: 'tv', tmdb_id: SHOW.harbour_nine, tvdb_id: 1 } as const
    expect(await find({ ...contradicting, title: 'Harbour Nine' })).toEqual(MISSING)
  })

  it('sees only what the account sees', async () => {
    const { lookup, connection, ellen, year } = await openAccountServer(product)
    ellen.policy['EnableAllFolders'] = false
    ellen.policy['EnabledFolders'] = []
    const title = { kind: 'movie', tmdb_id: MOVIE.with_file, year } as const
    expect(await lookup.find(connection, ellen.id, title, signal)).toEqual(MISSING)
  })

  it('says nothing for a disabled account, and that a missing one is gone', async () => {
    const { lookup, connection, ellen, sim, route } = await openAccountServer(product)
    const title = { kind: 'movie', tmdb_id: MOVIE.with_file } as const
    ellen.policy['IsDisabled'] = true
    expect(await lookup.find(connection, ellen.id, title, signal)).toEqual(UNVERIFIED)
    expect(sim.journal.requests(route('GET /Items'))).toHaveLength(0)
    sim.accounts.users.delete(ellen.id)
    expect(await lookup.find(connection, ellen.id, title, signal)).toEqual({ state: 'account_gone' })
  })

  it.each(['disabled', 'limited', 'renamed', 'deleted'] as const)(
    'says nothing when the account is %s during the search',
    async change => {
      const { lookup, connection, ellen, sim } = await openAccountServer(product)
      // The second read of the account sees the change: it is made as soon as the items were read.
      const items: Map<string, unknown> = sim.library.items
      const values = items.values.bind(items)
      items.values = () => {
        if (change === 'disabled') ellen.policy['IsDisabled'] = true
        if (change === 'limited') ellen.policy['EnableAllFolders'] = false
        if (change === 'renamed') ellen.name = 'somebody else'
        if (change === 'deleted') sim.accounts.users.delete(ellen.id)
        return values()
      }
      const title = { kind: 'movie', tmdb_id: MOVIE.with_file } as const
      expect(await lookup.find(connection, ellen.id, title, signal)).toEqual(UNVERIFIED)
    },
  )

  it('passes every failure on, and never calls it missing', async () => {
    const { lookup, connection, ellen, sim } = await openAccountServer(product)
    const title = { kind: 'movie', tmdb_id: MOVIE.with_file } as const
    for (const fault of [status(500), garbage(), garbage('html'), status(503)]) {
      sim.faults.next('GET /Items', fault)
      await expect(lookup.find(connection, ellen.id, title, signal)).rejects.toBeInstanceOf(UpstreamFault)
    }
  })
})

describe('a library of Jellyfin that needs several pages', () => {
  it('is read to the end', async () => {
    const { lookup, connection, ellen, sim, itemId } = await openAccountServer('jellyfin')
    const item_id = itemId('Paper Lanterns')
    const items = sim.library.items as unknown as Map<string, { id: string; provider_ids: object }>
    const [first] = items.values()
    if (!first) throw new Error('there is an item')
    const wanted = [...items.entries()]
    items.clear()
    for (let i = 0; i < 1200; i++) {
      const id = String(i).padStart(32, '0')
      items.set(id, { ...first, id, provider_ids: { Tmdb: String(i) } })
    }
    for (const [id, item] of wanted) items.set(id, item)
    const title = { kind: 'movie', tmdb_id: MOVIE.with_file } as const
    expect(await lookup.find(connection, ellen.id, title, signal)).toMatchObject({
      state: 'found',
      item_id,
    })
    expect(sim.journal.requests('GET /Items')).toHaveLength(3)
  })
})

async function openPlex() {
  const world = await startWorld({ products: ['plexTv', 'plex'] })
  afterTest(() => world.close())
  const { plex, plexTv } = world
  const lookup = createPlexTitles(openOutbound(), plexTv.url, { client_identifier: 'foyer-1', version: '1' })
  const connection: MediaServerConnection = {
    url: plex.url,
    api_key: plex.token,
    machine_identifier: plex.machine_identifier,
  }
  const share = plexTv.cloud.shares.find(one => one.invited_email === 'ellen@example.org')
  if (!share) throw new Error('ellen has a share')
  const item = plex.library.items.values().find(one => one.guids.includes(`tmdb://${MOVIE.with_file}`))
  return {
    plex,
    plexTv,
    share,
    connection,
    lookup,
    year: item?.year ?? 0,
    found: {
      state: 'found',
      item_id: String(item?.rating_key),
      server_id: plex.machine_identifier,
    },
    find: (email: string, title: Partial<Parameters<TitleLookup['find']>[2]> = {}) =>
      lookup.find(connection, email, { kind: 'movie', tmdb_id: MOVIE.with_file, ...title }, signal),
  }
}

const ELLEN = 'ellen@example.org'

describe('titles of Plex (2:4.13.6)', () => {
  it('finds a title with the scoped token of an accepted share', async () => {
    const { find, found, plex, share, year } = await openPlex()
    expect(await find(ELLEN)).toEqual(found)
    expect(await find(ELLEN.toUpperCase(), { year: year + 1 })).toEqual(found)
    expect(await find(ELLEN, { title: 'Paper Lanterns' })).toEqual(found)
    const tokens = plex.journal.entries.map(entry => entry.headers['x-plex-token'])
    expect(new Set(tokens)).toEqual(new Set([undefined, share.access_token]))
  })

  it('finds a share by the invited address, also when another account accepted it', async () => {
    const { find, found, share } = await openPlex()
    share.invited_email = 'old.address@example.org'
    expect(await find('old.address@example.org')).toEqual(found)
    expect(await find(ELLEN)).toEqual(found)
  })

  it('asks who the server is before it sends a token', async () => {
    const { find, plex } = await openPlex()
    await find(ELLEN)
    const [first, ...rest] = plex.journal.entries
    expect(first).toMatchObject({ path: '/identity' })
    expect(first?.headers).not.toHaveProperty('x-plex-token')
    expect(rest.every(entry => entry.path === '/identity' || entry.headers['x-plex-token'])).toBe(true)
  })

  it('sends no token to a server with another identity', async () => {
    const { find, plex, plexTv } = await openPlex()
    const other = await startWorld({ products: ['plexTv', 'plex'], seed: 'other' })
    afterTest(() => other.close())
    plexTv.cloud.server_url = other.plex.url
    plex.faults.always('GET /identity', status(500))
    await expect(find(ELLEN)).rejects.toBeInstanceOf(UpstreamFault)
    expect(other.plex.journal.entries.map(entry => entry.path)).toEqual(['/identity'])
    expect(other.plex.journal.entries[0]?.headers).not.toHaveProperty('x-plex-token')
  })

  it('goes on to the next address when one does not answer, and has none left when all fail', async () => {
    const { find, found, plex, plexTv } = await openPlex()
    plexTv.cloud.server_url = 'https://127.0.0.1:9'
    expect(await find(ELLEN)).toEqual(found)
    plex.faults.always('GET /identity', garbage('html'))
    await expect(find(ELLEN)).rejects.toMatchObject({ kind: 'unreachable' })
  })

  it('uses the stored token for the owner alone, after checking who owns it', async () => {
    const { find, found, plexTv } = await openPlex()
    expect(await find('marlow@example.org')).toEqual(found)
    expect(plexTv.journal.requests('GET /api/v2/user').length).toBeGreaterThan(1)
    expect(await find('nobody@example.org')).toEqual(UNVERIFIED)
  })

  it('asks only libraries that are shared', async () => {
    const { find, plex } = await openPlex()
    expect(await find(ELLEN, { kind: 'tv', tmdb_id: SHOW.harbour_nine })).toEqual(UNVERIFIED)
    expect(await find('marlow@example.org', { kind: 'tv', tmdb_id: SHOW.harbour_nine })).toMatchObject({
      state: 'found',
    })
    expect(plex.journal.entries.filter(entry => entry.answer?.status === 404)).toEqual([])
  })

  it('trusts only one match: none, two or a pending invite say nothing', async () => {
    const { find, plex } = await openPlex()
    expect(await find(ELLEN, { tmdb_id: MOVIE.absent })).toEqual(UNVERIFIED)
    expect(await find('new.person@example.org')).toEqual(UNVERIFIED)
    const [first] = plex.library.items.values()
    if (first) plex.library.items.set(9999, { ...first, rating_key: 9999 })
    expect(await find(ELLEN)).toEqual(UNVERIFIED)
  })

  it('matches what an old agent wrote', async () => {
    const { find, plex } = await openPlex()
    const item = plex.library.addMovie(MOVIE.requested, { old_agent: true })
    expect(await find(ELLEN, { tmdb_id: MOVIE.requested })).toMatchObject({
      state: 'found',
      item_id: String(item.rating_key),
    })
  })

  it('gives up beyond a thousand candidates', async () => {
    const { find, plex, year } = await openPlex()
    const [first] = plex.library.items.values()
    if (!first) throw new Error('there is an item')
    for (let i = 0; i < 1001; i++)
      plex.library.items.set(20_000 + i, { ...first, rating_key: 20_000 + i, guids: [], year: 1950 })
    expect(await find(ELLEN)).toEqual(UNVERIFIED)
    // The year leaves them out.
    expect(await find(ELLEN, { year })).toMatchObject({ state: 'found' })
  })

  it.each(['removed', 'limited', 'closed'] as const)(
    'says nothing when the share is %s during the search',
    async change => {
      const { find, plex, plexTv, share } = await openPlex()
      const items = plex.library.items
      const values = items.values.bind(items)
      items.values = () => {
        // The list is still answered with what was shared before.
        queueMicrotask(() => {
          const { shares } = plexTv.cloud
          if (change === 'removed') shares.splice(0, shares.length, ...shares.filter(one => one !== share))
          if (change === 'limited') share.section_ids = []
          if (change === 'closed') share.access_token = 'another'
        })
        return values()
      }
      expect(await find(ELLEN)).toEqual(UNVERIFIED)
    },
  )

  it('says nothing where plex.tv no longer shows a token', async () => {
    const { find, share } = await openPlex()
    share.access_token = ''
    expect(await find(ELLEN)).toEqual(UNVERIFIED)
  })

  it.each([
    'GET /api/v2/shared_servers/owned/accepted',
    'GET /api/servers/:machine/shared_servers',
    'GET /api/v2/resources',
  ])('passes on that plex.tv did not answer %s', async route => {
    const { find, plexTv } = await openPlex()
    for (const fault of [status(500), status(429), garbage(), garbage('html')]) {
      plexTv.faults.next(route, fault)
      await expect(find(ELLEN)).rejects.toBeInstanceOf(UpstreamFault)
    }
  })

  it('passes on that the server did not answer', async () => {
    const { find, plex } = await openPlex()
    plex.faults.next('GET /library/sections', garbage())
    await expect(find(ELLEN)).rejects.toBeInstanceOf(UpstreamFault)
    plex.faults.next('GET /library/sections/:key/all', status(500))
    await expect(find(ELLEN)).rejects.toBeInstanceOf(UpstreamFault)
  })
})
