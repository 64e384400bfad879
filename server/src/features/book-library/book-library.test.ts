import { describe, expect, it } from 'vitest'
import type { Database } from '#db/database.ts'
import type { HiddenWorks } from '#features/hidden-titles/index.ts'
import type { InstanceRecord } from '#features/instances/index.ts'
import { type Caller, sessionRevoked } from '#kit/caller.ts'
import { createTestClock } from '#test/test-clock.ts'
import { createLog } from '#kit/log.ts'
import type { Ready } from '#kit/ready.ts'
import { createScrubber } from '#kit/scrub.ts'
import type { BookLibrary, LibraryBook } from '#ports/book-library.ts'
import { createBookLibrary } from './book-library.ts'

const INSTANCE = { id: 'in_1', updated_at: 'now' } as InstanceRecord
const BOB = { user_id: 2, role: 'user', device_id: 'd' } as Caller

const BOOK: LibraryBook = {
  record_id: 1,
  author_id: 7,
  foreign_book_id: 'hc:1',
  works: [],
  editions: [],
  isbns: [],
  asins: [],
  title: 'The Tidewater Ledger',
  series_title: 'Saltmarsh #2',
  year: 2022,
  monitored: true,
  has_file: true,
  format: 'ebook',
  cover: null,
}

const AUTHOR = { record_id: 7, foreign_author_id: 'hc:901', name: 'Ines Moor', added: null, image: null }
const NONE_HIDDEN: HiddenWorks = { version: '', isHidden: () => false }
const LIBRARY = { books: [BOOK], authors: [AUTHOR] }

/** A library and an authority that both can change while something is read. */
function open({ books: stocked, authors } = LIBRARY, hidden: HiddenWorks = NONE_HIDDEN) {
  const state = {
    commits: 1 as number | null,
    sees: true,
    signed_in: true,
    silent: false,
    decided: 0,
    read: 0,
  }
  let whileReading = () => {}
  const library: BookLibrary = {
    async eachBook(_connection, take, { signal } = {}) {
      state.read += 1
      stocked.forEach(take)
      whileReading()
      if (state.silent) await new Promise((_, reject) => signal?.addEventListener('abort', reject))
      return { single_format: null }
    },
    find: async (_connection, record_id) => stocked.find(book => book.record_id === record_id) ?? null,
    authors: async () => authors,
    biography: async () => null,
    newestFiles: async () => new Map(stocked.map(book => [book.record_id, importedAt(book.record_id)])),
  }
  const inventory = {
    async decide() {
      state.decided += 1
      return state.sees ? { instance: INSTANCE } : { instance: null, refusal: 'instance_forbidden' as const }
    },
    connectionOf: () => ({ url: 'http://127.0.0.1:9', api_key: null }),
  }
  const clock = createTestClock()
  const books = createBookLibrary({
    clock,
    log: createLog({ level: 'error', scrubber: createScrubber() }),
    database: { commits: () => state.commits, read: null } as unknown as Database,
    inventory,
    library,
    search: { authorsById: async () => [], authors: async () => [], books: async () => [] },
    onStale: () => () => {},
    hiddenBooks: () => hidden,
    currentCaller: async () => {
      if (!state.signed_in) throw sessionRevoked()
      return BOB
    },
  })
  return { state, books, clock, during: (change: () => void) => (whileReading = change) }
}

/** Later records came later. */
function importedAt(record_id: number): string {
  return new Date(Date.UTC(2026, 10, 14) + record_id * 1000).toISOString()
}

type Opened = ReturnType<typeof open>

const CALLS: Record<string, (opened: Opened) => unknown> = {
  digest: ({ books }) => books.lists.library(BOB, {}),
  recent: ({ books }) => books.lists.recent(BOB, {}),
  authors: ({ books }) => books.lists.authors(BOB, {}),
  series: ({ books }) => books.lists.series(BOB, {}),
  author: ({ books }) => books.details.author(BOB, { foreign_id: 'hc:901' }),
  'series detail': ({ books }) => books.details.series(BOB, { name: 'Saltmarsh' }),
}

