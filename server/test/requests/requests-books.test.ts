import type { InboxEntry } from '@foyer/contract/inbox'
import { describe, expect, it } from 'vitest'
import { refusal } from '#test/calls.ts'
import { addUnansweredInstance, create, REQUEST_PARTS, spent } from '#test/request-calls.ts'
import { listenTo } from '#test/request-events.ts'
import { buildWorld } from '#test/world.ts'

const BOOK = {
  media_type: 'book',
  foreign_id: 'hc:12',
  title: 'The Lighthouse',
  search_term: 'lighthouse',
} as const
/** Nothing answers for the library, and whether that was tried yet is a matter of the moment. */
const UNSENT = expect.stringMatching(/^(queued|processing|retry)$/)
/** Nothing answers for the library, so whoever tries is told to try again. */
const UNDER_WAY = expect.stringMatching(/^(queued|processing|retry)$/)
const ALBUM = '0f6a2f3a-6f0e-4a53-9f63-2d1b2b3c4d5e'

async function buildWithBooks() {
  const world = await buildWorld(REQUEST_PARTS)
  const { session: bob, call: asBob } = await world.addUser('bob')
  const books = await addUnansweredInstance(world, 'book_manager', [world.users.uma, bob])
  return { ...world, bob, asBob, books }
}

