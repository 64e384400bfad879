import type { InboxEntry } from '@foyer/contract/inbox'
import { BOOK, lie, status } from '@foyer/simulators'
import { describe, expect, it } from 'vitest'
import { DAY_MS } from '#kit/durations.ts'
import { callForDays, expectOk, refusal, setGrants } from '#test/calls.ts'
import { setContentLimits } from '#test/content-limits.ts'
import { ENGINES } from '#test/engines.ts'
import { installHook } from '#test/library-hooks.ts'
import { advanceWhileIdle } from '#test/music-discovery.ts'
import { buildWorld } from '#test/world.ts'

const AUTHOR = { id: 'hc:901', name: 'Ines Moor' }
const SERIES = 'Saltmarsh'
const EVERYTHING = { askable: true, released: true, arrived: true }
const FOUND_BY_CHANCE = {
  foreignBookId: 'hc:999999',
  title: 'Found by chance',
  author: { foreignAuthorId: AUTHOR.id },
}
const entry = (kind: string, id: string) => `/api/me/watchlist/${kind}/${encodeURIComponent(id)}`

/** A server with books and music on which days pass, and somebody who may use both. */
async function begin(options: { engine?: (typeof ENGINES)[number] } = {}) {
  const world = await buildWorld({
    ...options,
    products: ['tmdb', 'trakt', 'musicbrainz'],
    instances: ['books', 'music'],
  })
  const { app, addUser, admin, instance_ids, musicbrainz } = world
  /** The watch takes its turn at a provider that allows one call a second. */
  const settle = () => advanceWhileIdle(app, [musicbrainz.journal], world.settle())
  const grants = { book_manager: [instance_ids.books], music_manager: [instance_ids.music] }
  const asAdmin = callForDays(() => app, admin)
  const { session } = await addUser('uma')
  const asUma = callForDays(() => app, session)
  const user_id = session.user.id
  await setGrants(asAdmin, user_id, grants)
  const [artist] = musicbrainz.music.artists.values()
  if (!artist) throw new Error('nobody is known')
  return {
    ...world,
    settle,
    asAdmin,
    asUma,
    user_id,
    grants,
    artist,
    heart: async (kind: string, id: string, body: object = {}) =>
      expectOk(await asUma('PUT', entry(kind, id), body)),
    listed: async (query = '') => expectOk(await asUma('GET', `/api/me/watchlist${query}`)).entries,
    async passDays(days: number) {
      app.clock.stepWallClock(days * DAY_MS)
      await settle()
    },
    async told() {
      app.clock.stepWallClock(5_000)
      await settle()
      const { entries } = expectOk(await asUma('GET', '/api/notifications/inbox?limit=100'))
      return entries.map(({ type, data }: InboxEntry) => ({ type, data }))
    },
  }
}

describe.each(ENGINES)('authors, series and artists on a watchlist, on %s', engine => {
  it('are put on it by name, listed by kind, and taken off', async () => {
    const { chaptarr, heart, listed, asUma, artist, instance_ids, app, settle } = await begin({ engine })
    chaptarr.addBook(BOOK.tidewater)
    const at = { tell: EVERYTHING, added_at: expect.any(String) }
    const of_books = { ...at, instance_id: instance_ids.books }
    const author = { kind: 'author', id: AUTHOR.id, title: AUTHOR.name, ...of_books }
    const series = { kind: 'series', id: SERIES, title: SERIES, ...of_books }
    const musician = { kind: 'artist', id: artist.id, title: artist.name, ...at }
    expect(await heart('author', AUTHOR.id, { title: 'A lie' })).toEqual(author)
    expect(await heart('series', SERIES)).toEqual(series)
    expect(await heart('artist', artist.id)).toEqual(musician)
    expect(await listed()).toEqual([musician, series, author])
    expect(await listed('?kind=series')).toEqual([series])
    expect(expectOk(await asUma('GET', '/api/me/watchlist/keys')).keys).toEqual([
      `artist:${artist.id}`,
      `series:${SERIES}`,
      `author:${AUTHOR.id}`,
    ])
    const wish = { tell: { ...EVERYTHING, arrived: false } }
    expect(await heart('artist', artist.id, { tell: { arrived: false } })).toEqual({ ...musician, ...wish })
    for (const one of [author, series, musician]) {
      const path = entry(one.kind, one.id)
      expect(expectOk(await asUma('DELETE', path))).toEqual({ status: 'deleted' })
      expect(expectOk(await asUma('DELETE', path))).toEqual({ status: 'deleted' })
    }
    expect(await listed()).toEqual([])
    await settle()
    for (const table of ['watched_items', 'watched_parts'] as const)
      expect(await app.database.read.selectFrom(table).selectAll().execute()).toEqual([])
  })
})

