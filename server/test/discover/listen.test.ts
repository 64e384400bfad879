import type { ListenResult } from '@foyer/contract/media-servers/listen'
import { BOOK, garbage, hang, status } from '@foyer/simulators'
import { describe, expect, it } from 'vitest'
import { expectOk, refusal, setGrants } from '#test/calls.ts'
import { shareAmongTests } from '#test/engines.ts'
import { addInstance } from '#test/managers.ts'
import { buildWorld } from '#test/world.ts'

const TIDEWATER = `hc:${BOOK.tidewater}`

/** Uma may use the book manager and the audiobook server, where she is ellen. The book is there as a recording. */
async function open({ linked = true } = {}) {
  const world = await buildWorld({
    products: ['audiobookshelf'],
    instances: ['books', 'old_books'],
    users: ['uma'],
  })
  const { app, admin, asAdmin, users, audiobookshelf: shelf, chaptarr, instance_ids } = world
  const server_config = { public_address: 'https://listen.example/' }
  const { id } = await addInstance(app, admin.access_token, {
    service_type: 'audiobook_server',
    name: 'Shelf',
    url: shelf.url,
    api_key: shelf.api_key,
    server_config,
  })
  const grant = (grants: Parameters<typeof setGrants>[2]) => setGrants(asAdmin, users.uma.user.id, grants)
  await grant({ book_manager: [instance_ids.books], audiobook_server: [id] })
  const ellen = shelf.accounts.byLogin('ellen')
  if (!ellen) throw new Error('ellen has an account')
  const link_path = `/api/admin/users/${users.uma.user.id}/media-servers/${id}/account`
  if (linked) expectOk(await asAdmin('PUT', link_path, { remote_user_id: ellen.id }))
  const record = chaptarr.addBook(BOOK.tidewater, { format: 'audiobook', file: true })
  await app.jobs.settle()
  shelf.journal.clear()
  const path = (foreign_book_id = TIDEWATER, instance_id = instance_ids.books) =>
    `/api/media-servers/listen?${new URLSearchParams({ instance_id, foreign_book_id }).toString()}`
  const item = shelf.items.values().find(one => one.book.hardcover === BOOK.tidewater)
  if (!item) throw new Error('the shelf has the book')
  return { ...world, shelf, server_id: id, grant, ellen, link_path, record, path, item }
}

/** One for all tests of the `describe` that calls this, which change nothing; each finds the journals empty. */
function shareOpened() {
  const shared = shareAmongTests(() => open())
  return () => {
    const world = shared()
    world.shelf.journal.clear()
    world.chaptarr.journal.clear()
    return world
  }
}

