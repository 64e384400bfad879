import { AUTHOR, BOOK, status } from '@foyer/simulators'
import { describe, expect, it } from 'vitest'
import { MINUTE_MS } from '#kit/durations.ts'
import { refusal } from '#test/calls.ts'
import { eventually } from '#test/eventually.ts'
import { listenTo } from '#test/request-events.ts'
import { buildWorld } from '#test/world.ts'

const FIFTEEN_SECONDS = 15_001
const LOOK_MS = 30_000
const TIDEWATER = `hc:${BOOK.tidewater}`
const STATUS = '/api/requests/book-status'

/** Two users with a book library, and one without. */
async function buildBookWorld() {
  const world = await buildWorld({
    instances: ['books'],
    users: ['uma', 'bob', 'eve'],
    grants: { uma: ['books'], bob: ['books'] },
  })
  async function pass(ms: number) {
    world.app.clock.advance(ms)
    await world.settle()
    await world.app.jobs.settle()
  }
  return { ...world, pass }
}

describe('GET /api/requests/book-status (1:4.6)', () => {
  it('tells each format live, within fifteen seconds, and both together (1/3)', async () => {
    const { chaptarr, instance_ids, asUma, app } = await buildBookWorld()
    const of = async (id = TIDEWATER) => (await asUma('GET', `${STATUS}?foreign_id=${id}`)).body
    expect(await of()).toEqual({
      status: 'unavailable',
      progress: 0,
      status_known: true,
      book_formats: { ebook: 'unavailable', audiobook: 'unavailable' },
      instance_id: instance_ids.books,
    })
    const reads = () => chaptarr.journal.requests('GET /api/v1/book').length
    await Promise.all([of(), of(), of()])
    expect(reads()).toBe(1)

    chaptarr.addBook(BOOK.tidewater, { format: 'ebook', monitored: true })
    chaptarr.addBook(BOOK.tidewater, { format: 'audiobook', monitored: false })
    app.clock.advance(FIFTEEN_SECONDS)
    expect(await of()).toMatchObject({
      status: 'requested',
      book_formats: { ebook: 'requested', audiobook: 'unavailable' },
    })
    const row = chaptarr.book(BOOK.tidewater, 'ebook')?.id ?? 0
    chaptarr.startDownload(row)
    app.clock.advance(FIFTEEN_SECONDS)
    expect(await of()).toMatchObject({ status: 'downloading', book_formats: { ebook: 'downloading' } })
    chaptarr.importFile(row)
    app.clock.advance(FIFTEEN_SECONDS)
    expect(await of()).toMatchObject({
      status: 'partial',
      progress: 50,
      book_formats: { ebook: 'available' },
    })
    chaptarr.importFile(chaptarr.book(BOOK.tidewater, 'audiobook')?.id ?? 0)
    app.clock.advance(FIFTEEN_SECONDS)
    expect(await of(`bp:${BOOK.tidewater}`)).toMatchObject({
      status: 'available',
      progress: 100,
      canonical_foreign_id: TIDEWATER,
    })
  })

  it('unknown is not absent, and what cannot be bound to one title is not guessed (1:4.8.7)', async () => {
    const { chaptarr, asUma } = await buildBookWorld()
    chaptarr.faults.always('GET /api/v1/book', status(500))
    expect((await asUma('GET', `${STATUS}?foreign_id=${TIDEWATER}`)).body).toMatchObject({
      status: 'unavailable',
      status_known: false,
      status_unknown_reason: 'library_unavailable',
    })
    const record = (id: number, foreignBookId: string, mediaType?: string) => ({
      id,
      title: 'Ledger',
      authorId: 1,
      foreignBookId,
      goodreadsWorkId: 'gr:77',
      monitored: true,
      mediaType,
    })
    chaptarr.faults.clear()
    const shelf = [record(1, 'hc:1', 'ebook'), record(2, 'hc:2', 'ebook')]
    chaptarr.faults.always('GET /api/v1/book', status(200, { body: shelf }))
    expect((await asUma('GET', `${STATUS}?foreign_id=gr:77`)).body).toMatchObject({
      status_known: false,
      status_unknown_reason: 'identity_ambiguous',
    })
    // An exact native id is preferred.
    expect((await asUma('GET', `${STATUS}?foreign_id=hc:2`)).body).toMatchObject({
      status_known: true,
      status: 'requested',
    })
  })

  it('words recover the record that was chosen, never a similar title', async () => {
    const { chaptarr, asUma } = await buildBookWorld()
    const work = chaptarr.catalogue.book(BOOK.tidewater)
    chaptarr.addBook(BOOK.tidewater, { format: 'ebook', file: true })
    const words = `title=${encodeURIComponent(work?.title ?? '')}&q=tidewater`
    expect((await asUma('GET', `${STATUS}?foreign_id=hc:999999&${words}`)).body).toMatchObject({
      status: 'unavailable',
      status_known: true,
    })
    const isbn = work?.editions.find(one => one.isbn13)?.isbn13
    const other = await asUma('GET', `${STATUS}?foreign_id=${encodeURIComponent(`isbn:${isbn}`)}&${words}`)
    expect(other.body.status_known).toBe(true)
  })

  it('is for those who were given the library, before anything is said of the rest (0.6, C17)', async () => {
    const { asEve, asUma, asAdmin, chaptarr } = await buildBookWorld()
    chaptarr.journal.clear()
    expect(refusal(await asEve('GET', STATUS))).toEqual([403, 'no_grant'])
    expect(refusal(await asEve('GET', `${STATUS}?instance_id=in_x`))).toEqual([403, 'instance_forbidden'])
    expect(refusal(await asUma('GET', STATUS))).toEqual([400, 'validation'])
    for (const wrong of [`foreign_id=${'x'.repeat(257)}`, `foreign_id=hc:1&q=${'x'.repeat(513)}`])
      expect(refusal(await asUma('GET', `${STATUS}?${wrong}`))).toEqual([400, 'validation'])
    expect(refusal(await asAdmin('GET', `${STATUS}?foreign_id=hc:1&instance_id=in_x`))).toEqual([
      404,
      'instance_not_found',
    ])
    expect(chaptarr.journal.requests('GET /api/v1/book')).toEqual([])
  })
})

