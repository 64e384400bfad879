import { AUTHOR, dropAfterCommit, status } from '@foyer/simulators'
import { openVendorDocument } from '@foyer/simulators/vendor-documents'
import { expect, it } from 'vitest'
import { MINUTE_MS } from '#kit/durations.ts'
import { BOOKS } from '#test/book-courier.ts'
import { buildBookDeliveries, openBookProcess } from '#test/build-book-deliveries.ts'

const RECEIPTS = 'GET /api/v1/pendingauthorimport/:id'
const EXISTS = 'GET /api/v1/pendingauthorimport/author/exists/:provider'

/** An author that the metadata server is still preparing. */
async function beginHeld() {
  const harness = await buildBookDeliveries()
  const { manager, clock, world, jobs } = harness
  manager.holdAuthor(AUTHOR.absent, true)
  const work = manager.catalogue.author(AUTHOR.absent)?.books[0]?.hardcover ?? 0
  /** Advances the time of server and simulator, and lets the delivery check. */
  async function sweep(minutes = 5): Promise<void> {
    clock.advance(minutes * MINUTE_MS)
    await world.settle()
    await jobs.settle()
  }
  const adds = () => manager.journal.requests('POST /api/v1/book').length
  return { ...harness, work, foreign_id: `hc:${work}`, sweep, adds }
}

it('an author import is watched without a time limit, across restarts, and ends with one record per format (1:3)', async () => {
  const harness = await beginHeld()
  const { manager, book, jobs, outcomesOf, rows, sweep, adds, foreign_id, work, database, clock, world } =
    harness
  const id = await book(foreign_id, ['ebook', 'audiobook'])
  await jobs.settle()
  expect(await outcomesOf(id)).toEqual(['waiting_library author_import', 'waiting_library author_import'])
  expect((await rows(id)).map(row => row.park_reason)).toEqual(['author_import', 'author_import'])
  expect(adds()).toBe(2)
  const posted = manager.journal.requests('POST /api/v1/book')
  // Three restarts, and more than a day.
  for (let restart = 0; restart < 3; restart += 1) {
    const next = openBookProcess(database, clock)
    for (let look = 0; look < 2; look += 1) {
      clock.advance(6 * 60 * MINUTE_MS)
      await world.settle()
      await next.jobs.settle()
    }
    expect(await next.outcomesOf(id)).toEqual([
      'waiting_library author_import',
      'waiting_library author_import',
    ])
  }
  expect(manager.journal.requests('POST *')).toEqual(posted)
  manager.holdAuthor(AUTHOR.absent, false)
  await sweep()
  await sweep()
  expect(await outcomesOf(id)).toEqual(['complete requested', 'complete requested'])
  expect(manager.books().filter(one => one.hardcover === work)).toHaveLength(2)
  expect(manager.books().filter(one => one.monitored)).toHaveLength(2)
  expect(adds()).toBe(2)
  const document = openVendorDocument('chaptarr')
  expect(document ? manager.journal.requests('* /api/*').flatMap(document.violations) : []).toEqual([])
})

it('a pending answer that was lost is found by its receipt, and nothing is added again', async () => {
  const { manager, book, jobs, outcomesOf, sweep, adds, foreign_id } = await beginHeld()
  manager.faults.next('POST /api/v1/book', dropAfterCommit())
  const id = await book(foreign_id)
  await jobs.settle()
  expect(await outcomesOf(id)).toEqual(['retry library_unavailable'])
  await sweep(1)
  expect(await outcomesOf(id)).toEqual(['waiting_library author_import'])
  expect(adds()).toBe(1)
})

it('joins an import that a book of somebody else waits for, by adding its own book', async () => {
  const { manager, book, jobs, outcomesOf, adds, foreign_id } = await beginHeld()
  const other = manager.catalogue.author(AUTHOR.absent)?.books[1]?.hardcover ?? 0
  const first = await book(foreign_id)
  const second = await book(`hc:${other}`)
  await jobs.settle()
  expect([...(await outcomesOf(first)), ...(await outcomesOf(second))]).toEqual([
    'waiting_library author_import',
    'waiting_library author_import',
  ])
  expect(adds()).toBe(2)
  expect(manager.pending.all()).toMatchObject([{ books: [foreign_id, `hc:${other}`] }])
})

