import type { WatchResult } from '@foyer/contract/media-servers/watch'
import { garbage, hang, HARBOUR_NINE_TVDB, MOVIE, SHOW, status } from '@foyer/simulators'
import { describe, expect, it } from 'vitest'
import { expectOk, setGrants } from '#test/calls.ts'
import { shareAmongTests } from '#test/engines.ts'
import { addInstance } from '#test/managers.ts'
import { buildWorld } from '#test/world.ts'

const TYPES = { jellyfin: 'account_server_a', emby: 'account_server_b', plex: 'invite_server' } as const
type Product = keyof typeof TYPES
const PRODUCTS = Object.keys(TYPES) as Product[]

/** Uma and the kids account Kim, both linked to ellen's accounts on all three servers unless said otherwise. */
async function open({ linked = PRODUCTS }: { linked?: readonly Product[] } = {}) {
  const world = await buildWorld({
    products: ['tmdb', 'jellyfin', 'emby', 'plex', 'plexTv'],
    users: ['uma'],
    kids: ['kim'],
  })
  const { app, admin, asAdmin, users, jellyfin, emby, plex } = world
  const keys = { jellyfin: jellyfin.api_key, emby: emby.api_key, plex: plex.token }
  const ids: Record<string, string> = {}
  for (const [i, product] of PRODUCTS.entries()) {
    const server_config = { public_address: `https://${product}.example/` }
    const { url } = world[product]
    const form = { service_type: TYPES[product], name: product, url, api_key: keys[product], sort_order: i }
    ids[product] = (await addInstance(app, admin.access_token, { ...form, server_config })).id
  }
  const instance = (product: Product) => ids[product] ?? ''
  const grant = (user_id: number, products: readonly Product[]) =>
    setGrants(
      asAdmin,
      user_id,
      Object.fromEntries(products.map(product => [TYPES[product], [instance(product)]])),
    )
  const remote = (product: Product, name: string) =>
    product === 'plex'
      ? { uma: 'ellen@example.org', kim: 'marlow@example.org' }[name]
      : world[product].accounts.named(name === 'uma' ? 'ellen' : 'kids')?.id
  const link = async (name: 'uma' | 'kim', product: Product) => {
    const path = `/api/admin/users/${users[name].user.id}/media-servers/${instance(product)}/account`
    expectOk(await asAdmin('PUT', path, { remote_user_id: remote(product, name) }))
  }
  for (const name of ['uma', 'kim'] as const) {
    await grant(users[name].user.id, PRODUCTS)
    for (const product of linked) await link(name, product)
  }
  await app.jobs.settle()
  for (const sim of [jellyfin, emby, plex, world.plexTv]) sim.journal.clear()
  const year = Number(world.catalogue.movie(MOVIE.with_file)?.release_date.slice(0, 4))
  const path = (query: Record<string, string | number | undefined>) => {
    const entries = Object.entries(query).flatMap(([name, value]): [string, string][] =>
      value === undefined ? [] : [[name, String(value)]],
    )
    return `/api/media-servers/watch?${new URLSearchParams(entries).toString()}`
  }
  const MOVIE_QUERY = { media_type: 'movie', tmdb_id: MOVIE.with_file, title: 'Paper Lanterns', year }
  const states = (rows: WatchResult[]) => Object.fromEntries(rows.map(row => [row.name, row.state]))
  return { ...world, instance, grant, link, path, MOVIE_QUERY, states, year }
}

/** One for all tests of the `describe` that calls this, which change nothing; each finds the servers well and their journals empty. */
function shareOpened(options: Parameters<typeof open>[0] = {}) {
  const shared = shareAmongTests(() => open(options))
  return () => {
    const world = shared()
    const { tmdb, jellyfin, emby, plex, plexTv } = world
    for (const simulator of [tmdb, jellyfin, emby, plex, plexTv]) {
      simulator.faults.clear()
      simulator.journal.clear()
    }
    return world
  }
}