describe('who reads a book library (CONTRIBUTING rule 3)', () => {
  it.each(Object.entries(CALLS))('is asked for again before the %s is answered', async (_name, call) => {
    const granted = open()
    granted.during(() => {
      granted.state.sees = false
      granted.state.commits = 2
    })
    await expect(call(granted)).rejects.toMatchObject({ code: 'instance_forbidden' })
    const signed = open()
    signed.during(() => (signed.state.signed_in = false))
    await expect(call(signed)).rejects.toMatchObject({ code: 'session_revoked' })
  })

  it('is answered in one turn when everything is held, and only while nothing was committed', async () => {
    const opened = open()
    const { state, books } = opened
    const all = await Promise.all(Array.from({ length: 5 }, async () => books.lists.library(BOB, {})))
    const [first] = all
    // Read once and made once, for all who came together.
    expect([new Set(all).size, state.read]).toEqual([1, 1])
    expect(books.lists.library(BOB, {})).toBe(first)
    const { decided } = state
    await books.lists.library(BOB, {})
    expect(state.decided).toBe(decided)
    state.commits = 2
    state.sees = false
    await expect(books.lists.library(BOB, {})).rejects.toMatchObject({ code: 'instance_forbidden' })
    // Where others write too, nothing is remembered.
    const shared = open()
    shared.state.commits = null
    await shared.books.lists.library(BOB, {})
    await shared.books.lists.library(BOB, {})
    expect(shared.state.decided).toBe(3)
  })

  it('makes each order once of one reading, and reads again when that is too old', async () => {
    const opened = open()
    const { state, books, clock } = opened
    const byName = await books.lists.authors(BOB, { sort: 'name' })
    expect(books.lists.authors(BOB, { sort: 'name' })).toBe(byName)
    expect(books.lists.authors(BOB, {})).not.toBe(byName)
    clock.advance(59_000)
    expect(books.lists.authors(BOB, { sort: 'name' })).toBe(byName)
    await books.lists.library(BOB, {})
    expect(state.read).toBe(2)
    clock.advance(60_000)
    await books.lists.series(BOB, {})
    expect(state.read).toBe(3)
  })

  it('is not waited for by a server that closes', async () => {
    for (const call of Object.values(CALLS)) {
      const opened = open()
      opened.state.silent = true
      const begun = Promise.withResolvers<void>()
      opened.during(begun.resolve)
      const answer = call(opened)
      await begun.promise
      opened.books.close()
      await expect(answer).rejects.toBeDefined()
    }
  })
})

describe('long lists (1/4.10)', () => {
  const COUNT = 203
  const numbers = Array.from({ length: COUNT }, (_, i) => i + 1)
  const named = (n: number) => String(n).padStart(3, '0')
  /** Each author wrote one book, in a series of its own; the last by name are told first. */
  const long = {
    authors: numbers.toReversed().map(n => ({
      ...AUTHOR,
      record_id: n,
      foreign_author_id: `hc:${n}`,
      name: `Author ${named(n)}`,
    })),
    books: numbers.toReversed().map(n => ({
      ...BOOK,
      record_id: n,
      author_id: n,
      foreign_book_id: `hc:${n}`,
      series_title: `Series ${named(n)} #1`,
    })),
  }
  const read = async (ready: unknown) => JSON.parse((await (ready as Promise<Ready>)).bytes.toString())

  it('are sorted as a whole, then cut at two hundred, and say how many there were', async () => {
    const { books } = open(long)
    const { authors, total } = await read(books.lists.authors(BOB, {}))
    expect([authors.length, total, authors[0].name, authors[0].position]).toEqual([
      200,
      COUNT,
      'Author 001',
      1,
    ])
    expect(authors[199]).toMatchObject({ name: 'Author 200', position: 200 })
    const series = await read(books.lists.series(BOB, { sort: 'name' }))
    expect([series.series.length, series.total, series.series[199].name]).toEqual([200, COUNT, 'Series 200'])
    // 1:4.10: the digest has them all.
    const digest = await read(books.lists.library(BOB, {}))
    expect([digest.titles.length, digest.authors.length]).toEqual([COUNT, COUNT])
    expect(digest.authors[COUNT - 1].position).toBe(COUNT)
  })

  it.each([
    [undefined, 20],
    ['x', 20],
    ['7', 7],
    ['50', 50],
    ['51', 50],
    ['0', 50],
    ['-1', 50],
  ])('of news are as long as asked: %j is %i', async (limit, length) => {
    const { items } = await read(open(long).books.lists.recent(BOB, { limit }))
    expect(items).toHaveLength(length)
    expect(items[0]).toMatchObject({ book_id: COUNT, imported_at: importedAt(COUNT) })
  })

  it('of news are not shorter for the hidden ones among them', async () => {
    const newest = `hc:${COUNT}`
    const { books } = open(long, { version: '1', isHidden: id => id === newest })
    const { items } = await read(books.lists.recent(BOB, { limit: '50' }))
    expect([items.length, items[0].book_id]).toEqual([50, COUNT - 1])
  })
})