describe('authors and series that the library does not have', () => {
  it('are known by its manager’s search; what is in neither is refused', async () => {
    const { chaptarr, heart, listed, asUma, instance_ids } = await begin()
    expect(await heart('author', AUTHOR.id)).toMatchObject({
      title: AUTHOR.name,
      instance_id: instance_ids.books,
    })
    expect(await heart('series', SERIES)).toMatchObject({ title: SERIES, instance_id: instance_ids.books })
    expect(await listed()).toHaveLength(2)
    expect(refusal(await asUma('PUT', entry('author', 'hc:1'), {}))).toEqual([404, 'not_found'])
    expect(refusal(await asUma('PUT', entry('series', 'Salt'), {}))).toEqual([404, 'not_found'])
    // A name finds an author whose id the search does not take, but never another one.
    chaptarr.faults.next('GET /api/v1/author/lookup', status(400))
    expect(await heart('author', 'hc:902', { title: 'Bartholomew Quill' })).toMatchObject({
      title: 'Bartholomew Quill',
    })
    const other = await asUma('PUT', entry('author', 'hc:1'), { title: AUTHOR.name })
    expect(refusal(other)).toEqual([404, 'not_found'])
  })

  it('are named later if the search does not answer now, which is not an absence', async () => {
    const { chaptarr, heart, listed, passDays } = await begin()
    chaptarr.faults.always('GET /api/v1/author/lookup', status(503))
    expect(await heart('author', AUTHOR.id, { title: 'Moor' })).toMatchObject({
      title: 'Moor',
      title_unverified: true,
    })
    chaptarr.faults.clear()
    await passDays(1)
    const [found] = await listed()
    expect(found).toMatchObject({ title: AUTHOR.name })
    expect(found).not.toHaveProperty('title_unverified')
  })

  it('raise an alert once their first book arrives, and none about what came with it', async () => {
    const { app, chaptarr, heart, told, settle, passDays, instance_ids } = await begin()
    await heart('author', AUTHOR.id)
    await settle()
    const { id, ...book } = chaptarr.addBook(BOOK.tidewater, { file: true })
    const hook = await installHook(app, instance_ids.books)
    const title = 'The Tidewater Ledger'
    await hook({ isUpgrade: false, book: { id, title }, downloadId: 'd1' })
    const arrived = {
      type: 'watched_book',
      data: { foreign_id: `hc:${book.hardcover}`, title, watch: 'arrived' },
    }
    expect(await told()).toMatchObject([arrived])
    await passDays(2)
    await passDays(2)
    expect(await told()).toHaveLength(1)
  })

  it('have no new titles just because the search finds other ones', async () => {
    const { chaptarr, heart, told, settle, passDays } = await begin()
    const { author_id } = chaptarr.addBook(BOOK.tidewater)
    await heart('author', AUTHOR.id)
    await settle()
    // Gone from the library; what was read of it before stays known.
    chaptarr.deleteAuthor(author_id)
    chaptarr.faults.always(
      'GET /api/v1/book/lookup',
      lie(rows => [...(rows as object[]), FOUND_BY_CHANCE]),
    )
    await passDays(2)
    await passDays(2)
    expect(await told()).toEqual([])
  })
})

