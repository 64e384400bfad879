import { describe, expect, it } from 'vitest'
import type { Database } from '#db/database.ts'
import type { SendOutcome } from '#features/notifications/dispatch/alert-channel.ts'
import type { NewAlert } from '#features/notifications/alerts/alert.ts'
import { createScriptedChannel } from '#test/alert-house.ts'
import { describeEachEngine, openFresh } from '#test/engines.ts'
import { ANA, BO, CY, furnished, MINUTE, movieNews, openHouse } from '#test/outbox-house.ts'

const waiting = (request_id: number): NewAlert => ({
  type: 'request_pending',
  audience: { to: 'admins' },
  data: { request_id },
})
const broken = () => new Error('the process is going down')

describeEachEngine('alerts whose run breaks off', open => {
  it('leave once more under the same name, and that is on record', async () => {
    const house = await openHouse(await furnished(open))
    house.next(broken())
    await house.raise(waiting(1))
    await house.settle(MINUTE)
    const names = house.rung.map(one => one.notice.collapse_id)
    expect(names).toEqual([expect.stringMatching(/^alert:1:/), names[0]])
    const at = expect.stringMatching(/Z$/)
    expect(await house.sends()).toMatchObject([{ state: 'sent', attempts: 2, interrupted_at: at }])
    // Nothing happened to this one.
    await house.raise(waiting(2))
    await house.settle()
    expect((await house.sends())[1]).toMatchObject({ state: 'sent', interrupted_at: null })
  })

  it('are not settled by the slow answer of a process whose lease is over', async () => {
    const database = await furnished(open)
    const [slow, quick] = await Promise.all([openHouse(database), openHouse(database)])
    const answer = Promise.withResolvers<SendOutcome>()
    const left = Promise.withResolvers<void>()
    slow.next(answer.promise)
    slow.onRing(left.resolve)
    await slow.raise(waiting(1))
    const busy = slow.jobs.settle()
    await left.promise
    await endLeases(database)
    quick.next({ kind: 'retry', reason: 'unreachable', after_ms: MINUTE })
    await quick.jobs.settle()
    answer.resolve({ kind: 'failed', reason: 'refused_400' })
    await busy
    const [row] = await quick.sends()
    expect(row).toMatchObject({ state: 'pending', detail: 'unreachable', interrupted_at: expect.any(String) })
    await quick.settle(MINUTE)
    expect(await quick.sends()).toMatchObject([{ state: 'sent', attempts: 3 }])
    expect([slow.rung.length, quick.rung.length]).toEqual([1, 2])
  })
})

describe('alerts whose run breaks off again, or may not leave', () => {
  const open = () => openFresh('sqlite')

  it('stay unconfirmed when it breaks off again, also after a retry in between', async () => {
    const house = await openHouse(await furnished(open))
    house.next(broken(), { kind: 'retry', reason: 'unreachable', after_ms: MINUTE }, broken())
    await house.raise(waiting(1))
    await house.settle(2 * MINUTE)
    await house.settle(MINUTE)
    await house.settle(60 * MINUTE)
    expect(house.rung).toHaveLength(3)
    expect(await house.sends()).toMatchObject([
      { state: 'unconfirmed', detail: 'interrupted', interrupted_at: expect.any(String) },
    ])
  })

  it('stay unconfirmed where a receiver would show both', async () => {
    const { channel, rung, next } = createScriptedChannel({ replaces: false })
    const house = await openHouse(await furnished(open), { channels: [channel] })
    next(broken())
    await house.raise(waiting(1))
    await house.settle(25 * 60 * MINUTE)
    expect(rung).toHaveLength(1)
    expect(await house.sends()).toMatchObject([{ state: 'unconfirmed', detail: 'interrupted' }])
  })

  it('do not leave again when they may not: authority, wishes and limits are asked anew', async () => {
    const limits = { of: true }
    const house = await openHouse(await furnished(open), {
      canReceive: () => limits.of,
      blind: new Set([ANA, CY]),
    })
    house.next(broken(), broken())
    await house.news(movieNews(1))
    await house.news(movieNews(2))
    await house.settle()
    await house.settle(1)
    expect(house.rung.map(one => one.user_id)).toEqual([BO, BO])
    limits.of = false
    await house.settle(60 * MINUTE)
    expect(house.rung).toHaveLength(2)
    // The first time it may have arrived.
    expect(new Set((await house.sends()).map(one => `${one.state} ${one.detail}`))).toEqual(
      new Set(['unconfirmed no_longer_permitted']),
    )
  })

  it('wait for a way out that was taken away, for a day', async () => {
    const database = await furnished(open)
    const house = await openHouse(database)
    house.next({ kind: 'retry', reason: 'unreachable' })
    await house.raise(waiting(1))
    await house.jobs.settle()
    const without = await openHouse(database, { channels: [] })
    await without.settle(MINUTE)
    await without.settle(1)
    expect(await house.sends()).toMatchObject([{ state: 'pending', detail: 'not_configured' }])
    await house.settle(25 * 60 * MINUTE)
    expect(await house.sends()).toMatchObject([{ state: 'failed', detail: 'expired' }])
  })
})

/** As when a process hung for so long that another one may go on. */
async function endLeases(database: Database): Promise<void> {
  const past = '2020-01-01T00:00:00.000Z'
  await database.transaction(async tx => {
    await tx.updateTable('jobs').set({ leased_until: past }).where('state', '=', 'running').execute()
    await tx.updateTable('leases').set({ leased_until: past }).execute()
  })
}
