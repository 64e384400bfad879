import { describe, expect, it } from 'vitest'
import type { MessageOutcome } from '#ports/message-sender.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#kit/durations.ts'
import { endLeases, openWithPeople } from '#test/build-outbox.ts'
import { buildRoom } from '#test/build-ordered.ts'
import { describeEachEngine, openFresh } from '#test/engines.ts'

const RATE_LIMITED = { kind: 'retry', reason: 'rate_limited' } as const
/** Each takes several transactions, which cost most on PostgreSQL. */
const MANY = { sqlite: 1_000, postgres: 50 }

describeEachEngine('alerts to a place that takes them in order', (open, engine) => {
  it('go out oldest first, each once, however often the fact is reported (2:4.10)', async () => {
    const room = await buildRoom(await openWithPeople(open))
    for (const id of [1, 2, 1, 3]) await room.report(id)
    await room.settle()
    await room.report(2)
    await room.settle()
    expect(room.postedIds()).toEqual([1, 2, 3])
    expect((await room.latest()).map(one => [one.request_id, one.status])).toEqual([
      [3, 'sent'],
      [2, 'sent'],
      [1, 'sent'],
    ])
    expect(await room.database.read.selectFrom('jobs').select('name').execute()).toEqual([])
  })

  it('reported twice at the same time are one, and neither transaction fails', async () => {
    const room = await buildRoom(await openWithPeople(open))
    await Promise.all([room.report(1), room.report(1), room.report(1)])
    await room.settle()
    expect(room.postedIds()).toEqual([1])
    expect(await room.database.read.selectFrom('alerts').select('id').execute()).toHaveLength(1)
  })

  it('wait for a receiver that asks for time, all of them, and go on in order', async () => {
    const room = await buildRoom(await openWithPeople(open))
    room.nextPost({ ...RATE_LIMITED, after_ms: 5 * MINUTE_MS }, { kind: 'sent', pause_ms: 2_000 })
    await room.report(1)
    await room.settle(MINUTE_MS)
    await room.report(2)
    await room.settle(4 * MINUTE_MS - 1)
    expect(room.postedIds()).toEqual([1])
    const next_attempt_at = '2026-11-15T09:05:00.000Z'
    const detail = 'The destination is busy and asked Foyer to wait.'
    expect(await room.latest()).toMatchObject([
      { request_id: 2, status: 'pending', detail: '', attempts: 0, next_attempt_at },
      { request_id: 1, status: 'pending', detail, attempts: 1, next_attempt_at },
    ])
    await room.settle(1)
    expect(room.postedIds()).toEqual([1, 1])
    await room.settle(1_999)
    // Also what comes in the pause waits for its end.
    await room.report(3)
    await room.jobs.settle()
    expect(room.postedIds()).toEqual([1, 1])
    await room.settle(1)
    expect(room.postedIds()).toEqual([1, 1, 2, 3])
  })

  it(`${MANY[engine]} drain in order, none lost, none twice, none before the receiver allows it`, async () => {
    const room = await buildRoom(await openWithPeople(open))
    const receiver = createBusyReceiver(() => room.clock.now().getTime())
    room.channel.send = async (_to, alert) => receiver.take(alert.data.request_id ?? 0)
    await room.database.transaction(async tx => {
      for (let id = 1; id <= MANY[engine]; id += 1) await room.reportIn(tx, id)
    })
    await room.drain()
    const rows = await room.sends()
    expect(rows).toHaveLength(MANY[engine])
    const sent = rows.flatMap((row, n) => (row.state === 'sent' ? [n + 1] : []))
    expect(receiver.taken).toEqual(sent)
    const others = rows.filter(row => row.state !== 'sent')
    expect(others.filter(row => row.state !== 'failed' || row.detail !== 'rate_limited')).toEqual([])
    // C51: five attempts at most, and nothing beyond them.
    expect(new Set(others.map(row => row.attempts))).toEqual(new Set([5]))
    expect(receiver.calls()).toBe(rows.reduce((total, row) => total + row.attempts, 0))
    expect([receiver.calls() > 2 * MANY[engine], receiver.early()]).toEqual([true, 0])
  })

  it('never go out twice when two processes reach for them', async () => {
    const database = await openWithPeople(open)
    const rooms = await Promise.all([buildRoom(database), buildRoom(database)])
    const [first] = rooms
    for (let id = 1; id <= 8; id += 1) await first.report(id)
    for (let n = 0; n < 8; n += 1) await Promise.all(rooms.map(room => room.jobs.settle()))
    const ids = rooms.flatMap(room => room.postedIds())
    expect(ids).toHaveLength(8)
    expect(new Set(ids)).toEqual(new Set([1, 2, 3, 4, 5, 6, 7, 8]))
    expect(new Set((await first.sends()).map(row => row.state))).toEqual(new Set(['sent']))
  })

  it('that a hanging process has under way are unconfirmed, and the next ones go on', async () => {
    const database = await openWithPeople(open)
    const [hung, other] = await Promise.all([buildRoom(database), buildRoom(database)])
    const answer = Promise.withResolvers<MessageOutcome>()
    const isUnderWay = Promise.withResolvers<void>()
    hung.nextPost(answer.promise)
    hung.onPosted(isUnderWay.resolve)
    await hung.report(1)
    await hung.report(2)
    const busy = hung.jobs.settle()
    await isUnderWay.promise
    await endLeases(database)
    await other.jobs.settle()
    answer.resolve({ ...RATE_LIMITED, after_ms: MINUTE_MS })
    await busy
    expect([hung.postedIds(), other.postedIds()]).toEqual([[1], [2]])
    expect(await other.sends()).toMatchObject([
      { state: 'unconfirmed', detail: 'interrupted' },
      { state: 'sent' },
    ])
    // Its late answer holds nobody up.
    await other.report(3)
    await other.jobs.settle()
    expect(other.postedIds()).toEqual([2, 3])
  })

  it('are cancelled while unsent; what is under way is not, unless it turns out unsent', async () => {
    const room = await buildRoom(await openWithPeople(open))
    /** Cancelled while the first is under way and the second waits. */
    async function cancelBetween(id: number, answer: MessageOutcome) {
      const answered = Promise.withResolvers<MessageOutcome>()
      const isUnderWay = Promise.withResolvers<void>()
      room.nextPost(answered.promise)
      room.onPosted(isUnderWay.resolve)
      await room.report(id)
      await room.report(id + 1)
      const busy = room.jobs.settle()
      await isUnderWay.promise
      await room.cancel()
      answered.resolve(answer)
      await busy
    }
    await cancelBetween(1, { kind: 'sent' })
    await cancelBetween(3, { ...RATE_LIMITED, after_ms: HOUR_MS })
    // The delay of the earlier receiver does not hold the next one.
    await room.report(5)
    await room.settle()
    expect(room.postedIds()).toEqual([1, 3, 5])
    const detail = 'Cancelled before it was sent.'
    expect(await room.latest()).toMatchObject([
      { request_id: 5, status: 'sent' },
      { request_id: 4, status: 'cancelled', detail, attempts: 0, next_attempt_at: null },
      { request_id: 3, status: 'cancelled', detail, attempts: 1 },
      { request_id: 2, status: 'cancelled' },
      { request_id: 1, status: 'sent', detail: '' },
    ])
  })
})

