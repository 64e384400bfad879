import * as contract from '@foyer/contract/book-library'
import type { RouteDefinition, RouteResult } from '@foyer/contract/route'
import type { TokenResponse } from '@foyer/contract/sessions/sessions'
import { BOOK, garbage, status, truncate, type World } from '@foyer/simulators'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { PASSWORD, startApp, type TestAnswer, type TestApp } from '#test/app.ts'
import { refusal } from '#test/calls.ts'
import { addInstance, managerForm, startSimulators } from '#test/managers.ts'
import { signInAs } from '#test/people.ts'

interface Books {
  app: TestApp
  world: World<'chaptarr' | 'readarr'>
  admin: TokenResponse
  bob: TokenResponse
  shelf: string
  old: string
  /** As Bob, to whom the newer library was granted, unless another token is given. */
  get(path: string, token?: string): Promise<TestAnswer>
  /** The same, checked against the contract. */
  read<R extends RouteDefinition>(route: R, query?: string, token?: string): Promise<RouteResult<R>>
  grant(user_id: number, grants: readonly string[]): Promise<void>
  changed(): Promise<void>
}

async function startBooks(): Promise<Books> {
  let now = () => Date.parse('2026-11-15T09:00:00.000Z')
  const world = await startSimulators({ products: ['chaptarr', 'readarr'], now: () => now() })
  const app = await startApp()
  now = () => app.clock.now().getTime()
  const admin = await app.setUp()
  const bob = await signInAs(app, 'bob', 'user')
  const token = admin.access_token
  const shelf = (await addInstance(app, token, managerForm('book_manager', 'Books', world.chaptarr))).id
  const old = (await addInstance(app, token, managerForm('book_manager', 'Old books', world.readarr))).id
  await app.jobs.settle()
  const get = (path: string, as = bob.access_token) => app.call('GET', `/api/requests/${path}`, { token: as })
  async function grant(user_id: number, grants: readonly string[]): Promise<void> {
    for (const id of [shelf, old]) {
      const user_ids = grants.includes(id) ? [user_id] : []
      await app.call('PUT', `/api/admin/instances/${id}/grant-users`, { token, body: { user_ids } })
    }
  }
  await grant(bob.user.id, [shelf])
  return {
    app,
    world,
    admin,
    bob,
    shelf,
    old,
    get,
    grant,
    async read(route, query = '', as) {
      const answer = await get(`${route.path.split('/').at(-1) ?? ''}${query}`, as)
      if (answer.status !== 200) throw new Error(`answered ${answer.status} ${answer.raw.toString()}`)
      // The route's own schema, so its result.
      return z.parse(route.response as z.ZodType, answer.body) as never
    },
    async changed() {
      await app.broadcast.send(null, {
        kind: 'library_event',
        instance_id: shelf,
        service_type: 'book_manager',
        event_type: 'BookAdded',
      })
    },
  }
}

const reads = ({ world }: Books) =>
  world.chaptarr.journal.requests('GET /api/v1/book').filter(one => one.query.size === 0).length