describe('the followers of an author, a series or an artist', () => {
  it('are told of a new book once, as the library has it', async () => {
    const { chaptarr, heart, told, settle, passDays, instance_ids } = await begin()
    chaptarr.addBook(BOOK.tidewater)
    await heart('author', AUTHOR.id)
    await heart('series', SERIES)
    await settle()
    await passDays(2)
    expect(await told()).toEqual([])
    for (const format of ['ebook', 'audiobook'] as const) {
      const { id } = chaptarr.addBook(BOOK.tidewater, { format, monitored: false })
      const ids = { foreignBookId: 'hc:999999', hardcoverBookId: 'hc:999999', goodreadsWorkId: null }
      chaptarr.rewriteBook(id, { ...ids, title: 'Spring Tide', seriesTitle: `${SERIES} #9` })
    }
    await passDays(2)
    const data = { media_type: 'book', foreign_id: 'hc:999999', title: 'Spring Tide', watch: 'askable' }
    const alert = { type: 'watched_book', data: { ...data, instance_id: instance_ids.books } }
    expect(await told()).toMatchObject([alert])
    await passDays(2)
    expect(await told()).toHaveLength(1)
  })

  it('are told of a new album when it is announced, on its day, and when it arrives', async () => {
    const { app, musicbrainz, artist, heart, told, passDays, settle, instance_ids } = await begin()
    await heart('artist', artist.id)
    await settle()
    await passDays(2)
    expect(await told()).toEqual([])
    const album = musicbrainz.music.addGroup({ title: 'Tin Harbour', date: '2026-11-25' })
    await passDays(2)
    const about = (on: string) => ({
      type: 'watched_album',
      data: { media_type: 'music', foreign_id: album.id, title: 'Tin Harbour', watch: on },
    })
    expect(await told()).toMatchObject([about('askable')])
    await passDays(10)
    expect(await told()).toMatchObject([about('released'), about('askable')])
    const hook = await installHook(app, instance_ids.music)
    await hook({ isUpgrade: false, album: { title: album.title, mbId: album.id }, downloadId: 'd1' })
    expect(await told()).toMatchObject([about('arrived'), about('released'), about('askable')])
  })

  it('hear nothing, and see nothing on their list, without the library', async () => {
    const world = await begin()
    const { app, chaptarr, artist, heart, listed, told, settle, asAdmin, user_id, grants } = world
    const { id } = chaptarr.addBook(BOOK.tidewater, { file: true })
    await heart('author', AUTHOR.id)
    await heart('series', SERIES)
    await heart('artist', artist.id)
    await settle()
    await setGrants(asAdmin, user_id, { book_manager: [], music_manager: [] })
    expect(await listed()).toEqual([])
    expect(expectOk(await world.asUma('GET', '/api/me/watchlist/keys')).keys).toEqual([])
    const hook = await installHook(app, world.instance_ids.books)
    await hook({ isUpgrade: false, book: { id, title: 'The Tidewater Ledger' }, downloadId: 'd1' })
    expect(await told()).toEqual([])
    for (const [kind, item] of [
      ['author', 'hc:902'],
      ['series', 'Slow Orbit'],
    ] as const) {
      const asked = chaptarr.journal.requests('GET /*').length
      expect(refusal(await world.asUma('PUT', entry(kind, item), {}))).toEqual([403, 'no_grant'])
      expect(chaptarr.journal.requests('GET /*')).toHaveLength(asked)
    }
    const [, other] = world.musicbrainz.music.artists.values()
    expect(refusal(await world.asUma('PUT', entry('artist', other?.id ?? ''), {}))).toEqual([403, 'no_grant'])
    await setGrants(asAdmin, user_id, grants)
    expect(await listed()).toHaveLength(3)
    await settle()
    // They go with their library; what belongs to a provider stays.
    expectOk(await asAdmin('DELETE', `/api/admin/instances/${world.instance_ids.books}`))
    expect(await listed()).toMatchObject([{ kind: 'artist' }])
  })

  it('are told nothing of a book or an album that an admin has hidden', async () => {
    const { app, chaptarr, heart, told, settle, asAdmin, instance_ids, musicbrainz, artist } = await begin()
    const album = musicbrainz.music.addGroup({ title: 'Small Hours' })
    const { id, hardcover } = chaptarr.addBook(BOOK.tidewater, { file: true })
    await heart('author', AUTHOR.id)
    await heart('artist', artist.id)
    await settle()
    const title = 'The Tidewater Ledger'
    for (const work of [
      { media_type: 'book', foreign_id: `hc:${hardcover}`, title },
      { media_type: 'music', foreign_id: album.id, title: album.title },
    ])
      expectOk(
        await advanceWhileIdle(app, [musicbrainz.journal], asAdmin('PUT', '/api/admin/hidden-works', work)),
      )
    const books = await installHook(app, instance_ids.books)
    await books({ isUpgrade: false, book: { id, title }, downloadId: 'd1' })
    const music = await installHook(app, instance_ids.music)
    await music({ isUpgrade: false, album: { title: album.title, mbId: album.id }, downloadId: 'd2' })
    expect(await told()).toEqual([])
  })
})

it('a kids account follows authors, series and artists of its libraries, which carry no ratings', async () => {
  const { app, chaptarr, artist, asAdmin, addUser, grants, instance_ids, settle } = await begin()
  chaptarr.addBook(BOOK.tidewater)
  const { session, call } = await addUser('kim')
  await setContentLimits(asAdmin, session.user.id)
  const wanted = [
    ['author', AUTHOR.id],
    ['author', 'hc:902'],
    ['series', SERIES],
    ['series', 'Slow Orbit'],
    ['artist', artist.id],
  ] as const
  // Without a grant, nothing is looked up.
  const asked = chaptarr.journal.requests('GET /*').length
  for (const [kind, id] of wanted)
    expect(refusal(await call('PUT', entry(kind, id), {}))).toEqual([403, 'no_grant'])
  expect(chaptarr.journal.requests('GET /*')).toHaveLength(asked)
  await setGrants(asAdmin, session.user.id, grants)
  for (const [kind, id] of wanted) expectOk(await call('PUT', entry(kind, id), {}))
  expect(expectOk(await call('GET', '/api/me/watchlist/keys')).keys).toHaveLength(wanted.length)
  await settle()
  const { id } = chaptarr.addBook(BOOK.tidewater, { file: true })
  const hook = await installHook(app, instance_ids.books)
  await hook({ isUpgrade: false, book: { id, title: 'The Tidewater Ledger' }, downloadId: 'd1' })
  app.clock.stepWallClock(5_000)
  await settle()
  expect(expectOk(await call('GET', '/api/notifications/inbox')).entries).toMatchObject([
    { type: 'watched_book', data: { title: 'The Tidewater Ledger', watch: 'arrived' } },
  ])
})