it.each([
  ['declared impossible', 'The author no longer exists at the provider', 'attention import_failed'],
  ['cancelled there', 'Cancelled by user', 'attention import_cancelled'],
])('an import that is %s needs a person, whose try replays the add and watches again', async (...row) => {
  const [, error, expected] = row
  const { manager, book, jobs, outcomesOf, sweep, adds, foreign_id, deliveries, database } = await beginHeld()
  const id = await book(foreign_id)
  await jobs.settle()
  manager.pending.giveUp(manager.pending.all()[0]?.id ?? 0, error)
  await sweep()
  expect(await outcomesOf(id)).toEqual([expected])
  await sweep(60)
  expect(adds()).toBe(1)
  await database.transaction(tx => deliveries.retry(tx, id, ['ebook']))
  await jobs.settle()
  expect(await outcomesOf(id)).toEqual(['waiting_library author_import'])
  expect(adds()).toBe(2)
  manager.holdAuthor(AUTHOR.absent, false)
  await sweep()
  await sweep()
  expect(await outcomesOf(id)).toEqual(['complete requested'])
})

it('a receipt that disappeared without the author is ambiguous: nothing is added automatically', async () => {
  const { manager, book, jobs, outcomesOf, sweep, adds, foreign_id } = await beginHeld()
  const id = await book(foreign_id)
  await jobs.settle()
  manager.pending.forget(manager.pending.all()[0]?.id ?? 0)
  await sweep()
  expect(await outcomesOf(id)).toEqual(['attention manual_import_retry'])
  expect(adds()).toBe(1)
})

it('an author who arrived without the book is checked once more, then needs a person', async () => {
  const { manager, book, jobs, outcomesOf, sweep, foreign_id } = await beginHeld()
  const id = await book(foreign_id)
  await jobs.settle()
  manager.holdAuthor(AUTHOR.absent, false)
  manager.faults.always('GET /api/v1/book', status(200, { body: [] }))
  await sweep()
  expect(await outcomesOf(id)).toEqual(['waiting_library author_import'])
  await sweep()
  expect(await outcomesOf(id)).toEqual(['attention import_identity_unresolved'])
})

it('keeps waiting when a receipt cannot be read; a webhook makes it look at once', async () => {
  const { manager, book, jobs, outcomesOf, rows, sweep, adds, foreign_id, deliveries, world } =
    await beginHeld()
  const id = await book(foreign_id)
  await jobs.settle()
  const since = (await rows(id))[0]?.waiting_since
  manager.faults.always(RECEIPTS, status(500))
  await sweep()
  expect(await outcomesOf(id)).toEqual(['waiting_library import_status_unavailable'])
  manager.faults.clear()
  await sweep()
  expect(await outcomesOf(id)).toEqual(['waiting_library author_import'])
  expect((await rows(id))[0]?.waiting_since).toBe(since)
  manager.faults.always(EXISTS, status(409, { body: { error: 'x' } }))
  manager.faults.always(RECEIPTS, status(404))
  await world.settle()
  await deliveries.wakeWaiting(BOOKS)
  await jobs.settle()
  expect(await outcomesOf(id)).toEqual(['attention import_identity_ambiguous'])
  expect(adds()).toBe(1)
})

it('an older manager without the import API is asked again instead (1:3, add-probe)', async () => {
  const { manager, book, jobs, outcomesOf, sweep, adds, foreign_id, work } = await beginHeld()
  manager.faults.always(RECEIPTS, status(404))
  manager.faults.always(EXISTS, status(404))
  const id = await book(foreign_id)
  await jobs.settle()
  await sweep()
  expect(await outcomesOf(id)).toEqual(['waiting_library author_import'])
  expect(adds()).toBe(2)
  manager.holdAuthor(AUTHOR.absent, false)
  await sweep()
  expect(await outcomesOf(id)).toEqual(['complete requested'])
  expect(manager.books().filter(one => one.hardcover === work && one.format === 'ebook')).toHaveLength(1)
})