describe('where a title can be watched (2:4.13.6)', () => {
  const opened = shareOpened()

  it('opens exactly that title on every server, in order, without a token or an inner address', async () => {
    const { asUma, path, MOVIE_QUERY, instance, jellyfin, emby, plex } = opened()
    const answer = await asUma('GET', path(MOVIE_QUERY))
    const items = (library: { items: Map<string, { id: string; name: string }> }) =>
      [...library.items.values()].find(item => item.name === 'Paper Lanterns')?.id
    const on_plex = plex.library.items.values().find(item => item.title === 'Paper Lanterns')?.rating_key
    expect([answer.status, answer.headers['cache-control'], answer.body]).toEqual([
      200,
      'no-store',
      [
        {
          instance_id: instance('jellyfin'),
          service_type: 'account_server_a',
          name: 'jellyfin',
          state: 'found',
          url: `https://jellyfin.example/web/#/details?id=${items(jellyfin.library)}&serverId=${jellyfin.accounts.server_id}`,
          video_apps: { ios: 'service' },
        },
        {
          instance_id: instance('emby'),
          service_type: 'account_server_b',
          name: 'emby',
          state: 'found',
          url: `https://emby.example/web/index.html#!/item?id=${items(emby.library)}&serverId=${emby.accounts.server_id}`,
          video_apps: { ios: 'service' },
        },
        {
          instance_id: instance('plex'),
          service_type: 'invite_server',
          name: 'plex',
          state: 'found',
          url: `https://app.plex.tv/desktop/#!/server/${plex.machine_identifier}/details?key=%2Flibrary%2Fmetadata%2F${on_plex}`,
          video_apps: { ios: 'service' },
        },
      ],
    ])
    expect(answer.raw.toString()).not.toContain('127.0.0.1')
  })

  it('finds shows by TVDB id, and tells a title that is not scanned yet from one it cannot know about', async () => {
    const { asUma, path, states } = opened()
    const show = { media_type: 'tv', tvdb_id: HARBOUR_NINE_TVDB, title: 'Harbour Nine' }
    const found = (await asUma('GET', path(show))).body
    // Shows are not shared with ellen on Plex.
    expect(states(found)).toEqual({ jellyfin: 'found', emby: 'found', plex: 'unverified' })
    const absent = (await asUma('GET', path({ media_type: 'movie', tmdb_id: MOVIE.absent }))).body
    expect(states(absent)).toEqual({ jellyfin: 'missing', emby: 'missing', plex: 'unverified' })
    expect(absent).toMatchObject([
      expect.not.objectContaining({ fallback_url: expect.anything() }),
      expect.not.objectContaining({ fallback_url: expect.anything() }),
      { fallback_url: 'https://plex.example' },
    ])
  })

  it('answers an empty list to somebody without a grant', async () => {
    const { asUma, users, grant, path, MOVIE_QUERY } = await open()
    await grant(users.uma.user.id, [])
    expect((await asUma('GET', path(MOVIE_QUERY))).body).toEqual([])
  })

  it('skips servers at which nobody can sign in', async () => {
    const { asAdmin, asUma, path, MOVIE_QUERY, instance } = await open()
    for (const product of PRODUCTS) {
      const server_config = { public_address: '' }
      expectOk(await asAdmin('PUT', `/api/admin/instances/${instance(product)}`, { server_config }))
    }
    expect((await asUma('GET', path(MOVIE_QUERY))).body).toEqual([])
  })

  it('leaves out a server whose account is gone, and says nothing for a disabled one (C40)', async () => {
    const { app, asUma, path, MOVIE_QUERY, states, jellyfin, emby, plexTv } = await open()
    jellyfin.accounts.users.delete(jellyfin.accounts.named('ellen')?.id ?? '')
    const policy = emby.accounts.named('ellen')?.policy ?? {}
    policy['IsDisabled'] = true
    plexTv.cloud.shares.splice(0)
    expect(states((await asUma('GET', path(MOVIE_QUERY))).body)).toEqual({
      emby: 'unverified',
      plex: 'unverified',
    })
    // What Foyer saw earlier never blocks a lookup.
    policy['IsDisabled'] = false
    await app.database.transaction(tx =>
      tx.updateTable('media_server_accounts').set({ disabled: 1 }).execute(),
    )
    expect(states((await asUma('GET', path(MOVIE_QUERY))).body)).toMatchObject({ emby: 'found' })
  })

  it('shows the app that the person chose', async () => {
    const { asUma, path, MOVIE_QUERY } = await open()
    expectOk(await asUma('PUT', '/api/me/video-apps', { account_server_a: { ios: 'alt_player' } }))
    expect((await asUma('GET', path(MOVIE_QUERY))).body).toMatchObject([
      { video_apps: { ios: 'alt_player' } },
      { video_apps: { ios: 'service' } },
      { video_apps: { ios: 'service' } },
    ])
  })
})

