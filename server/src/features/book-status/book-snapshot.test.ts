import { expect, it } from 'vitest'
import type { InstanceRecord } from '#features/instances/index.ts'
import { createTestClock } from '#test/test-clock.ts'
import { createTestLog } from '#test/test-log.ts'
import type { LibraryBook } from '#ports/book-library.ts'
import { createBookSnapshots } from './book-snapshot.ts'

const BOOKS = { id: 'in_b', url: 'http://one', updated_at: '1' } as InstanceRecord
const MOVED = { ...BOOKS, url: 'http://two', updated_at: '2' }

function book(foreign_book_id: string): LibraryBook {
  return {
    record_id: 5,
    author_id: 1,
    title: foreign_book_id,
    series_title: '',
    year: null,
    monitored: true,
    has_file: false,
    format: 'ebook',
    cover: null,
    foreign_book_id,
    works: [foreign_book_id],
    editions: [],
    isbns: [],
    asins: [],
  }
}

const DOWNLOAD = { record_id: 5, download: { id: 'd', size: 10, left: 5 } }

/** Two libraries whose record 5 is another title each, and downloads in both. */
function begin({ queue = [DOWNLOAD] } = {}) {
  const shelves: Record<string, string> = { 'http://one': 'gr:1', 'http://two': 'gr:2' }
  let reads = 0
  const snapshots = createBookSnapshots({
    clock: createTestClock(),
    log: createTestLog(),
    inventory: { connectionOf: ({ url }) => ({ url, api_key: null }) },
    library: {
      async eachBook({ url }, take) {
        reads += 1
        take(book(shelves[url] ?? ''))
        return { single_format: null }
      },
    },
    queues: { queue: async () => queue },
    shelf: {
      lookup: () => Promise.reject(new Error('nothing is looked up')),
      describe: async () => ({ product: 'Chaptarr', single_format: null, bare: null }),
    },
    onStale: () => () => {},
  })
  const named = async (instance: InstanceRecord) =>
    (await snapshots.watchedQueue(instance, new AbortController().signal)).map(row => row.foreign_id)
  return { named, reads: () => reads }
}

it('names what is downloaded by the library that its instance is pointed at now', async () => {
  const { named } = begin()
  expect(await named(BOOKS)).toEqual(['gr:1'])
  expect(await named(MOVED)).toEqual(['gr:2'])
  expect(await named(BOOKS)).toEqual(['gr:1'])
})

it('reads a library for the names only when a download is new', async () => {
  const { named, reads } = begin()
  await named(BOOKS)
  await named(BOOKS)
  expect(reads()).toBe(1)
})

it('reads no library while nothing is downloaded', async () => {
  const { named, reads } = begin({ queue: [] })
  expect(await named(BOOKS)).toEqual([])
  expect(reads()).toBe(0)
})
