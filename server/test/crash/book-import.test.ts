import { AUTHOR, startWorld } from '@foyer/simulators'
import { expect, it } from 'vitest'
import { MINUTE_MS } from '#kit/durations.ts'
import { bookRow, insertUserAndBooks } from '#test/book-courier.ts'
import { setDeliveryScene } from './delivery-crashes.ts'
import { openWorker, readLedger } from './delivery-worker.ts'

const RESTARTS = 3
/** Neighbouring moments are alike; every one of them is tried for movies and shows. */
const STEP = 9

const { crashEverywhere } = setDeliveryScene({
  parts: { books: true },
  start: () => startWorld({ products: ['chaptarr'] }),

  /** A book in both formats by an author who has to be imported first. */
  async prepare({ database, harness }, { chaptarr }) {
    await insertUserAndBooks(database, chaptarr)
    const [book] = chaptarr.catalogue.author(AUTHOR.absent)?.books ?? []
    await harness.saveRequest(bookRow(`hc:${book?.hardcover ?? 0}`), ['ebook', 'audiobook'])
  },

  reset({ chaptarr }) {
    for (const { id } of chaptarr.authors()) chaptarr.deleteAuthor(id)
    for (const { id } of chaptarr.pending.all()) chaptarr.pending.forget(id)
    chaptarr.holdAuthor(AUTHOR.absent, true)
    chaptarr.journal.clear()
  },
})

/** A start on the same file, `minutes` later. */
async function deliverLater(place: string, minutes: number): Promise<void> {
  const worker = openWorker(place, { minutes, books: true })
  await worker.deliver()
  await worker.close()
}

it('an author import that outlives a crash and three restarts ends in one record per format, added once (1:3)', async () => {
  const moments = await crashEverywhere({ most: 200, step: STEP }, async ({ world, place, when }) => {
    const { chaptarr } = world
    let minutes = 0
    for (let restart = 0; restart < RESTARTS; restart += 1) await deliverLater(place, (minutes += 6))
    chaptarr.holdAuthor(AUTHOR.absent, false)
    await world.advance(6 * MINUTE_MS)
    for (let sweep = 0; sweep < 2; sweep += 1) await deliverLater(place, (minutes += 6))

    const { deliveries, jobs, leases } = await readLedger(place)
    expect(deliveries, when).toMatchObject([
      { format: 'ebook', state: 'complete', code: 'requested' },
      { format: 'audiobook', state: 'complete', code: 'requested' },
    ])
    expect([jobs, leases], when).toEqual([[], []])
    const adds = chaptarr.journal.requests('POST /api/v1/book').map(call => call.query.get('mediaType') ?? '')
    expect(adds.sort(), when).toEqual(['audiobook', 'ebook'])
    const wanted = chaptarr.books().filter(one => one.monitored)
    expect(wanted.map(one => one.format).sort(), when).toEqual(['audiobook', 'ebook'])
  })
  expect(moments).toBeGreaterThan(4)
})
