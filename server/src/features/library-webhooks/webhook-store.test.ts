import { expect, it } from 'vitest'
import { iso } from '#kit/clock.ts'
import { createTestClock } from '#test/test-clock.ts'
import { describeEachEngine } from '#test/engines.ts'
import { instanceRow } from '#test/instance-row.ts'
import { watchTransactions } from '#test/test-jobs.ts'
import { createExclusive } from '#jobs/exclusive.ts'
import * as store from './webhook-store.ts'
import type { WebhookRow } from './webhook-store.ts'

const AT = '2026-11-15T09:00:00.000Z'
const row: WebhookRow = {
  instance_id: 'in_a',
  credential_hash: 'new',
  former_hash: 'old',
  pending_box: 'v1.sealed',
  callback_url: 'http://f',
  accepted_at: null,
  refused_at: null,
}

describeEachEngine('webhook credentials', open => {
  async function begin() {
    const database = await open()
    await database.transaction(async tx => {
      await tx.insertInto('instances').values(instanceRow('in_a', 'movie_manager')).execute()
      await store.saveWebhook(tx, row)
    })
    return database
  }

  it('the accepted one becomes the only one; one that was replaced meanwhile does not (1/I)', async () => {
    const database = await begin()
    const accept = (credential_hash: string) =>
      database.transaction(tx =>
        store.acceptCredential(tx, { instance_id: 'in_a', credential_hash, accepted_at: AT }),
      )
    expect(await accept('other')).toBe(false)
    expect(await store.findWebhook(database.read, 'in_a')).toEqual(row)
    expect(await accept('new')).toBe(true)
    const after = { ...row, former_hash: null, pending_box: null, accepted_at: AT }
    expect(await store.findWebhook(database.read, 'in_a')).toEqual(after)
    await database.transaction(tx => store.saveWebhook(tx, { ...after, callback_url: 'http://g' }))
    expect(await store.findWebhook(database.read, 'in_a')).toMatchObject({ callback_url: 'http://g' })
    expect(await store.findWebhook(database.read, 'in_x')).toBeUndefined()
  })

  it('C60: the state of each is kept until it is in order, and a refused password until one was right', async () => {
    const database = await begin()
    const state = {
      instance_id: 'in_a',
      state: 'missing',
      is_lost: 1,
      is_reported: 0,
      updated_at: AT,
    } as const
    await database.transaction(async tx => {
      await store.saveState(tx, { ...state, state: 'stale', is_lost: 0 })
      await store.saveState(tx, state)
    })
    expect(await store.findState(database.read, 'in_a')).toEqual(state)
    expect([...(await store.webhookStates(database.read))]).toEqual([['in_a', 'missing']])
    await database.transaction(async tx => {
      await store.forgetState(tx, 'in_a')
      await store.markRefused(tx, 'in_a', AT)
    })
    expect(await store.webhookStates(database.read)).toEqual(new Map())
    expect(await store.findWebhook(database.read, 'in_a')).toMatchObject({ refused_at: AT })
    await database.transaction(tx =>
      store.acceptCredential(tx, { instance_id: 'in_a', credential_hash: 'new', accepted_at: AT }),
    )
    expect(await store.findWebhook(database.read, 'in_a')).toMatchObject({ refused_at: null })
  })

  it('takes turns in the order of asking, also after one that failed', async () => {
    const database = await begin()
    const takeTurn = createExclusive({ database, clock: createTestClock() })
    const order: string[] = []
    const gate = Promise.withResolvers<void>()
    const turns = ['a', 'b', 'c'].map(name =>
      takeTurn('x', async () => {
        order.push(`${name} in`)
        await gate.promise
        order.push(`${name} out`)
        if (name === 'a') throw new Error('failed')
      }),
    )
    gate.resolve()
    const ends = await Promise.allSettled(turns)
    expect(ends.map(end => end.status)).toEqual(['rejected', 'fulfilled', 'fulfilled'])
    expect(order).toEqual(['a in', 'a out', 'b in', 'b out', 'c in', 'c out'])
  })

  /** Two processes; the lease of a turn ends by the clock of the first. */
  async function beginTwo(elsewhereIsAlive: boolean) {
    const { database, untilEnded } = watchTransactions(await begin())
    const clock = createTestClock()
    const lease_clock = async () => clock.now().getTime()
    const here = createExclusive({ database, clock, lease_clock })
    // What is dead renews nothing: its timers never fire.
    const other = elsewhereIsAlive ? clock : createTestClock()
    const elsewhere = createExclusive({ database, clock: other, lease_clock })
    const gate = Promise.withResolvers<void>()
    const begun = Promise.withResolvers<void>()
    const held = elsewhere('x', async () => {
      begun.resolve()
      await gate.promise
    })
    await begun.promise
    const endsAt = async () =>
      (await database.read.selectFrom('leases').select('leased_until').executeTakeFirst())?.leased_until
    return { here, clock, endsAt, untilEnded, end: () => (gate.resolve(), held) }
  }

  it('gives the turn of a process that died to the next after a minute', async () => {
    const { here, clock, end } = await beginTwo(false)
    await expect(here('x', async () => 1)).rejects.toMatchObject({ code: 'conflict' })
    expect(await here('y', async () => 2)).toBe(2)
    clock.advance(60_000)
    expect(await here('x', async () => 3)).toBe(3)
    await end()
    expect(await here('x', async () => 4)).toBe(4)
  })

  it('renews a turn for as long as it is in use', async () => {
    const { here, clock, end, endsAt, untilEnded } = await beginTwo(true)
    for (let n = 0; n < 20; n += 1) {
      clock.advance(15_000)
      await untilEnded()
      expect(await endsAt()).toBe(iso(clock.now().getTime() + 60_000))
    }
    await expect(here('x', async () => 1)).rejects.toMatchObject({ code: 'conflict' })
    await end()
    expect(await here('x', async () => 2)).toBe(2)
  })
})
