import { BOOK, garbage, MOVIE, SHOW, status } from '@foyer/simulators'
import { describe, expect, it } from 'vitest'
import { expectOk, setGrants } from '#test/calls.ts'
import { addInstance } from '#test/managers.ts'
import { buildWorld } from '#test/world.ts'

const TYPES = {
  jellyfin: 'account_server_a',
  plex: 'invite_server',
  audiobookshelf: 'audiobook_server',
} as const
type Product = keyof typeof TYPES
const PRODUCTS = Object.keys(TYPES) as Product[]
const PATH = '/api/media-servers/latest'
const TIDEWATER = 'The Tidewater Ledger'
const PAST_REUSE_MS = 61_000

/** Uma is ellen on all three servers; the kids account Kim has an account on the first; Vic has none. */
async function open() {
  const world = await buildWorld({
    products: ['tmdb', 'jellyfin', 'plex', 'plexTv', 'audiobookshelf'],
    users: ['uma', 'vic'],
    kids: ['kim'],
  })
  const { app, admin, asAdmin, users, jellyfin, plex, audiobookshelf: shelf } = world
  const keys = { jellyfin: jellyfin.api_key, plex: plex.token, audiobookshelf: shelf.api_key }
  const ids: Record<string, string> = {}
  for (const [i, product] of PRODUCTS.entries()) {
    const server_config = { public_address: `https://${product}.example/` }
    const { url } = world[product]
    const form = { service_type: TYPES[product], name: product, url, api_key: keys[product], sort_order: i }
    ids[product] = (await addInstance(app, admin.access_token, { ...form, server_config })).id
  }
  const instance = (product: Product) => ids[product] ?? ''
  const grants = Object.fromEntries(PRODUCTS.map(product => [TYPES[product], [instance(product)]]))
  for (const user of Object.values(users)) await setGrants(asAdmin, user.user.id, grants)
  const link = async (name: 'uma' | 'kim', product: Product, remote_user_id: string | undefined) => {
    const path = `/api/admin/users/${users[name].user.id}/media-servers/${instance(product)}/account`
    expectOk(await asAdmin('PUT', path, { remote_user_id }))
  }
  await link('uma', 'jellyfin', jellyfin.accounts.named('ellen')?.id)
  await link('uma', 'plex', 'ellen@example.org')
  await link('uma', 'audiobookshelf', shelf.accounts.byLogin('ellen')?.id)
  await link('kim', 'jellyfin', jellyfin.accounts.named('kids')?.id)
  await app.jobs.settle()
  for (const sim of [jellyfin, plex, world.plexTv, shelf]) sim.journal.clear()
  return { ...world, instance, shelf }
}