describe('a request for a book', () => {
  it('is delivered in both formats, and told by the formats that were asked for', async () => {
    const { chaptarr, asUma, asBob, settle, app } = await buildBookWorld()
    const both = await asUma('POST', '/api/requests', { media_type: 'book', foreign_id: TIDEWATER })
    expect(both.body).toMatchObject({ status: 'requested', status_known: false })
    await settle()
    const read = async (as: typeof asUma, id: number) =>
      (await as('GET', `/api/requests/delivery-status?request_id=${id}`)).body
    expect(await read(asUma, both.body.request_id)).toMatchObject({
      status: 'requested',
      status_known: true,
      book_formats: { ebook: 'requested', audiobook: 'requested' },
      delivery: [
        { format: 'ebook', state: 'complete' },
        { format: 'audiobook', state: 'complete' },
      ],
    })
    chaptarr.importFile(chaptarr.book(BOOK.tidewater, 'ebook')?.id ?? 0)
    app.clock.advance(MINUTE_MS)
    expect(await read(asUma, both.body.request_id)).toMatchObject({ status: 'partial' })
    const mine = { media_type: 'book', foreign_id: TIDEWATER, book_format: 'ebook' }
    const one = await asBob('POST', '/api/requests', mine)
    await settle()
    expect(await read(asBob, one.body.request_id)).toMatchObject({
      status: 'available',
      delivery: [{ format: 'ebook', state: 'complete', code: 'available' }],
    })
    // 1:4.9.3: a verified no-op costs nothing.
    const { allowances } = (await asBob('GET', '/api/me/request-quotas')).body
    expect(allowances.map((row: { used: number }) => row.used)).toEqual([0, 0, 0, 0, 0])
    const rows = (await asUma('GET', '/api/requests')).body
    expect(rows).toMatchObject([
      { book_format: 'ebook', status: 'available', status_known: true },
      { book_format: 'audiobook', status: 'requested', status_known: true },
    ])
    // 1:4.8.6: the record outlives the id; filed under another one it is the same book.
    const { id = 0 } = chaptarr.book(BOOK.tidewater, 'audiobook') ?? {}
    const body = [{ id, title: 'x', foreignBookId: 'ol:OL9W', mediaType: 'audiobook', monitored: true }]
    chaptarr.faults.always('GET /api/v1/book', status(200, { body }))
    app.clock.advance(FIFTEEN_SECONDS)
    expect((await asUma('GET', `${STATUS}?foreign_id=${TIDEWATER}`)).body).toMatchObject({
      canonical_foreign_id: 'ol:OL9W',
      book_formats: { ebook: 'unavailable', audiobook: 'requested' },
    })
  })

  it('waits for its author, can be watched, ends and is tried again by an admin (1:4.7)', async () => {
    const { chaptarr, instance_ids, asUma, asBob, asAdmin, settle, pass } = await buildBookWorld()
    chaptarr.holdAuthor(AUTHOR.absent, true)
    const work = chaptarr.catalogue.author(AUTHOR.absent)?.books[0]?.hardcover ?? 0
    const wanted = { media_type: 'book', foreign_id: `hc:${work}`, book_format: 'ebook' }
    const { request_id } = (await asUma('POST', '/api/requests', wanted)).body
    await settle()
    const own = async () => (await asUma('GET', `${STATUS}?foreign_id=hc:${work}`)).body
    const waiting = {
      status: 'requested',
      status_known: true,
      book_formats: { ebook: 'requested', audiobook: 'unavailable' },
      book_format_waits: { ebook: { reason: expect.any(String), waiting_since: expect.any(String) } },
      request_id,
      delivery: [{ format: 'ebook', state: 'waiting_library', park_reason: 'author_import' }],
    }
    expect(await own()).toMatchObject(waiting)
    // Somebody who did not ask sees the library and nothing else.
    const {
      delivery: _own,
      request_id: _id,
      ...live
    } = (await asBob('GET', `${STATUS}?foreign_id=hc:${work}`)).body
    expect(live).toMatchObject({ status: 'unavailable' })
    expect([_own, _id]).toEqual([undefined, undefined])
    // C2, C8: the same work by its other number is joined, under either of which it is found.
    const joined = await asBob('POST', '/api/requests', { ...wanted, foreign_id: `bp:${work}` })
    expect([joined.status, joined.body.request_id]).toEqual([200, request_id])
    const name = `media_type=book&instance_id=${instance_ids.books}&foreign_id=bp:${work}`
    expect((await asBob('GET', `/api/requests/delivery-status?${name}`)).body).toMatchObject({ request_id })
    expect((await asAdmin('GET', '/api/admin/requests')).body).toEqual([])
    expect((await asAdmin('GET', '/api/admin/requests/waiting')).body).toMatchObject([
      { id: request_id, park_reason: 'author_import', book_format: 'ebook', wait_reason: expect.any(String) },
    ])
    const wait = () => asAdmin('POST', `/api/admin/requests/${request_id}/wait`)
    expect(refusal(await wait())).toEqual([400, 'not_waiting'])
    expect(refusal(await asUma('POST', `/api/admin/requests/${request_id}/wait`))).toEqual([403, 'forbidden'])

    chaptarr.pending.giveUp(chaptarr.pending.all()[0]?.id ?? 0, 'gone')
    await pass(5 * MINUTE_MS)
    expect(await own()).toMatchObject({ delivery: [{ state: 'attention', code: 'import_failed' }] })
    expect(await own()).not.toHaveProperty('book_format_waits')
    expect((await wait()).body).toMatchObject({ request_id, delivery: [{ state: 'queued' }] })
    await settle()
    expect(await own()).toMatchObject(waiting)
    chaptarr.holdAuthor(AUTHOR.absent, false)
    await pass(5 * MINUTE_MS)
    await pass(5 * MINUTE_MS)
    expect(await own()).toMatchObject({
      status: 'requested',
      delivery: [{ state: 'complete', code: 'requested' }],
    })
    expect(refusal(await wait())).toEqual([400, 'not_waiting'])
    expect(chaptarr.books().filter(one => one.hardcover === work && one.format === 'ebook')).toHaveLength(1)
  })
})

