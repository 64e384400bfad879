import { describe, expect, it } from 'vitest'
import type { SendOutcome } from '#features/notifications/dispatch/alert-channel.ts'
import type { NewAlert } from '#features/notifications/alerts/alert.ts'
import { HOUR_MS, MINUTE_MS } from '#kit/durations.ts'
import { createScriptedChannel } from '#test/build-alerts.ts'
import { describeEachEngine, openFresh } from '#test/engines.ts'
import { ANA, BO, CY, endLeases, openWithPeople, movieNews, buildOutbox } from '#test/build-outbox.ts'

const waiting = (request_id: number): NewAlert => ({
  type: 'request_pending',
  audience: { to: 'admins' },
  data: { request_id },
})
const broken = () => new Error('the process is going down')

describeEachEngine('alerts whose run breaks off', open => {
  it('leave once more under the same name, and that is on record', async () => {
    const outbox = await buildOutbox(await openWithPeople(open))
    outbox.next(broken())
    await outbox.raise(waiting(1))
    await outbox.settle(MINUTE_MS)
    const names = outbox.received.map(one => one.notice.collapse_id)
    expect(names).toEqual([expect.stringMatching(/^alert:1:/), names[0]])
    const at = expect.stringMatching(/Z$/)
    expect(await outbox.sends()).toMatchObject([{ state: 'sent', attempts: 2, interrupted_at: at }])
    // Nothing happened to this one.
    await outbox.raise(waiting(2))
    await outbox.settle()
    expect((await outbox.sends())[1]).toMatchObject({ state: 'sent', interrupted_at: null })
  })

  it('are not settled by the slow answer of a process whose lease is over', async () => {
    const database = await openWithPeople(open)
    const [slow, quick] = await Promise.all([buildOutbox(database), buildOutbox(database)])
    const answer = Promise.withResolvers<SendOutcome>()
    const left = Promise.withResolvers<void>()
    slow.next(answer.promise)
    slow.onReceived(left.resolve)
    await slow.raise(waiting(1))
    const busy = slow.jobs.settle()
    await left.promise
    await endLeases(database)
    quick.next({ kind: 'retry', reason: 'unreachable', after_ms: MINUTE_MS })
    await quick.jobs.settle()
    answer.resolve({ kind: 'failed', reason: 'refused_400' })
    await busy
    const [row] = await quick.sends()
    expect(row).toMatchObject({ state: 'pending', detail: 'unreachable', interrupted_at: expect.any(String) })
    await quick.settle(MINUTE_MS)
    expect(await quick.sends()).toMatchObject([{ state: 'sent', attempts: 3 }])
    expect([slow.received.length, quick.received.length]).toEqual([1, 2])
  })
})

describe('alerts whose run breaks off again, or may not leave', () => {
  const open = () => openFresh('sqlite')

  it('stay unconfirmed when it breaks off again, also after a retry in between', async () => {
    const outbox = await buildOutbox(await openWithPeople(open))
    outbox.next(broken(), { kind: 'retry', reason: 'unreachable', after_ms: MINUTE_MS }, broken())
    await outbox.raise(waiting(1))
    await outbox.settle(2 * MINUTE_MS)
    await outbox.settle(MINUTE_MS)
    await outbox.settle(HOUR_MS)
    expect(outbox.received).toHaveLength(3)
    expect(await outbox.sends()).toMatchObject([
      { state: 'unconfirmed', detail: 'interrupted', interrupted_at: expect.any(String) },
    ])
  })

  it('stay unconfirmed where a receiver would show both', async () => {
    const { channel, received, next } = createScriptedChannel({ replaces: false })
    const outbox = await buildOutbox(await openWithPeople(open), { channels: [channel] })
    next(broken())
    await outbox.raise(waiting(1))
    await outbox.settle(25 * HOUR_MS)
    expect(received).toHaveLength(1)
    expect(await outbox.sends()).toMatchObject([{ state: 'unconfirmed', detail: 'interrupted' }])
  })

  it('do not leave again when they may not: authority, wishes and limits are asked anew', async () => {
    const limits = { of: true }
    const outbox = await buildOutbox(await openWithPeople(open), {
      canReceive: () => limits.of,
      hidden_from: new Set([ANA, CY]),
    })
    outbox.next(broken(), broken())
    await outbox.news(movieNews(1))
    await outbox.news(movieNews(2))
    await outbox.settle()
    await outbox.settle(1)
    expect(outbox.received.map(one => one.user_id)).toEqual([BO, BO])
    limits.of = false
    await outbox.settle(HOUR_MS)
    expect(outbox.received).toHaveLength(2)
    // The first time it may have arrived.
    expect(new Set((await outbox.sends()).map(one => `${one.state} ${one.detail}`))).toEqual(
      new Set(['unconfirmed no_longer_permitted']),
    )
  })

  it('wait for a way out that was taken away, for a day', async () => {
    const database = await openWithPeople(open)
    const outbox = await buildOutbox(database)
    outbox.next({ kind: 'retry', reason: 'unreachable' })
    await outbox.raise(waiting(1))
    await outbox.jobs.settle()
    const without = await buildOutbox(database, { channels: [] })
    await without.settle(MINUTE_MS)
    await without.settle(1)
    expect(await outbox.sends()).toMatchObject([{ state: 'pending', detail: 'not_configured' }])
    await outbox.settle(25 * HOUR_MS)
    expect(await outbox.sends()).toMatchObject([{ state: 'failed', detail: 'expired' }])
  })
})