describe('alerts to a chat room', () => {
  const openRoom = async () => buildRoom(await openWithPeople(() => openFresh('sqlite')))

  it('C69: wait a moment for an unverified title, and carry the one that a provider supplies', async () => {
    const room = await openRoom()
    await room.report(1, { title: 'dune', title_unverified: true })
    await room.report(2, { title: 'duna', title_unverified: true })
    await room.jobs.settle()
    expect(room.posted).toEqual([])
    const rename = (id: number) => room.database.transaction(tx => room.alerts.rename(tx, id, 'Dune'))
    await rename(1)
    await room.jobs.settle()
    expect(room.posted.map(one => one.alert.data)).toEqual([{ request_id: 1, title: 'Dune' }])
    room.clock.advance(3_000)
    await room.jobs.settle()
    expect(room.posted[1]?.alert.data).toEqual({ request_id: 2, title: 'duna', title_unverified: true })
    await rename(2)
    await room.settle()
    expect(room.posted).toHaveLength(2)
  })

  it('2:3: whatever ended a send without an answer, it is unconfirmed and never sent again', async () => {
    const room = await openRoom()
    room.nextPost(new Error('the process is going down'), { kind: 'unconfirmed', reason: 'no_receipt' })
    await room.report(1)
    await room.jobs.settle()
    expect(await room.latest()).toMatchObject([{ status: 'sending', detail: '' }])
    room.clock.advance(30_001)
    expect(await room.latest()).toMatchObject([
      { status: 'unconfirmed', detail: expect.stringContaining('interrupted') },
    ])
    await room.report(2)
    await room.settle(10 * MINUTE_MS)
    expect(room.postedIds()).toEqual([1, 2])
    expect((await room.sends()).map(row => `${row.state} ${row.detail}`)).toEqual([
      'unconfirmed interrupted',
      'unconfirmed no_receipt',
    ])
  })

  it('are cancelled by type (2:3), and also go out when the request was decided meanwhile', async () => {
    const room = await openRoom()
    room.nextPost({ ...RATE_LIMITED, after_ms: MINUTE_MS })
    await room.report(1)
    await room.database.transaction(tx =>
      room.queue.raiseTo(
        tx,
        { type: 'request_auto_approved', data: { request_id: 2 } },
        { channel: 'chat_webhook', destination: 'room', user_id: null, receipt: 'request:2' },
      ),
    )
    await room.jobs.settle()
    await room.cancel(['request_auto_approved'])
    room.pending.is = false
    await room.settle(MINUTE_MS)
    expect((await room.latest()).map(one => one.status)).toEqual(['cancelled', 'sent'])
  })

  it('are kept for 90 days, longer than others', async () => {
    const room = await openRoom()
    const other = { type: 'webhook_lost' as const, audience: { to: 'admins' as const }, data: {} }
    await room.report(1)
    await room.raise(other)
    await room.settle(8 * DAY_MS)
    await room.raise(other)
    await room.settle()
    expect((await room.latest()).map(one => one.request_id)).toEqual([1])
    expect(await room.database.read.selectFrom('alerts').select('id').execute()).toHaveLength(2)
    room.clock.advance(82 * DAY_MS)
    await room.raise(other)
    await room.settle()
    expect(await room.latest()).toEqual([])
  })
})

/** Rejects more than half with a delay. */
function createBusyReceiver(now: () => number) {
  const taken: number[] = []
  let calls = 0
  let early = 0
  let opens_at = 0
  let seed = 7
  return {
    taken,
    calls: () => calls,
    /** How many came before the delay was over. */
    early: () => early,
    take(id: number): MessageOutcome {
      calls += 1
      if (now() < opens_at) early += 1
      seed = (seed * 48_271) % 2_147_483_647
      if (seed % 20 < 11) {
        const after_ms = 1_000 + (seed % 4_000)
        opens_at = now() + after_ms
        return { ...RATE_LIMITED, after_ms }
      }
      taken.push(id)
      return { kind: 'sent' }
    },
  }
}