describe('where a book can be listened to (2:4.13.7)', () => {
  it('opens the recordings that carry its identifiers, each by itself', async () => {
    const { asUma, path, item, server_id, shelf } = await open()
    const other = shelf.addBook(BOOK.tidewater, { narrator: 'Somebody else', isbn: null })
    const answer = await asUma('GET', path())
    expect([answer.status, answer.headers['cache-control']]).toEqual([200, 'no-store'])
    const { title } = item.book
    expect(answer.body).toEqual([
      {
        instance_id: server_id,
        service_type: 'audiobook_server',
        name: 'Shelf',
        state: 'found',
        items: expect.arrayContaining([
          {
            id: item.id,
            title,
            library_name: 'Audiobooks',
            narrators: [item.narrator],
            url: `https://listen.example/item/${item.id}`,
          },
          {
            id: other.id,
            title,
            library_name: 'Audiobooks',
            narrators: ['Somebody else'],
            url: `https://listen.example/item/${other.id}`,
          },
        ]),
        listening_apps: { ios: 'browser', android: 'browser' },
      },
    ])
    expect(answer.body[0].items).toHaveLength(2)
    expect(answer.raw.toString()).not.toMatch(/127\.0\.0\.1|eyJ/)
  })

  it('compares identifiers exactly, never names, and needs audio', async () => {
    const { asUma, path, item, shelf } = await open()
    const state = async () => (await asUma('GET', path())).body[0].state
    const { asin } = item
    item.asin = `${asin}9`
    expect(await state()).toBe('unverified')
    item.asin = asin
    item.audio = false
    expect(await state()).toBe('unverified')
    item.audio = true
    item.is_missing = true
    expect(await state()).toBe('unverified')
    item.is_missing = false
    expect(await state()).toBe('found')
    shelf.items.delete(item.id)
    expect((await asUma('GET', path())).body).toMatchObject([
      { state: 'unverified', items: [], fallback_url: 'https://listen.example' },
    ])
  })

  it.each([
    ['library', (shelf: Shelf) => (shelf.user.permissions['accessAllLibraries'] = false)],
    ['tag it must have', (shelf: Shelf) => (shelf.user.permissions['accessAllTags'] = false)],
    [
      'tag it must not have',
      ({ user, item }: Shelf) => {
        user.permissions['accessAllTags'] = false
        user.permissions['selectedTagsNotAccessible'] = true
        user.tags = ['grown-ups']
        item.tags = ['grown-ups']
      },
    ],
    ['explicit content', ({ item }: Shelf) => (item.explicit = true)],
    ['activity', ({ user }: Shelf) => (user.is_active = false)],
  ])('finds only what the account may access: %s', async (_what, limit) => {
    const { asUma, path, ellen, item } = await open()
    limit({ user: ellen, item })
    expect((await asUma('GET', path())).body).toMatchObject([{ state: 'unverified', items: [] }])
    ellen.is_active = true
    Object.assign(ellen.permissions, {
      accessAllLibraries: true,
      accessAllTags: true,
      accessExplicitContent: true,
    })
    expect((await asUma('GET', path())).body).toMatchObject([{ state: 'found' }])
  })

  it('offers a server without a linked account as a fallback, without calling it (C40)', async () => {
    const { asUma, path, shelf } = await open({ linked: false })
    expect((await asUma('GET', path())).body).toMatchObject([
      { state: 'unverified', items: [], fallback_url: 'https://listen.example' },
    ])
    expect(shelf.journal.entries).toEqual([])
  })

  it('says nothing when the account is gone or was changed during the search', async () => {
    const { asUma, path, ellen, shelf } = await open()
    const values = shelf.items.values.bind(shelf.items)
    shelf.items.values = () => {
      ellen.permissions['accessExplicitContent'] = true
      return values()
    }
    expect((await asUma('GET', path())).body).toMatchObject([{ state: 'unverified', items: [] }])
    shelf.items.values = values
    shelf.accounts.users.delete(ellen.id)
    expect((await asUma('GET', path())).body).toMatchObject([{ state: 'unverified', items: [] }])
  })

  it('is an empty list without an eligible server or without audio files', async () => {
    const { asAdmin, asUma, path, grant, instance_ids, server_id, chaptarr, record, shelf } = await open()
    const book_manager = [instance_ids.books]
    await grant({ book_manager })
    expect((await asUma('GET', path())).body).toEqual([])
    await grant({ book_manager, audiobook_server: [server_id] })
    expect((await asUma('GET', path('hc:1'))).body).toEqual([])
    chaptarr.deleteFiles(record.id)
    shelf.journal.clear()
    expect((await asUma('GET', path())).body).toEqual([])
    expect(shelf.journal.entries).toEqual([])
    chaptarr.importFile(record.id)
    expect((await asUma('GET', path())).body).toHaveLength(1)
    const server_config = { public_address: '' }
    expectOk(await asAdmin('PUT', `/api/admin/instances/${server_id}`, { server_config }))
    expect((await asUma('GET', path())).body).toEqual([])
  })

  it('shows the app that the person chose', async () => {
    const { asUma, path } = await open()
    expectOk(await asUma('PUT', '/api/me/listening-apps', { ios: 'thirdparty' }))
    expect((await asUma('GET', path())).body).toMatchObject([
      { listening_apps: { ios: 'thirdparty', android: 'browser' } },
    ])
  })
})

type Shelf = {
  user: Awaited<ReturnType<typeof open>>['ellen']
  item: Awaited<ReturnType<typeof open>>['item']
}