it('C7: Readarr holds one format; a request for the other needs a person and reads unavailable', async () => {
  const { app, asAdmin, readarr } = await buildWorld({ instances: ['old_books'] })
  const foreign_id = `${readarr.catalogue.book(BOOK.tidewater)?.goodreads}`
  const status_of = async () => (await asAdmin('GET', `${STATUS}?foreign_id=${foreign_id}`)).body
  const wanted = { media_type: 'book', foreign_id, book_format: 'audiobook' }
  const { request_id } = (await asAdmin('POST', '/api/requests', wanted)).body
  await app.jobs.settle()
  const lacking = { status: 'unavailable', delivery: [{ state: 'attention', code: 'book_configuration' }] }
  expect(await status_of()).toMatchObject({ ...lacking, book_formats: { audiobook: 'unavailable' } })
  const saved = `/api/requests/delivery-status?request_id=${request_id}`
  expect((await asAdmin('GET', saved)).body).toMatchObject({ ...lacking, status_known: true })
  expect((await asAdmin('GET', '/api/requests')).body).toMatchObject([lacking])
  await asAdmin('POST', '/api/requests', { ...wanted, book_format: 'ebook' })
  await app.jobs.settle()
  app.clock.advance(FIFTEEN_SECONDS)
  expect(await status_of()).toMatchObject({ book_formats: { ebook: 'requested', audiobook: 'unavailable' } })
})

it('1/6: a download of a book is told by its foreign id as it begins and ends', async () => {
  const { app, chaptarr, instance_ids, users } = await buildBookWorld()
  const heard = listenTo(app, { uma: users.uma, eve: users.eve })
  const { id } = chaptarr.addBook(BOOK.tidewater, { format: 'ebook', monitored: true })
  chaptarr.startDownload(id, { duration_ms: 60 * MINUTE_MS })
  const title = { media_type: 'book', foreign_id: TIDEWATER, instance_id: instance_ids.books }
  app.clock.advance(LOOK_MS)
  await eventually(() => expect(heard.of('uma', 'library_queue_changed')).toHaveLength(1))
  expect(heard.of('uma', 'request_status_changed')).toEqual([{ ...title, status: 'downloading' }])
  expect(heard.of('uma', 'download_progress')).toEqual([{ ...title, progress: 0, status: 'downloading' }])
  const [download] = chaptarr.downloads()
  chaptarr.finishDownload(download?.download_id ?? '')
  app.clock.advance(LOOK_MS)
  await eventually(() => expect(heard.of('uma', 'library_queue_changed')).toHaveLength(2))
  expect(heard.of('uma', 'request_status_changed').at(-1)).toMatchObject({ ...title, status: 'partial' })
  // Who was not given the library hears nothing of it.
  expect(heard.of('eve', 'request_status_changed')).toEqual([])
})