describe('asking for a book (1:4.8)', () => {
  it('tells of its format in alerts when it has exactly one (1/4.14)', async () => {
    const { app, asAdmin, asUma, users } = await buildWithBooks()
    /** Alerts wait a moment for a verified title (C69). */
    const settle = async () => {
      app.clock.advance(3_000)
      await app.jobs.settle()
    }
    await asAdmin('PUT', `/api/admin/users/${users.uma.user.id}/request-settings`, { require_approval: true })
    await create(asUma, { ...BOOK, book_format: 'audiobook' })
    await create(asUma, { ...BOOK, foreign_id: 'hc:13', title: 'Low Water' })
    await settle()
    for (const id of [1, 2]) await asAdmin('POST', `/api/admin/requests/${id}/approve`, {})
    await settle()
    const formats = async (call: typeof asUma, wanted: string) => {
      const entries: InboxEntry[] = (await call('GET', '/api/notifications/inbox')).body.entries
      const alerts = entries.filter(({ type }) => type === wanted).map(({ data }) => data)
      return Object.fromEntries(alerts.map(data => [data.request_id, data.book_format ?? 'none']))
    }
    const told = { 1: 'audiobook', 2: 'none' }
    expect(await formats(asAdmin, 'request_pending')).toEqual(told)
    expect(await formats(asUma, 'request_decision')).toEqual(told)
  })

  it('saves and charges one job per format, and asks nobody (1:4.8.1, C3)', async () => {
    const { asUma, books, app } = await buildWithBooks()
    const answer = await create(asUma, BOOK)
    expect(answer.status).toBe(201)
    expect(answer.body).toMatchObject({
      status: 'requested',
      status_known: false,
      title: 'The Lighthouse',
      instance_id: books,
      book_formats: { ebook: 'requested', audiobook: 'requested' },
      delivery: [
        { format: 'ebook', state: 'queued' },
        { format: 'audiobook', state: 'queued' },
      ],
    })
    expect([await spent(asUma, 'book', 'ebook'), await spent(asUma, 'book', 'audiobook')]).toEqual([1, 1])
    const rows = (await asUma('GET', '/api/requests')).body
    expect(rows).toMatchObject([
      { request_id: 1, book_format: 'ebook', delivery: [{ format: 'ebook' }], foreign_id: 'hc:12' },
      { request_id: 1, book_format: 'audiobook', delivery: [{ format: 'audiobook' }] },
    ])
    // 1:4.6: by what was asked for, of books and music only.
    const at = `media_type=book&instance_id=${books}`
    const found = await asUma(
      'GET',
      `/api/requests/delivery-status?${at}&foreign_id=hc:12&include_live=false`,
    )
    expect(found.body).toMatchObject({ request_id: 1, status: 'requested', status_known: false })
    expect(refusal(await asUma('GET', `/api/requests/delivery-status?${at}&foreign_id=hc:13`))).toEqual([
      404,
      'not_found',
    ])
    expect(refusal(await asUma('GET', `/api/requests/delivery-status?${at}`))).toEqual([400, 'validation'])
    // C17: that the library is not theirs comes before what is wrong with the rest.
    const wrong = `include_live=yes&foreign_id=${'x'.repeat(257)}`
    expect(refusal(await asUma('GET', `/api/requests/delivery-status?${at}&${wrong}`))).toEqual([
      400,
      'validation',
    ])
    for (const rest of ['', `&${wrong}`]) {
      const other = `/api/requests/delivery-status?media_type=book&instance_id=in_other${rest}`
      expect(refusal(await asUma('GET', other))).toEqual([403, 'instance_forbidden'])
    }
    expect(refusal(await asUma('POST', '/api/requests/1/delivery', { action: 'confirm' }))).toEqual([
      410,
      'catalog_retired',
    ])
    // One format is given up, the other goes on.
    const left = await asUma('POST', '/api/requests/1/delivery', { action: 'cancel', book_format: 'ebook' })
    expect(left.body).toMatchObject({
      delivery: [
        { format: 'ebook', state: 'cancelled' },
        { format: 'audiobook', state: UNSENT },
      ],
    })
    expect([await spent(asUma, 'book', 'ebook'), await spent(asUma, 'book', 'audiobook')]).toEqual([0, 1])
    const kept = await app.database.read.selectFrom('requests').select(['search_term', 'title']).execute()
    expect(kept).toEqual([{ search_term: 'lighthouse', title: 'The Lighthouse' }])
    // Found by the longest id that it can be asked for by (1/4.4).
    const foreign_id = 'x'.repeat(256)
    await create(asUma, { ...BOOK, foreign_id })
    const longest = await asUma(
      'GET',
      `/api/requests/delivery-status?${at}&foreign_id=${foreign_id}&include_live=false`,
    )
    expect(longest.body).toMatchObject({ request_id: 2 })
  })

  it('is shared, with everybody their own formats and charges (C2, 1:4.8.3)', async () => {
    const { asUma, asBob, asAdmin, users, bob, admin, app, addUser } = await buildWithBooks()
    await asAdmin('PUT', '/api/admin/request-settings', { require_approval: true })
    const heard = listenTo(app, { uma: users.uma, bob, admin })
    await create(asUma, { ...BOOK, book_format: 'ebook' })
    const joined = await create(asBob, BOOK)
    expect([joined.status, joined.body.request_id]).toEqual([200, 1])
    // C2: somebody who asked for one format sees nothing of the other, which is not theirs to cancel.
    const again = await create(asUma, { ...BOOK, book_format: 'ebook' })
    const saved = await asUma('GET', '/api/requests/delivery-status?request_id=1&include_live=false')
    for (const { body } of [again, saved])
      expect(body).toMatchObject({
        status: 'pending',
        book_formats: { ebook: 'pending', audiobook: 'unavailable' },
        delivery: [
          { format: 'ebook', can_manage: true, can_cancel: true },
          { format: 'audiobook', can_manage: false, can_cancel: false },
        ],
      })
    const seen = await asAdmin('GET', '/api/requests/delivery-status?request_id=1&include_live=false')
    expect(seen.body).toMatchObject({
      book_formats: { ebook: 'pending', audiobook: 'pending' },
      delivery: [{ can_cancel: true }, { can_cancel: true }],
    })
    expect([await spent(asBob, 'book', 'ebook'), await spent(asBob, 'book', 'audiobook')]).toEqual([1, 1])
    expect((await create(asBob, BOOK)).status).toBe(200)
    // Joining raises no new alarm.
    expect(heard.of('admin', 'request_pending')).toHaveLength(1)
    expect((await asAdmin('GET', '/api/admin/requests')).body).toMatchObject([
      {
        id: 1,
        user_id: users.uma.user.id,
        requester_count: 2,
        requesters: [
          { user_id: users.uma.user.id, username: 'uma' },
          { user_id: bob.user.id, username: 'bob' },
        ],
        book_format: 'both',
        foreign_id: 'hc:12',
      },
    ])
    const ofPerson = async (id: number) =>
      (await asAdmin('GET', `/api/admin/requests/history?user_id=${id}`)).body
    const part = (book_format: string, cancelled = false) => ({
      requested_at: expect.any(String),
      book_format,
      cancelled,
    })
    expect(await ofPerson(bob.user.id)).toMatchObject({
      requests: [{ id: 1, username: 'uma', own_part: part('both') }],
      requesters: [{ username: 'bob' }, { username: 'uma' }],
    })
    expect((await ofPerson(users.uma.user.id)).requests).toMatchObject([{ own_part: part('ebook') }])
    // Who asked for this book, and no other.
    const asked = async (filter: string) =>
      (await asAdmin('GET', `/api/admin/requests/history?media_type=book${filter}`)).body.requests
    const together = { username: 'uma', requesters: [{ username: 'uma' }, { username: 'bob' }] }
    expect(await asked('&foreign_id=hc:12')).toMatchObject([together])
    expect(await asked('&foreign_id=hc:13&canonical_foreign_id=bp:12')).toMatchObject([together])
    expect(await asked('&foreign_id=hc:13')).toEqual([])
    expect((await asUma('GET', '/api/requests')).body).toMatchObject([{ book_format: 'ebook' }])
    expect((await asBob('GET', '/api/requests')).body).toHaveLength(2)
    expect(refusal(await asAdmin('POST', '/api/admin/requests/1/approve', { book_format: 'ebook' }))).toEqual(
      [400, 'book_format_immutable'],
    )

    // The owner leaves: the work goes on for the other, whose it is now; the charge comes back.
    const left = await asUma('POST', '/api/requests/1/delivery', { action: 'cancel' })
    expect(left.body).toMatchObject({
      status: 'unavailable',
      book_formats: { ebook: 'unavailable', audiobook: 'unavailable' },
      delivery: [
        { format: 'ebook', state: 'cancelled', message: 'You cancelled this.', can_cancel: false },
        { format: 'audiobook', state: 'approval', can_cancel: false },
      ],
    })
    expect(await spent(asUma, 'book', 'ebook')).toBe(0)
    // 1/6: it is over for her, and the others and admins see one subscriber fewer.
    const update = { request_id: 1, media_type: 'book', foreign_id: 'hc:12', title: 'The Lighthouse' }
    for (const [name, delivery_state] of [
      ['uma', 'cancelled'],
      ['bob', 'approval'],
      ['admin', 'approval'],
    ] as const)
      expect(heard.of(name, 'request_updated').at(-1)).toMatchObject({ ...update, delivery_state })
    expect(refusal(await asUma('POST', '/api/requests/1/delivery', { action: 'cancel' }))).toEqual([
      409,
      'invalid_delivery_state',
    ])
    const [alone] = (await asAdmin('GET', '/api/admin/requests')).body
    expect(alone).toMatchObject({ user_id: bob.user.id, username: 'bob', requester_count: 1 })
    expect(alone).not.toHaveProperty('requesters')
    expect((await ofPerson(users.uma.user.id)).requests).toMatchObject([
      { id: 1, username: 'bob', own_part: part('ebook', true) },
    ])
    expect((await asUma('GET', '/api/requests')).body).toMatchObject([{ delivery: [{ state: 'cancelled' }] }])
    expect(await spent(asBob, 'book', 'ebook')).toBe(1)

    // Approved, it takes in whoever adds nothing to it; an admin's cancel ends it for everybody.
    await asAdmin('POST', '/api/admin/requests/1/approve', {})
    expect(heard.of('bob', 'request_decision')).toMatchObject([{ request_id: 1, decision: 'approved' }])
    const { session: cid, call: asCid } = await addUser('cid')
    await asAdmin('PUT', '/api/admin/instances/in_book_manager/grant-users', {
      user_ids: [users.uma.user.id, bob.user.id, cid.user.id],
    })
    expect((await create(asCid, { ...BOOK, book_format: 'audiobook' })).status).toBe(200)
    // Each tries again what is theirs, and whoever left nothing (1:3): the ladder of the ebook goes on.
    const tries = async () =>
      (
        await app.database.read.selectFrom('request_deliveries').select('attempts').orderBy('id').execute()
      ).map(row => row.attempts)
    await app.jobs.settle()
    app.clock.advance(61_000)
    await app.jobs.settle()
    expect(await tries()).toEqual([2, 2])
    expect(refusal(await asUma('POST', '/api/requests/1/delivery', { action: 'retry' }))).toEqual([
      409,
      'invalid_delivery_state',
    ])
    expect((await asCid('POST', '/api/requests/1/delivery', { action: 'retry' })).status).toBe(200)
    await app.jobs.settle()
    expect(await tries()).toEqual([2, 1])
    const ended = await asAdmin('POST', '/api/requests/1/delivery', { action: 'cancel' })
    expect(ended.body.delivery).toMatchObject([{ state: 'cancelled' }, { state: 'cancelled' }])
    // It was not theirs: nobody reads that they cancelled it themselves.
    for (const call of [asBob, asCid]) {
      const rows: { delivery: { message: string }[] }[] = (await call('GET', '/api/requests')).body
      const messages = rows.flatMap(({ delivery }) => delivery.map(one => one.message))
      expect(new Set(messages)).toEqual(new Set(['Cancelled']))
    }
    expect([await spent(asBob, 'book', 'ebook'), await spent(asCid, 'book', 'audiobook')]).toEqual([0, 0])
    expect((await create(asBob, BOOK)).body.request_id).toBe(2)

    // C5: what is denied after somebody left is denied to the others.
    await create(asUma, { ...BOOK, book_format: 'ebook' })
    await asUma('POST', '/api/requests/2/delivery', { action: 'cancel' })
    await asAdmin('POST', '/api/admin/requests/2/deny', { reason: 'Not this one.' })
    const [hers] = (await asUma('GET', '/api/requests')).body
    expect(hers).toMatchObject({ request_id: 2, status: 'unavailable', delivery: [{ state: 'cancelled' }] })
    expect(hers).not.toHaveProperty('deny_reason')
    expect(hers).not.toHaveProperty('decided_at')
    const denied = { status: 'denied', deny_reason: 'Not this one.' }
    expect((await asBob('GET', '/api/requests')).body.slice(0, 2)).toMatchObject([denied, denied])
    const bookStatus = async (call: typeof asUma) =>
      (await call('GET', '/api/requests/book-status?foreign_id=hc:12')).body
    const shown = await bookStatus(asUma)
    expect(shown).toMatchObject({ book_formats: { ebook: 'unavailable', audiobook: 'unavailable' } })
    expect(shown).not.toHaveProperty('request_id')
    expect(await bookStatus(asBob)).toMatchObject({
      request_id: 2,
      book_formats: { ebook: 'denied', audiobook: 'denied' },
    })
  })

  it('is the same receipt while one of its formats is open, whatever became of the other (1/4.6)', async () => {
    const { app, asUma, asBob } = await buildWithBooks()
    await create(asUma, BOOK)
    await app.database.transaction(tx =>
      tx.updateTable('request_deliveries').set({ state: 'complete' }).where('format', '=', 'ebook').execute(),
    )
    const again = await create(asUma, BOOK)
    expect([again.status, again.body.request_id]).toEqual([200, 1])
    expect(await spent(asUma, 'book', 'ebook')).toBe(1)
    // The finished format alone is a new request, and somebody else's never joins one that is half finished.
    const alone = await create(asUma, { ...BOOK, book_format: 'ebook' })
    expect([alone.status, alone.body.request_id]).toEqual([201, 2])
    expect((await create(asBob, BOOK)).body.request_id).not.toBe(1)
  })

  it('outlives its owner when it is shared, and ends with them when it is not (1:4.9.4)', async () => {
    const { asUma, asBob, asAdmin, users, bob, app } = await buildWithBooks()
    await create(asUma, BOOK)
    await create(asBob, { ...BOOK, book_format: 'ebook' })
    await create(asUma, { ...BOOK, foreign_id: 'hc:99' })
    expect((await asAdmin('DELETE', `/api/admin/users/${users.uma.user.id}`)).status).toBe(200)
    const db = app.database.read
    expect(await db.selectFrom('requests').select(['id', 'user_id']).execute()).toEqual([
      { id: 1, user_id: bob.user.id },
    ])
    expect((await asBob('GET', '/api/requests')).body).toMatchObject([
      { request_id: 1, book_format: 'ebook', delivery: [{ state: UNSENT }] },
    ])
    expect(await spent(asBob, 'book', 'ebook')).toBe(1)
    const jobs = await db
      .selectFrom('jobs')
      .select('payload')
      .where('payload', 'like', '%request_id%')
      .execute()
    expect(jobs.map(job => JSON.parse(job.payload))).toEqual([{ request_id: 1, format: 'ebook' }])
  })
})

