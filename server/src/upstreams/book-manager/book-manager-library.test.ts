import {
  BOOK,
  dropBefore,
  garbage,
  hang,
  startWorld,
  status,
  truncate,
  type World,
  wrongKey,
} from '@foyer/simulators'
import { openVendorDocument } from '@foyer/simulators/vendor-documents'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { systemClock } from '#kit/clock.ts'
import { createOutbound, type Outbound } from '#kit/outbound.ts'
import type { BookLibrary, LibraryBook } from '#ports/book-library.ts'
import { createBookManagerLibrary } from './book-manager-library.ts'

let world: World<'chaptarr' | 'readarr'>
let outbound: Outbound
let library: BookLibrary
const chaptarr = () => ({ url: world.chaptarr.url, api_key: world.chaptarr.api_key })
const readarr = () => ({ url: world.readarr.url, api_key: world.readarr.api_key })

async function readAll(at = chaptarr(), author_id?: number) {
  const books: LibraryBook[] = []
  const read = await library.eachBook(at, book => void books.push(book), { author_id })
  return { books, ...read }
}

beforeAll(async () => {
  world = await startWorld({
    products: ['chaptarr', 'readarr'],
    now: () => Date.parse('2026-11-15T09:00:00Z'),
  })
  outbound = createOutbound({ clock: systemClock, external_proxy: () => null, user_agent: 'Foyer' })
  library = createBookManagerLibrary(outbound.internal)
})
afterAll(async () => {
  await outbound.destroy()
  await world.close()
})

describe('the books of Chaptarr (chaptarr.md, 7)', () => {
  it('are told record by record, each with its format, its file and what its numbers mean', async () => {
    expect(await readAll()).toEqual({ books: [], single_format: null })
    const there = world.chaptarr.addBook(BOOK.tidewater, { file: true })
    const work = world.chaptarr.catalogue.book(BOOK.tidewater)
    const { books, single_format } = await readAll()
    expect(single_format).toBeNull()
    expect(books).toHaveLength(10)
    expect(books.find(book => book.record_id === there.id)).toEqual({
      record_id: there.id,
      author_id: there.author_id,
      foreign_book_id: `hc:${BOOK.tidewater}`,
      works: [`hc:${BOOK.tidewater}`, `gr:${work?.goodreads}`],
      editions: [`hc:${work?.editions[0]?.hardcover}`],
      isbns: [],
      asins: [],
      title: 'The Tidewater Ledger',
      series_title: 'Saltmarsh #2',
      released_on: '2022-05-26',
      year: 2022,
      monitored: true,
      has_file: true,
      format: 'ebook',
      cover: {
        manager_path: `MediaCover/Books/${there.id}/cover.jpg`,
        remote_url: expect.stringMatching(/^http/),
      },
    })
    world.chaptarr.addAuthor(902)
    expect((await readAll(chaptarr(), there.author_id)).books).toHaveLength(10)
    world.chaptarr.rewriteBook(there.id, { releaseDate: '0001-01-01T00:00:00Z', foreignBookId: null })
    const rewritten = (await readAll()).books.find(book => book.record_id === there.id)
    expect(rewritten).toMatchObject({ year: null, foreign_book_id: '' })
    const { books: known } = await readAll(chaptarr(), there.author_id)
    expect(await library.authors(chaptarr())).toMatchObject([
      {
        record_id: there.author_id,
        foreign_author_id: 'hc:901',
        name: 'Ines Moor',
        added: expect.any(String),
      },
      { name: 'Bartholomew Quill' },
    ])
    expect(known.every(book => book.author_id === there.author_id)).toBe(true)
  })

  it('tell the newest file of each record, asked for in batches, four at a time', async () => {
    const there = world.chaptarr.book(BOOK.tidewater)
    const added = Date.parse('2026-11-10T09:00:00Z')
    const other = world.chaptarr.addBook(BOOK.standalone, { file: true, added })
    world.chaptarr.importFile(other.id)
    const ids = [there?.id ?? 0, other.id, ...Array.from({ length: 900 }, (_, i) => 10_000 + i)]
    const before = world.chaptarr.journal.requests('GET /api/v1/bookfile').length
    expect(await library.newestFiles(chaptarr(), ids)).toEqual(
      new Map([
        [there?.id, expect.any(String)],
        [other.id, '2026-11-15T09:00:00.000Z'],
      ]),
    )
    expect(world.chaptarr.journal.requests('GET /api/v1/bookfile').length - before).toBe(10)
    expect(await library.newestFiles(chaptarr(), [])).toEqual(new Map())
  })

  it('are never taken for absent, nor for a part, because Chaptarr failed', async () => {
    const cases = [
      [status(503), 'bad_answer'],
      [status(429, { retry_after: 9 }), 'rate_limited'],
      [wrongKey(), 'rejected_key'],
      [garbage(), 'bad_answer'],
      [garbage('html'), 'bad_answer'],
      [dropBefore(), 'unreachable'],
      [truncate(), 'unreachable'],
    ] as const
    for (const [fault, kind] of cases) {
      const expected = { upstream: 'Chaptarr', kind }
      world.chaptarr.faults.next('GET /api/v1/book', fault)
      await expect(readAll()).rejects.toMatchObject(expected)
      world.chaptarr.faults.next('GET /api/v1/author', fault)
      await expect(library.authors(chaptarr())).rejects.toMatchObject(expected)
      world.chaptarr.faults.next('GET /api/v1/bookfile', fault)
      await expect(library.newestFiles(chaptarr(), [1])).rejects.toMatchObject(expected)
    }
    world.chaptarr.faults.next('GET /api/v1/book', hang())
    const gone = new Error('gone')
    const leaving = new AbortController()
    const reading = library.eachBook(chaptarr(), () => {}, { signal: leaving.signal })
    leaving.abort(gone)
    await expect(reading).rejects.toBe(gone)
  })
})

describe('the books of Readarr (chaptarr.md, 10; C7)', () => {
  it('are of one format, which its profiles tell; when they cannot be read, nothing is', async () => {
    const there = world.readarr.addBook(BOOK.tidewater, { file: true })
    const { books, single_format } = await readAll(readarr())
    expect(single_format).toBe('ebook')
    const work = world.readarr.catalogue.book(BOOK.tidewater)
    expect(books.find(book => book.record_id === there.id)).toMatchObject({
      foreign_book_id: String(work?.goodreads),
      works: [],
      editions: [`gr:${work?.editions[0]?.goodreads}`],
      format: null,
      has_file: true,
    })
    world.readarr.faults.next('GET /api/v1/qualityprofile', status(500))
    await expect(readAll(readarr())).rejects.toMatchObject({ kind: 'bad_answer' })
  })

  it('are asked for in the words of the vendor, like those of Chaptarr', () => {
    for (const name of ['chaptarr', 'readarr'] as const) {
      const document = openVendorDocument(name)
      const calls = world[name].journal.requests('GET /api/*').filter(one => one.fault === null)
      expect(calls.length).toBeGreaterThan(1)
      expect(document ? calls.flatMap(document.violations) : []).toEqual([])
    }
  })
})