describe('the source of a book', () => {
  const opened = shareOpened()

  it('must be a book manager that the caller may use', async () => {
    const { asUma, asAdmin, path, instance_ids, server_id, shelf } = opened()
    expect(refusal(await asUma('GET', path(TIDEWATER, instance_ids.old_books)))).toEqual([
      403,
      'instance_forbidden',
    ])
    expect(refusal(await asUma('GET', path(TIDEWATER, server_id)))).toEqual([403, 'instance_forbidden'])
    expect(refusal(await asUma('GET', path(TIDEWATER, 'in_nowhere')))).toEqual([403, 'instance_forbidden'])
    expect(refusal(await asAdmin('GET', path(TIDEWATER, 'in_nowhere')))).toEqual([404, 'instance_not_found'])
    expect(refusal(await asAdmin('GET', path(TIDEWATER, server_id)))).toEqual([404, 'instance_not_found'])
    expect(shelf.journal.entries).toEqual([])
  })

  it('is judged before the book is (C17)', async () => {
    const { asUma, path, instance_ids } = opened()
    const bare = (instance_id: string) => `/api/media-servers/listen?instance_id=${instance_id}`
    expect(refusal(await asUma('GET', bare(instance_ids.books)))).toEqual([400, 'validation'])
    expect(refusal(await asUma('GET', path('')))).toEqual([400, 'validation'])
    expect(refusal(await asUma('GET', path('x'.repeat(257))))).toEqual([400, 'validation'])
    expect(refusal(await asUma('GET', bare(instance_ids.old_books)))).toEqual([403, 'instance_forbidden'])
    expect(refusal(await asUma('GET', `/api/media-servers/listen?foreign_book_id=${TIDEWATER}`))).toEqual([
      400,
      'validation',
    ])
  })

  it.each(['GET /api/v1/book/:id', 'GET /api/v1/bookfile', 'GET /api/v1/edition'])(
    'that does not answer %s leaves it unknown',
    async route => {
      const { asUma, path, chaptarr, shelf } = opened()
      for (const fault of [status(500), garbage()]) {
        chaptarr.faults.next(route, fault)
        expect(refusal(await asUma('GET', path()))).toEqual([503, 'unavailable'])
      }
      expect(shelf.journal.entries).toEqual([])
    },
  )

  it('has five seconds', async () => {
    const { app, asUma, path, chaptarr } = opened()
    chaptarr.faults.next('GET /api/v1/bookfile', hang())
    const asking = asUma('GET', path())
    await expect.poll(() => chaptarr.journal.requests('GET /api/v1/bookfile').length).toBeGreaterThan(0)
    app.clock.advance(5000)
    expect(refusal(await asking)).toEqual([503, 'unavailable'])
  })

  it('has no recordings where the manager has ebooks only (C7)', async () => {
    const { asUma, path, grant, instance_ids, server_id, readarr, item } = await open()
    await grant({ book_manager: [instance_ids.old_books], audiobook_server: [server_id] })
    readarr.addBook(BOOK.tidewater, { file: true })
    const own = path(String(item.book.goodreads), instance_ids.old_books)
    expect((await asUma('GET', own)).body).toEqual([])
  })
})

describe('an audiobook server that does not answer', () => {
  const opened = shareOpened()

  it('is unreachable, with a way to open it', async () => {
    const { asUma, path, shelf } = opened()
    for (const fault of [status(500), garbage(), garbage('html'), status(401)]) {
      shelf.faults.always('GET /api/*', fault)
      expect((await asUma('GET', path())).body).toMatchObject([
        { state: 'unreachable', items: [], fallback_url: 'https://listen.example' },
      ])
      shelf.faults.clear()
    }
  })

  it('is given up after five seconds', async () => {
    const { app, asUma, path, shelf } = opened()
    shelf.faults.next('GET /api/users/:id', hang())
    const asking = asUma('GET', path())
    await expect.poll(() => shelf.journal.entries.length).toBeGreaterThan(0)
    app.clock.advance(5000)
    expect((await asking).body).toMatchObject([{ state: 'unreachable' }])
  })
})

describe('what changed while the servers were asked', () => {
  /** Runs the change while the shelf is being asked. */
  async function whileAsked(change: (parts: Awaited<ReturnType<typeof open>>) => Promise<unknown>) {
    const parts = await open()
    const { app, asUma, path, shelf } = parts
    shelf.faults.next('GET /api/libraries', hang())
    const asking = asUma('GET', path())
    await expect.poll(() => shelf.journal.requests('GET /api/libraries')).toHaveLength(1)
    await change(parts)
    app.clock.advance(5000)
    return asking
  }
  const rows = ({ body }: { body: ListenResult[] }) => body.map(row => row.name)

  it('leaves out a server whose grant, link or address is another one', async () => {
    expect(rows(await whileAsked(async () => undefined))).toEqual(['Shelf'])
    const revoked = await whileAsked(({ grant, instance_ids }) =>
      grant({ book_manager: [instance_ids.books] }),
    )
    expect(rows(revoked)).toEqual([])
    const unlinked = await whileAsked(({ asAdmin, link_path }) => asAdmin('DELETE', link_path))
    expect(rows(unlinked)).toEqual([])
    const moved = await whileAsked(({ asAdmin, server_id }) => {
      const server_config = { public_address: 'https://moved.example' }
      return asAdmin('PUT', `/api/admin/instances/${server_id}`, { server_config })
    })
    expect(rows(moved)).toEqual([])
  })

  it('refuses when the source is no longer open to the caller, or is another one', async () => {
    const revoked = await whileAsked(({ grant, server_id }) => grant({ audiobook_server: [server_id] }))
    expect(refusal(revoked)).toEqual([403, 'instance_forbidden'])
    const moved = await whileAsked(async ({ app, instance_ids }) =>
      app.database.transaction(tx =>
        tx
          .updateTable('instances')
          .set({ url: 'http://127.0.0.1:9' })
          .where('id', '=', instance_ids.books)
          .execute(),
      ),
    )
    expect(refusal(moved)).toEqual([503, 'unavailable'])
  })
})