describe('the book library (1:4.10, 1/4.10)', () => {
  it('tells every title once with what is owned of each format, and the authors', async () => {
    const books = await startBooks()
    const { world, shelf } = books
    const ebook = world.chaptarr.addBook(BOOK.tidewater, { file: true })
    world.chaptarr.addBook(BOOK.tidewater, { format: 'audiobook' })
    const { titles, authors } = await books.read(contract.getBookLibrary)
    const work = world.chaptarr.catalogue.book(BOOK.tidewater)
    const title = titles.find(one => one.foreign_book_id === `hc:${BOOK.tidewater}`)
    const [print, spoken] = work?.editions ?? []
    expect(title).toEqual({
      title: 'The Tidewater Ledger',
      author: 'Ines Moor',
      author_foreign_id: 'hc:901',
      author_summaries: [{ name: 'Ines Moor', position: 1 }],
      year: 2022,
      series: 'Saltmarsh',
      series_position: '2',
      foreign_book_id: `hc:${BOOK.tidewater}`,
      identity_keys: [
        `native:hc:${BOOK.tidewater}`,
        `work:hc:${BOOK.tidewater}`,
        `work:gr:${work?.goodreads}`,
        `edition:hc:${print?.hardcover}`,
        `edition:hc:${spoken?.hardcover}`,
        `asin:${spoken?.asin}`,
        `bp:${BOOK.tidewater}`,
      ],
      status_known: true,
      cover: `/api/instances/${shelf}/proxy/MediaCover/Books/${ebook.id}/cover.jpg`,
      ebook: { monitored: true, downloaded: true },
      audiobook: { monitored: true, downloaded: false },
    })
    expect(titles).toHaveLength(5)
    expect(new Set(titles.map(one => one.foreign_book_id)).size).toBe(5)
    expect(authors).toEqual([
      {
        author_foreign_id: 'hc:901',
        name: 'Ines Moor',
        position: 1,
        image: null,
        title_count: 5,
        available_count: 1,
        added: '2026-11-15T09:00:00.000Z',
      },
    ])
  })

  it('R14: shows covers to a browser, which has the image cookie alone, and nothing else of the manager', async () => {
    const books = await startBooks()
    const { app, world, shelf } = books
    const { id } = world.chaptarr.addBook(BOOK.tidewater)
    const signIn = await app.call('POST', '/api/auth/login', {
      body: { username: 'bob', password: PASSWORD },
    })
    const cookie = /foyer_images=[^;]+/.exec(String(signIn.headers['set-cookie']))?.[0] ?? ''
    const open = (path: string) =>
      app.call('GET', `/api/instances/${shelf}/proxy/${path}`, { headers: { cookie } })
    const cover = await open(`MediaCover/Books/${id}/cover.jpg`)
    expect([cover.status, cover.headers['content-type']]).toEqual([200, 'image/png'])
    expect(cover.headers['cache-control']).toBe('private, max-age=86400')
    expect((await open(`MediaCover/${id}/poster.jpg`)).body.code).toBe('proxy_not_allowed')
    expect((await open('api/v1/book')).status).toBe(401)
    const missing = await open('MediaCover/Books/9999/cover.jpg')
    expect([missing.status, missing.headers['cache-control']]).toEqual([404, 'private, no-store'])
    world.chaptarr.faults.next('GET /MediaCover/*', garbage('html'))
    expect(refusal(await open(`MediaCover/Books/${id}/cover.jpg`))).toEqual([502, 'upstream_failed'])
    await books.grant(books.bob.user.id, [])
    expect(refusal(await open(`MediaCover/Books/${id}/cover.jpg`))).toEqual([403, 'instance_forbidden'])
  })

  it('never merges records without an id, and does not claim a format that nobody named', async () => {
    const books = await startBooks()
    const { world } = books
    const one = world.chaptarr.addBook(BOOK.tidewater, { file: true })
    const other = world.chaptarr.addBook(BOOK.series_first)
    for (const { id } of [one, other]) world.chaptarr.rewriteBook(id, { foreignBookId: '', mediaType: null })
    const { titles } = await books.read(contract.getBookLibrary)
    const nameless = titles.filter(title => title.foreign_book_id === '')
    expect(nameless).toMatchObject([
      { status_known: false, ebook: { downloaded: false }, audiobook: { downloaded: false } },
      { status_known: false },
    ])
    const { items } = await books.read(contract.getRecentBooks)
    expect(items).toMatchObject([{ book_id: one.id, foreign_book_id: '', format: '' }])
  })

  it('keeps the digest for fifteen seconds, the rows for sixty, one read for all, dropped by a webhook', async () => {
    const books = await startBooks()
    const { world, app } = books
    world.chaptarr.addBook(BOOK.standalone)
    const own = async () =>
      (await books.read(contract.getBookLibrary)).titles.filter(title => title.ebook.downloaded).length
    await Promise.all(Array.from({ length: 10 }, own))
    expect(reads(books)).toBe(1)
    const record = world.chaptarr.book(BOOK.standalone)
    if (!record) throw new Error('not stocked')
    world.chaptarr.importFile(record.id)
    expect(await own()).toBe(0)
    app.clock.advance(15_000)
    // Still good for the rows, which came with it.
    expect((await books.read(contract.getBookSeries)).total).toBe(0)
    expect((await books.read(contract.getBookAuthors)).authors[0]?.available_count).toBe(0)
    expect(reads(books)).toBe(1)
    expect(await own()).toBe(1)
    expect((await books.read(contract.getBookAuthors)).authors[0]?.available_count).toBe(1)
    expect((await books.read(contract.getRecentBooks)).items).toHaveLength(1)
    expect(reads(books)).toBe(2)
    world.chaptarr.deleteFiles(record.id)
    await books.changed()
    expect(await own()).toBe(0)
    expect((await books.read(contract.getBookAuthors)).authors[0]?.available_count).toBe(0)
    expect((await books.read(contract.getRecentBooks)).items).toEqual([])
    expect(reads(books)).toBe(3)
    app.clock.advance(60_000)
    await books.read(contract.getBookAuthors)
    expect(reads(books)).toBe(4)
  })

  it('fails closed: no short list, and authors that cannot be read are null, not none', async () => {
    const books = await startBooks()
    const { world } = books
    world.chaptarr.addBook(BOOK.tidewater, { file: true })
    for (const fault of [status(503), garbage('html'), truncate()]) {
      world.chaptarr.faults.next('GET /api/v1/author', fault)
      const digest = await books.read(contract.getBookLibrary)
      expect(digest.authors).toBeNull()
      expect(digest.titles[0]).toMatchObject({ author: null, author_foreign_id: null, author_summaries: [] })
    }
    // What lacked its authors was not kept.
    expect((await books.read(contract.getBookLibrary)).authors).toHaveLength(1)
    const cases = [
      ['author', 'book-authors'],
      ['author', 'book-recent'],
      ['author', 'book-author?foreign_id=hc:901'],
      ['author', 'book-series-detail?name=Saltmarsh'],
      ['book', 'book-library'],
      ['book', 'book-authors'],
      ['book', 'book-series'],
      ['book', 'book-author?foreign_id=hc:901'],
      ['bookfile', 'book-recent'],
    ] as const
    for (const [part, path] of cases) {
      await books.changed()
      world.chaptarr.faults.next(`GET /api/v1/${part}`, status(500))
      expect([path, ...refusal(await books.get(path))]).toEqual([path, 502, 'upstream_failed'])
    }
  })
})

