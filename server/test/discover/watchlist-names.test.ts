import { status } from '@foyer/simulators'
import { describe, expect, it } from 'vitest'
import { DAY_MS, MINUTE_MS } from '#kit/durations.ts'
import { callForDays, expectOk } from '#test/calls.ts'
import { ENGINES } from '#test/engines.ts'
import { buildWorld } from '#test/world.ts'

/**
 * C69: a title that no provider has confirmed is what somebody's client sent. Another person, a kids account above all,
 * must never read it.
 */
async function begin(engine: (typeof ENGINES)[number]) {
  const world = await buildWorld({
    engine,
    products: ['tmdb', 'trakt'],
    instances: ['books'],
    users: ['uma', 'bob'],
    kids: ['kim'],
    grants: { uma: ['books'], bob: ['books'], kim: ['books'] },
  })
  const { app, chaptarr, users, settle } = world
  const [book] = chaptarr.catalogue.books
  if (!book) throw new Error('the catalogue has no books')
  const people = Object.values(users).map(session => {
    const call = callForDays(() => app, session)
    return {
      heart: async (body: object) =>
        expectOk(await call('PUT', `/api/me/watchlist/book/bp:${book.hardcover}`, body)),
      takeOff: async () => expectOk(await call('DELETE', `/api/me/watchlist/book/bp:${book.hardcover}`)),
      listed: async () => expectOk(await call('GET', '/api/me/watchlist')).entries,
      told: async () => expectOk(await call('GET', '/api/notifications/inbox')).entries,
    }
  })
  const [uma, bob, kim] = people
  if (!uma || !bob || !kim) throw new Error('somebody is missing')
  return {
    app,
    chaptarr,
    book,
    uma,
    bob,
    kim,
    everybody: [uma, bob, kim],
    async passDays(days: number) {
      app.clock.stepWallClock(days * DAY_MS)
      await settle()
    },
  }
}

describe.each(ENGINES)('a title that nobody has confirmed, on %s', engine => {
  it('is read only by who wrote it, until that of the library replaces it for everybody', async () => {
    const { app, chaptarr, book, uma, bob, kim, everybody, passDays } = await begin(engine)
    chaptarr.faults.always('GET /api/v1/book/lookup', status(503))
    expect(await uma.heart({ title: 'Words of Uma' })).toMatchObject({ title: 'Words of Uma' })
    expect(await bob.heart({ title: 'Words of Bob' })).toMatchObject({ title: 'Words of Bob' })
    expect(await kim.heart({})).toMatchObject({ title: '', title_unverified: true })
    await passDays(1)
    const unverified = (title: string) => [{ title, title_unverified: true }]
    expect(await uma.listed()).toMatchObject(unverified('Words of Uma'))
    expect(await bob.listed()).toMatchObject(unverified('Words of Bob'))
    expect(await kim.listed()).toMatchObject(unverified(''))
    // Nor does it stay behind for the others when its writer is gone.
    await uma.takeOff()
    expect(await kim.listed()).toMatchObject(unverified(''))
    await uma.heart({ title: 'More words of Uma' })

    chaptarr.faults.clear()
    await passDays(1)
    for (const { listed } of everybody) {
      const [entry] = await listed()
      expect(entry).toMatchObject({ title: book.title })
      expect(entry).not.toHaveProperty('title_unverified')
    }
    for (const table of ['watchlist_entries', 'watched_items'] as const)
      expect(JSON.stringify(await app.database.read.selectFrom(table).selectAll().execute())).not.toContain(
        'Words',
      )
  })

  it('is that of nobody once somebody’s heart read it at its library, and in no alert', async () => {
    const { app, chaptarr, book, uma, bob, kim, everybody, passDays } = await begin(engine)
    chaptarr.faults.always('GET /api/v1/book/lookup', status(503))
    await uma.heart({ title: 'Words of Uma' })
    await kim.heart({ title: 'Words of Kim' })
    chaptarr.faults.clear()
    expect(await bob.heart({ title: 'Words of Bob' })).toMatchObject({ title: book.title })
    expect(await uma.listed()).toMatchObject([{ title: book.title }])
    // Longer than a read of the library is kept.
    app.clock.advance(MINUTE_MS)
    for (const format of ['ebook', 'audiobook'] as const) {
      const { id } = chaptarr.addBook(book.hardcover, { format })
      chaptarr.rewriteBook(id, { releaseDate: '2026-11-20T00:00:00Z' })
    }
    await passDays(1)
    await passDays(9)
    await passDays(1)
    for (const { told } of everybody)
      expect(await told()).toMatchObject([{ type: 'watched_book', data: { title: book.title } }])
    const alerts = await app.database.read.selectFrom('alerts').select('data').execute()
    expect(JSON.stringify(alerts)).not.toContain('Words')
  })
})