describe('where a title can be watched without an account', () => {
  const opened = shareOpened({ linked: [] })

  it('refuses what is not a title, and cuts long names', async () => {
    const { asUma, path, MOVIE_QUERY } = opened()
    const refused = [
      { media_type: 'book', tmdb_id: 1 },
      { media_type: 'movie' },
      { media_type: 'movie', tmdb_id: 0 },
      { media_type: 'movie', tmdb_id: 'x' },
      { media_type: 'movie', tmdb_id: 1, year: 1700 },
      { media_type: 'movie', tmdb_id: 1, year: 'soon' },
    ]
    for (const query of refused) {
      const answer = await asUma('GET', path(query))
      expect([query, answer.status, answer.body.code]).toEqual([query, 400, 'validation'])
    }
    expect((await asUma('GET', path({ ...MOVIE_QUERY, title: 'x'.repeat(5000) }))).status).toBe(200)
  })

  it('offers every granted invite server as a fallback, and no other server without an account', async () => {
    const { asUma, path, MOVIE_QUERY, jellyfin, emby, plex, plexTv } = opened()
    expect((await asUma('GET', path(MOVIE_QUERY))).body).toMatchObject([
      { name: 'plex', state: 'unverified', fallback_url: 'https://plex.example' },
    ])
    expect([jellyfin, emby, plex, plexTv].flatMap(one => one.journal.entries)).toEqual([])
  })
})

describe('a server that does not answer', () => {
  const opened = shareOpened()

  it.each(PRODUCTS)('costs the others nothing: %s', async product => {
    const { asUma, path, MOVIE_QUERY, states, ...world } = opened()
    const found = { jellyfin: 'found', emby: 'found', plex: 'found' }
    for (const fault of [status(500), garbage(), garbage('html'), status(401)]) {
      world[product].faults.always('* /*', fault)
      const { body } = await asUma('GET', path(MOVIE_QUERY))
      expect(states(body)).toEqual({ ...found, [product]: 'unreachable' })
      world[product].faults.clear()
    }
  })

  it.each(PRODUCTS)('is given up after five seconds: %s', async product => {
    const { app, asUma, path, MOVIE_QUERY, states, ...world } = opened()
    world[product].faults.always('* /*', hang())
    const asking = asUma('GET', path(MOVIE_QUERY))
    await expect.poll(() => world[product].journal.entries.length).toBeGreaterThan(0)
    // The last call to each of the others has its answer.
    const LAST = {
      jellyfin: () => world.jellyfin.journal.requests('GET /Users/:id'),
      emby: () => world.emby.journal.requests('GET /emby/Users/:id'),
      plex: () => world.plexTv.journal.requests('GET /api/servers/:machine/shared_servers'),
    }
    for (const other of PRODUCTS.filter(one => one !== product))
      await expect.poll(() => LAST[other]().filter(call => call.answer)).toHaveLength(2)
    for (let i = 0; i < 3; i++) await fetch(`${world.tmdb.url}/3/configuration`)
    app.clock.advance(5000)
    const { body } = await asking
    expect(states(body)).toEqual({
      jellyfin: 'found',
      emby: 'found',
      plex: 'found',
      [product]: 'unreachable',
    })
    if (product === 'plex') expect(body.at(-1)).toMatchObject({ fallback_url: 'https://plex.example' })
  })
})