describe('who may read it (0.6, C17)', () => {
  it('answers empty lists to whoever has none, and refuses details', async () => {
    const books = await startBooks()
    const { admin, bob, shelf, old } = books
    await books.grant(bob.user.id, [])
    const empty = [
      ['book-library', { titles: [], authors: [] }],
      ['book-recent', { items: [] }],
      ['book-authors', { authors: [], total: 0 }],
      ['book-series', { series: [], total: 0 }],
    ] as const
    for (const [path, body] of empty) {
      expect(await books.get(path)).toMatchObject({ status: 200, body })
      expect(refusal(await books.get(`${path}?instance_id=${shelf}`))).toEqual([403, 'instance_forbidden'])
      expect(refusal(await books.get(`${path}?instance_id=none`, admin.access_token))).toEqual([
        404,
        'instance_not_found',
      ])
    }
    for (const path of ['book-author', 'book-series-detail']) {
      expect(refusal(await books.get(path))).toEqual([403, 'no_grant'])
      expect(refusal(await books.get(`${path}?instance_id=${old}`))).toEqual([403, 'instance_forbidden'])
      expect(refusal(await books.get(path, admin.access_token))).toEqual([400, 'validation'])
    }
    await books.grant(bob.user.id, [shelf])
    expect(refusal(await books.get('book-author'))).toEqual([400, 'validation'])
    expect(refusal(await books.get('book-author?foreign_id=hc:1'))).toEqual([404, 'not_found'])
    expect(refusal(await books.get('book-series-detail?name=None'))).toEqual([404, 'not_found'])
    expect(
      refusal(await books.get('book-author?foreign_id=hc:1&instance_id=none', admin.access_token)),
    ).toEqual([404, 'instance_not_found'])
    expect(reads(books)).toBe(1)
  })
})