describe('asking for an album (1:4.8.4)', () => {
  it('is a row of one person, by release group or reference, and the same receipt again', async () => {
    const world = await buildWithBooks()
    const { asUma, asBob, users, bob } = world
    const music = await addUnansweredInstance(world, 'music_manager', [users.uma, bob])
    const wish = { media_type: 'music', foreign_id: ALBUM, title: 'Tides' } as const
    const asked = await create(asUma, wish)
    expect([asked.status, asked.body]).toMatchObject([
      201,
      { status: 'requested', status_known: false, delivery: [{ state: UNDER_WAY }] },
    ])
    expect(asked.body.delivery[0]).not.toHaveProperty('format')
    const reference = { provider: 'music_catalog', id: ALBUM }
    const same = await create(asUma, { media_type: 'music', catalog_ref: reference })
    expect([same.status, same.body.request_id]).toEqual([200, 1])
    const other = await create(asBob, { media_type: 'music', catalog_ref: reference })
    expect([other.status, other.body]).toMatchObject([201, { request_id: 2, catalog_ref: reference }])
    expect([await spent(asUma, 'music'), await spent(asBob, 'music')]).toEqual([1, 1])
    const at = `media_type=music&instance_id=${music}&catalog_provider=music_catalog&catalog_id=${ALBUM}`
    expect((await asBob('GET', `/api/requests/delivery-status?${at}`)).body).toMatchObject({
      request_id: 2,
      status: 'requested',
      status_known: false,
      status_unknown_reason: 'library_unavailable',
    })
    expect((await asUma('GET', `/api/requests/delivery-status?${at}`)).status).toBe(404)
  })
})