describe('what is new on the media servers of a person', () => {
  it('the newest of all servers, each title once, as their own accounts see it', async () => {
    const { asUma, jellyfin, instance } = await open()
    jellyfin.library.addMovie(MOVIE.absent)
    const { servers, items } = expectOk(await asUma('GET', PATH))
    expect(servers).toEqual(
      PRODUCTS.map(name => ({
        instance_id: instance(name),
        service_type: TYPES[name],
        name,
        status_known: true,
      })),
    )
    expect(items.length).toBeLessThanOrEqual(20)
    const dates = items.map((one: { added_at: string }) => one.added_at)
    expect(dates).toEqual(dates.toSorted().toReversed())
    const titles = items.flatMap((one: { media_type: string; tmdb_id?: number }) =>
      one.tmdb_id === undefined ? [] : [`${one.media_type}:${one.tmdb_id}`],
    )
    expect(new Set(titles).size).toBe(titles.length)
    expect(titles).toContain(`movie:${MOVIE.absent}`)
    expect(titles).toContain(`tv:${SHOW.harbour_nine}`)
    const movie = items.find((one: { tmdb_id?: number }) => one.tmdb_id === MOVIE.absent)
    expect(movie).toMatchObject({
      instance_id: instance('jellyfin'),
      poster_path: expect.any(String),
      url: expect.stringMatching(/^https:\/\/jellyfin\.example\/web\/#\/details\?id=/),
    })
    const book = items.find((one: { media_type: string }) => one.media_type === 'book')
    expect(book).toMatchObject({
      author: expect.any(String),
      cover: expect.stringMatching(`^/api/media-servers/${instance('audiobookshelf')}/covers/`),
      url: expect.stringMatching(/^https:\/\/audiobookshelf\.example\/item\//),
    })
  })

  it('reads each server once for a minute, however many ask', async () => {
    const { asUma, jellyfin, app } = await open()
    await Promise.all([asUma('GET', PATH), asUma('GET', PATH)])
    await asUma('GET', PATH)
    // Movies, and shows by their newest episode.
    expect(jellyfin.journal.requests('GET /Items')).toHaveLength(2)
    app.clock.advance(PAST_REUSE_MS)
    await asUma('GET', PATH)
    expect(jellyfin.journal.requests('GET /Items')).toHaveLength(4)
  })

  it('a server that does not answer is said to be away, and asked again', async () => {
    const { asUma, jellyfin, instance } = await open()
    jellyfin.faults.always('GET /Items', status(503))
    const away = expectOk(await asUma('GET', PATH))
    const known = Object.fromEntries(
      away.servers.map((one: { name: string; status_known: boolean }) => [one.name, one.status_known]),
    )
    expect(known).toEqual({ jellyfin: false, plex: true, audiobookshelf: true })
    expect(away.items.length).toBeGreaterThan(0)
    expect(away.items.some((one: { instance_id: string }) => one.instance_id === instance('jellyfin'))).toBe(
      false,
    )
    jellyfin.faults.clear()
    expect(expectOk(await asUma('GET', PATH)).servers[0]).toMatchObject({ status_known: true })
  })

  it('nothing without an account, a grant, or rights on the server; a disabled account leaves it out', async () => {
    const { asUma, asVic, asAdmin, users, jellyfin, app, instance } = await open()
    expect(expectOk(await asVic('GET', PATH))).toEqual({ servers: [], items: [] })
    const ellen = jellyfin.accounts.named('ellen')
    if (!ellen) throw new Error('ellen has an account')
    ellen.policy['EnableAllFolders'] = false
    ellen.policy['EnabledFolders'] = []
    const limited = expectOk(await asUma('GET', PATH))
    expect(limited.servers).toHaveLength(3)
    expect(
      limited.items.some((one: { instance_id: string }) => one.instance_id === instance('jellyfin')),
    ).toBe(false)
    ellen.policy['IsDisabled'] = true
    app.clock.advance(PAST_REUSE_MS)
    expect(expectOk(await asUma('GET', PATH)).servers).toHaveLength(2)
    await setGrants(asAdmin, users.uma.user.id, {})
    expect(expectOk(await asUma('GET', PATH))).toEqual({ servers: [], items: [] })
  })

  it('hidden titles are left out', async () => {
    const { asUma, asAdmin } = await open()
    const has = async () =>
      expectOk(await asUma('GET', PATH)).items.some(
        (one: { tmdb_id?: number }) => one.tmdb_id === MOVIE.with_file,
      )
    expect(await has()).toBe(true)
    expectOk(await asAdmin('PUT', `/api/admin/hidden-titles/movie/${MOVIE.with_file}`))
    expect(await has()).toBe(false)
  })

  it('a kids account sees what its limits let through, and nothing that cannot be judged', async () => {
    const { asKim, jellyfin, tmdb, app } = await open()
    const kids = jellyfin.accounts.named('kids')
    if (!kids) throw new Error('there is an account for kids')
    kids.policy['EnableAllFolders'] = true
    for (const id of [MOVIE.with_file, MOVIE.above_pg_cap, MOVIE.unrated]) jellyfin.library.addMovie(id)
    jellyfin.library.addMovie(MOVIE.requested).provider_ids = {}
    const { servers, items } = expectOk(await asKim('GET', PATH))
    expect(servers).toMatchObject([{ name: 'jellyfin', status_known: true }])
    const ids = items.map((one: { tmdb_id?: number }) => one.tmdb_id)
    expect(ids).toContain(MOVIE.with_file)
    for (const id of [MOVIE.above_pg_cap, MOVIE.unrated, undefined]) expect(ids).not.toContain(id)

    // A title that came while the provider does not answer is not shown.
    jellyfin.library.addMovie(MOVIE.absent)
    app.clock.advance(PAST_REUSE_MS)
    tmdb.faults.always('GET /3/movie/:id', status(401))
    const later = await asKim('GET', PATH)
    expect(JSON.stringify(later.body)).not.toContain(String(MOVIE.absent))
  })
})

describe('covers of new books', () => {
  const coverOf = async (asUma: Awaited<ReturnType<typeof open>>['asUma'], title: string) =>
    expectOk(await asUma('GET', PATH)).items.find((one: { title: string }) => one.title === title)?.cover

  it('are relayed, once for everybody, and only where the server has one', async () => {
    const { asUma, asVic, shelf } = await open()
    const { book } = shelf.addBook(BOOK.standalone, { cover: false })
    expect(await coverOf(asUma, book.title)).toBeUndefined()
    const path = await coverOf(asUma, TIDEWATER)
    const answers = await Promise.all([asUma('GET', path), asUma('GET', path)])
    for (const { status: code, headers } of answers)
      expect([code, headers['content-type']]).toEqual([200, 'image/png'])
    expect(shelf.journal.requests('GET /api/items/:id/cover')).toHaveLength(1)
    // Whoever has no account there sees neither the book nor its cover.
    expect((await asVic('GET', path)).status).toBe(404)
  })

  it('are those of the list alone: not of other items, of hidden books, or of another server', async () => {
    const { asUma, asAdmin, shelf, instance } = await open()
    const path = await coverOf(asUma, TIDEWATER)
    const folder = path.slice(0, path.lastIndexOf('/'))
    for (const id of ['unknown', '..', '%2e%2e%2fme'])
      expect((await asUma('GET', `${folder}/${id}`)).status).toBe(404)
    expect((await asUma('GET', path.replace(instance('audiobookshelf'), instance('jellyfin')))).status).toBe(
      404,
    )
    expectOk(await asUma('GET', path))
    const book = { media_type: 'book', foreign_id: `hc:${BOOK.tidewater}`, title: TIDEWATER }
    expectOk(await asAdmin('PUT', '/api/admin/hidden-works', book))
    expect((await asUma('GET', path)).status).toBe(404)
    expect(shelf.journal.requests('GET /api/items/:id/cover')).toHaveLength(1)
  })

  it('a page in place of a picture, or no answer, is a failure of the server', async () => {
    const { asUma, shelf } = await open()
    const path = await coverOf(asUma, TIDEWATER)
    for (const fault of [garbage('html'), status(500)]) {
      shelf.faults.next('GET /api/items/:id/cover', fault)
      expect((await asUma('GET', path)).status).toBe(502)
    }
    shelf.faults.clear()
    expectOk(await asUma('GET', path))
  })
})