describe('authors, series and news of it (1:4.10)', () => {
  it('orders authors by files on disk, name or day, and counts a title once', async () => {
    const books = await startBooks()
    const { chaptarr } = books.world
    const day = (date: string) => Date.parse(`2026-${date}T10:00:00Z`)
    chaptarr.addAuthor(902, { added: day('01-01') })
    chaptarr.addAuthor(904, { added: day('03-01') })
    chaptarr.addAuthor(901, { added: day('02-01') })
    chaptarr.addBook(BOOK.tidewater, { file: true })
    chaptarr.addBook(BOOK.tidewater, { file: true, format: 'audiobook' })
    chaptarr.addBook(BOOK.series_first, { file: true })
    chaptarr.addBook(BOOK.standalone, { file: true })
    const names = async (query: string) => {
      const { authors, total } = await books.read(contract.getBookAuthors, query)
      expect(authors.map(author => author.position)).toEqual([1, 2, 3])
      expect(total).toBe(3)
      return authors.map(author => author.name)
    }
    const byBooks = ['Ines Moor', 'Winifred Plimsoll', 'Bartholomew Quill']
    expect(await names('')).toEqual(byBooks)
    expect(await names('?sort=books')).toEqual(byBooks)
    expect(await names('?sort=nonsense')).toEqual(byBooks)
    expect(await names('?sort=name')).toEqual(['Bartholomew Quill', 'Ines Moor', 'Winifred Plimsoll'])
    expect(await names('?sort=added')).toEqual(['Winifred Plimsoll', 'Ines Moor', 'Bartholomew Quill'])
    const { authors } = await books.read(contract.getBookAuthors)
    expect(authors[0]).toMatchObject({
      title_count: 5,
      available_count: 2,
      added: '2026-02-01T10:00:00.000Z',
    })
    // One read serves all orders.
    expect(reads(books)).toBe(1)
  })

  it('tells one author with every title, newest first, whatever year a typing error says', async () => {
    const books = await startBooks()
    const { chaptarr } = books.world
    const first = chaptarr.addBook(BOOK.series_first, { file: true })
    chaptarr.rewriteBook(first.id, { releaseDate: '2109-01-01T00:00:00Z' })
    const twin = chaptarr.book(BOOK.series_first, 'audiobook')
    chaptarr.rewriteBook(twin?.id ?? 0, { releaseDate: null })
    const { author, titles } = await books.read(contract.getBookAuthor, '?foreign_id=hc:901')
    expect(author).toMatchObject({ name: 'Ines Moor', position: 1, title_count: 5, available_count: 1 })
    expect(titles.map(title => title.year)).toEqual([2026, 2024, 2022, 2016, 2109])
    expect(titles[4]).toMatchObject({ author: 'Ines Moor', ebook: { downloaded: true } })
    chaptarr.importFile(twin?.id ?? 0)
    const again = await books.read(contract.getBookAuthor, '?foreign_id=hc:901')
    expect(again.titles[4]?.audiobook.downloaded).toBe(true)
  })

  it('lists series with something on disk, and one of them in reading order', async () => {
    const books = await startBooks()
    const { chaptarr } = books.world
    const owned = chaptarr.addBook(BOOK.tidewater, { file: true })
    chaptarr.addAuthor(902)
    const cover = (id: number | undefined) =>
      `/api/instances/${books.shelf}/proxy/MediaCover/Books/${id}/cover.jpg`
    const number = (work: number) => chaptarr.book(work)?.id
    expect(await books.read(contract.getBookSeries)).toEqual({
      series: [
        {
          name: 'Saltmarsh',
          covers: [cover(owned.id), cover(number(4400)), cover(number(4402))],
          title_count: 4,
          available_count: 1,
        },
      ],
      total: 1,
    })
    for (const format of ['ebook', 'audiobook'] as const) {
      chaptarr.rewriteBook(chaptarr.book(4403, format)?.id ?? 0, { seriesTitle: 'Saltmarsh' })
      chaptarr.rewriteBook(chaptarr.book(4402, format)?.id ?? 0, { seriesTitle: 'Saltmarsh #0.5' })
    }
    await books.changed()
    const detail = await books.read(contract.getBookSeriesDetail, '?name=Saltmarsh')
    expect(detail.series).toMatchObject({ name: 'Saltmarsh', title_count: 4, available_count: 1 })
    expect(detail.titles.map(({ title, position, author }) => [position, title, author])).toEqual([
      ['0.5', 'What the Heron Saw', 'Ines Moor'],
      ['1', 'The Drowned Parish', 'Ines Moor'],
      ['2', 'The Tidewater Ledger', 'Ines Moor'],
      [null, 'Low Water', 'Ines Moor'],
    ])
    // Tracked, though nothing of it is on disk.
    const other = await books.read(contract.getBookSeriesDetail, '?name=The%20Lamplighter%20Chronicles')
    expect(other.titles.map(title => title.series_position)).toEqual(['1', '2', '2.5', '3', '4'])
  })

  it('tells the newest files, formats of a title together, dated by the newest arrival', async () => {
    const books = await startBooks()
    const { chaptarr } = books.world
    const at = (hour: number) => Date.parse(`2026-11-14T${String(hour).padStart(2, '0')}:00:00Z`)
    chaptarr.addBook(BOOK.tidewater, { file: true, added: at(8) })
    const spoken = chaptarr.addBook(BOOK.tidewater, { file: true, format: 'audiobook', added: at(12) })
    const lone = chaptarr.addBook(BOOK.standalone, { file: true, format: 'audiobook', added: at(10) })
    chaptarr.addBook(BOOK.series_first, { file: true, added: at(9) })
    const { items } = await books.read(contract.getRecentBooks)
    expect(items.map(({ title, format, imported_at }) => [title, format, imported_at])).toEqual([
      ['The Tidewater Ledger', '', '2026-11-14T12:00:00.000Z'],
      ['The Committee for Unnecessary Bridges', 'audiobook', '2026-11-14T10:00:00.000Z'],
      ['The Drowned Parish', 'ebook', '2026-11-14T09:00:00.000Z'],
    ])
    expect(items.map(item => item.book_id).slice(0, 2)).toEqual([spoken.id, lone.id])
    expect(items[0]).toMatchObject({ author: 'Ines Moor', foreign_book_id: `hc:${BOOK.tidewater}` })
    for (const [limit, length] of [
      ['1', 1],
      ['0', 3],
      ['-2', 3],
      ['99', 3],
      ['x', 3],
      ['', 3],
    ] as const) {
      expect((await books.read(contract.getRecentBooks, `?limit=${limit}`)).items).toHaveLength(length)
    }
    expect(chaptarr.journal.requests('GET /api/v1/bookfile')).toHaveLength(1)
  })

  it('C7: reads the older manager, whose one format its profiles tell', async () => {
    const books = await startBooks()
    const { readarr } = books.world
    readarr.addBook(BOOK.tidewater, { file: true })
    const token = books.admin.access_token
    const old = `?instance_id=${books.old}`
    const work = readarr.catalogue.book(BOOK.tidewater)
    const { titles, authors, single_format } = await books.read(contract.getBookLibrary, old, token)
    expect(single_format).toBe('ebook')
    const title = titles.find(one => one.foreign_book_id === String(work?.goodreads))
    expect(title).toMatchObject({
      author: 'Ines Moor',
      status_known: true,
      ebook: { monitored: true, downloaded: true },
      audiobook: { monitored: false, downloaded: false },
    })
    expect(title?.identity_keys).toEqual([
      `native:${work?.goodreads}`,
      `work:gr:${work?.goodreads}`,
      `edition:gr:${work?.editions[0]?.goodreads}`,
    ])
    expect(authors).toHaveLength(1)
    const { items } = await books.read(contract.getRecentBooks, old, token)
    expect(items).toMatchObject([{ title: 'The Tidewater Ledger', format: 'ebook' }])
    const detail = await books.read(
      contract.getBookAuthor,
      `${old}&foreign_id=${authors?.[0]?.author_foreign_id}`,
      token,
    )
    expect([detail.titles.length, detail.single_format]).toEqual([5, 'ebook'])
    const series = titles.find(one => one.series)?.series ?? ''
    const query = `${old}&name=${encodeURIComponent(series)}`
    expect((await books.read(contract.getBookSeriesDetail, query, token)).single_format).toBe('ebook')
  })
})