describe('what changed while the servers were asked', () => {
  /** Runs the change while one server is being asked. */
  async function whileAsked(change: (parts: Awaited<ReturnType<typeof open>>) => Promise<unknown>) {
    const parts = await open()
    const { emby, asUma, path, MOVIE_QUERY } = parts
    emby.faults.next('GET /emby/Items', hang())
    const asking = asUma('GET', path(MOVIE_QUERY))
    await expect.poll(() => emby.journal.requests('GET /emby/Items')).toHaveLength(1)
    await change(parts)
    parts.app.clock.advance(5000)
    return { ...parts, answer: await asking }
  }
  const names = (answer: { body: WatchResult[] }) => answer.body.map(row => row.name)

  it('leaves out a server whose grant is gone', async () => {
    const { answer } = await whileAsked(({ grant, users }) => grant(users.uma.user.id, ['emby', 'plex']))
    expect(names(answer)).toEqual(['emby', 'plex'])
  })

  it('leaves out a server whose link is gone or is another one', async () => {
    const { answer } = await whileAsked(async ({ asAdmin, users, instance, jellyfin }) => {
      const path = (product: Product) =>
        `/api/admin/users/${users.uma.user.id}/media-servers/${instance(product)}/account`
      await asAdmin('DELETE', path('plex'))
      await asAdmin('DELETE', path('jellyfin'))
      const remote_user_id = jellyfin.accounts.named('Tove Åkesson')?.id
      expectOk(await asAdmin('PUT', path('jellyfin'), { remote_user_id }))
    })
    expect(names(answer)).toEqual(['emby'])
  })

  it('leaves out a server with another address for people', async () => {
    const { answer } = await whileAsked(async ({ asAdmin, instance }) => {
      const server_config = { public_address: 'https://moved.example' }
      expectOk(await asAdmin('PUT', `/api/admin/instances/${instance('jellyfin')}`, { server_config }))
    })
    expect(names(answer)).toEqual(['emby', 'plex'])
  })

  it('answers nothing to a session that ended', async () => {
    const { answer } = await whileAsked(({ asAdmin, users }) =>
      asAdmin('DELETE', `/api/admin/users/${users.uma.user.id}`),
    )
    expect([answer.status, answer.body.code]).toEqual([401, 'session_revoked'])
  })
})

describe('a kids account', () => {
  const opened = shareOpened()

  it('finds what its limits allow, whatever the client says of the title', async () => {
    const { asKim, path, MOVIE_QUERY, states, jellyfin } = opened()
    const wrong = { ...MOVIE_QUERY, title: 'Something else', year: 1900, tvdb_id: 12 }
    const { body } = await asKim('GET', path(wrong))
    expect(states(body)).toEqual({ jellyfin: 'found', emby: 'found', plex: 'found' })
    const asked = jellyfin.journal.requests('GET /Items').map(entry => entry.query.get('Years'))
    expect(asked).toEqual([[MOVIE_QUERY.year - 1, MOVIE_QUERY.year, MOVIE_QUERY.year + 1].join(',')])
  })

  it('finds no blocked title, with the body of every blocked title', async () => {
    const { asKim, path, jellyfin } = opened()
    const blocked = await asKim('GET', path({ media_type: 'movie', tmdb_id: MOVIE.above_pg_cap }))
    expect([blocked.status, blocked.body]).toEqual([404, { error: 'not available' }])
    const mature = await asKim(
      'GET',
      path({ media_type: 'tv', tmdb_id: SHOW.mature, tvdb_id: HARBOUR_NINE_TVDB }),
    )
    expect([mature.status, mature.body]).toEqual([404, { error: 'not available' }])
    expect(jellyfin.journal.entries).toEqual([])
  })

  it('is refused while its limits cannot be checked', async () => {
    const { asKim, asUma, path, MOVIE_QUERY, tmdb } = await open()
    const unknown = await asKim('GET', path({ media_type: 'movie', tvdb_id: 5 }))
    expect([unknown.status, unknown.body.code]).toEqual([503, 'unavailable'])
    tmdb.faults.always('* /*', garbage())
    const answer = await asKim('GET', path(MOVIE_QUERY))
    expect([answer.status, answer.body.code]).toEqual([503, 'unavailable'])
    expect((await asUma('GET', path(MOVIE_QUERY))).status).toBe(200)
  })

  it('gets no answer for a title that was blocked meanwhile', async () => {
    const { app, asKim, asAdmin, users, path, MOVIE_QUERY, emby } = await open()
    emby.faults.next('GET /emby/Items', hang())
    const asking = asKim('GET', path(MOVIE_QUERY))
    await expect.poll(() => emby.journal.requests('GET /emby/Items').length).toBe(1)
    const policy = (await asAdmin('GET', `/api/admin/users/${users.kim.user.id}/content-policy`)).body
    expectOk(
      await asAdmin('PUT', `/api/admin/users/${users.kim.user.id}/content-policy`, {
        ...policy,
        blocked_movie_genres: [16],
      }),
    )
    app.clock.advance(5000)
    expect((await asking).status).toBe(404)
  })
})
