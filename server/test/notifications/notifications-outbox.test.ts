import { describe, expect, it } from 'vitest'
import type { NewAlert } from '#features/notifications/alerts/alert.ts'
import { pushPolicy } from '#features/notifications/preferences/policy-settings.ts'
import { DEFAULT_CHOICES } from '#features/notifications/preferences/preference-rules.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#kit/durations.ts'
import { addPeople } from '#test/build-alerts.ts'
import { describeEachEngine, openFresh } from '#test/engines.ts'
import { ANA, BO, CY, openWithPeople, movieNews, buildOutbox } from '#test/build-outbox.ts'

const decided = (user_ids: readonly number[]): NewAlert => ({
  type: 'request_decision',
  audience: { to: 'users', user_ids },
  data: { request_id: 5, media_type: 'movie', tmdb_id: 603, title: 'The Matrix', decision: 'approved' },
})

describeEachEngine('alerts on their way', open => {
  it('go to whom they concern: admins, named people, whoever sees the library (1/6, 1/4.14)', async () => {
    const database = await openWithPeople(open)
    const outbox = await buildOutbox(database, { hidden_from: new Set([CY]) })
    await outbox.raise({ type: 'request_pending', audience: { to: 'admins' }, data: { request_id: 1 } })
    await outbox.raise(decided([BO, 99]))
    await outbox.news(movieNews())
    await outbox.settle()
    // Decisions are off by default on devices (1/4.14), and in the inbox all the same.
    expect(outbox.received.map(one => [one.user_id, one.notice.type])).toEqual([
      [ANA, 'request_pending'],
      [ANA, 'new_movie'],
      [BO, 'new_movie'],
    ])
    expect((await outbox.entries()).map(one => [one.user_id, one.type])).toEqual([
      [ANA, 'request_pending'],
      [BO, 'request_decision'],
      [ANA, 'new_movie'],
      [BO, 'new_movie'],
    ])
    expect(await database.read.selectFrom('jobs').select('name').execute()).toEqual([])
  })

  it('are one for 26 episodes that come one by one, and one per title in ten minutes (1/4.14)', async () => {
    const outbox = await buildOutbox(await openWithPeople(open))
    const episode = (n: number) => ({ ...movieNews(1, 'new_episode'), parts: [`1x${n}`] })
    for (let n = 1; n <= 20; n += 1) await outbox.news(episode(n))
    await outbox.settle()
    for (let n = 15; n <= 26; n += 1) await outbox.news(episode(n))
    await outbox.settle(10 * MINUTE_MS - 3_000)
    expect(outbox.received.map(one => [one.user_id, one.notice.data.count])).toEqual([
      [ANA, 20],
      [BO, 20],
      [CY, 20],
    ])
    const kept = (await outbox.entries()).map(one => JSON.parse(one.data).count)
    expect(kept).toEqual([26, 26, 26])
    await outbox.news(episode(27))
    await outbox.settle()
    expect(outbox.received).toHaveLength(6)
  })

  it('go once when two workers reach for one row', async () => {
    const database = await openWithPeople(open)
    const outboxes = await Promise.all([buildOutbox(database), buildOutbox(database)])
    const [first] = outboxes
    for (let n = 1; n <= 4; n += 1) {
      await first?.raise({ type: 'request_pending', audience: { to: 'admins' }, data: { request_id: n } })
    }
    await Promise.all(outboxes.map(outbox => outbox.settle()))
    await Promise.all(outboxes.map(outbox => outbox.settle()))
    const ids = outboxes.flatMap(outbox => outbox.received.map(one => one.notice.data.request_id))
    expect(new Set(ids)).toEqual(new Set([1, 2, 3, 4]))
    expect(ids).toHaveLength(4)
    expect((await first?.sends())?.map(one => one.state)).toEqual(Array(4).fill('sent'))
  })
})

describe('alerts that meet trouble', () => {
  const open = () => openFresh('sqlite')

  it('are at most twelve content alerts in ten minutes for each person; the inbox has them all', async () => {
    const outbox = await buildOutbox(await openWithPeople(open), { hidden_from: new Set([BO, CY]) })
    for (let n = 1; n <= 15; n += 1) await outbox.news(movieNews(n))
    await outbox.settle()
    expect(outbox.received).toHaveLength(12)
    expect(await outbox.entries()).toHaveLength(15)
    await outbox.raise({ type: 'request_pending', audience: { to: 'admins' }, data: { request_id: 1 } })
    outbox.clock.advance(10 * MINUTE_MS)
    await outbox.news(movieNews(16))
    await outbox.settle()
    expect(outbox.received.map(one => one.notice.type).slice(12)).toEqual(['request_pending', 'new_movie'])
  })

  it('are sent again after the delay that the destination asks for, and not before', async () => {
    const outbox = await buildOutbox(await openWithPeople(open))
    outbox.next({ kind: 'retry', reason: 'rate_limited', after_ms: 90_000 }, { kind: 'sent' })
    await outbox.raise({ type: 'request_pending', audience: { to: 'admins' }, data: { request_id: 1 } })
    await outbox.settle(89_000)
    expect(outbox.received).toHaveLength(1)
    expect(await outbox.sends()).toMatchObject([{ state: 'pending', detail: 'rate_limited', attempts: 1 }])
    await outbox.settle(1_000)
    expect(outbox.received).toHaveLength(2)
    expect(await outbox.sends()).toMatchObject([{ state: 'sent', detail: null, attempts: 2 }])
  })

  it('are never sent again when no answer came, and that is on record', async () => {
    const outbox = await buildOutbox(await openWithPeople(open))
    outbox.next({ kind: 'unconfirmed', reason: 'outcome_unknown' })
    await outbox.raise({ type: 'request_pending', audience: { to: 'admins' }, data: { request_id: 1 } })
    await outbox.settle(25 * HOUR_MS)
    expect(outbox.received).toHaveLength(1)
    expect(await outbox.sends()).toMatchObject([{ state: 'unconfirmed', detail: 'outcome_unknown' }])
  })

  it('end after a day of trying, and when they are refused or nobody is there', async () => {
    const outbox = await buildOutbox(await openWithPeople(open))
    const pending = { type: 'request_pending' as const, audience: { to: 'admins' as const } }
    outbox.next({ kind: 'failed', reason: 'refused_400' }, { kind: 'gone' })
    await outbox.raise({ ...pending, data: { request_id: 1 } })
    await outbox.raise({ ...pending, data: { request_id: 2 } })
    await outbox.settle()
    outbox.next({ kind: 'retry', reason: 'unreachable', after_ms: DAY_MS })
    await outbox.raise({ ...pending, data: { request_id: 3 } })
    await outbox.settle(DAY_MS)
    expect((await outbox.sends()).map(one => [one.state, one.detail])).toEqual([
      ['failed', 'refused_400'],
      ['dropped', 'gone'],
      ['failed', 'expired'],
    ])
    expect(outbox.received).toHaveLength(3)
  })
})

describe('what changes between telling and sending', () => {
  const open = () => openFresh('sqlite')

  async function openWaiting() {
    const database = await openWithPeople(open)
    const hidden_from = new Set<number>()
    const pending = { is: true, count: 1 }
    const outbox = await buildOutbox(database, { hidden_from, pending })
    return { hidden_from, pending, ...outbox }
  }

  /** Told and waiting for the destination; then the world changes, and the time has come. */
  async function dropped(change: (outbox: Awaited<ReturnType<typeof openWaiting>>) => unknown) {
    const outbox = await openWaiting()
    const later = { kind: 'retry' as const, reason: 'unreachable', after_ms: MINUTE_MS }
    outbox.next(later, later, later, later)
    await outbox.raise({ type: 'request_pending', audience: { to: 'admins' }, data: { request_id: 1 } })
    await outbox.news(movieNews())
    await outbox.settle()
    const before = outbox.received.length
    await change(outbox)
    await outbox.settle(5 * MINUTE_MS)
    const states = (await outbox.sends()).map(one => `${one.user_id} ${one.state}`)
    return { states, again: outbox.received.slice(before).map(one => `${one.user_id} ${one.notice.type}`) }
  }

  it('a switch, the policy, a role, a library, a decision: each is asked right before', async () => {
    const all = { ...DEFAULT_CHOICES, push_enabled: false }
    const off = await dropped(outbox => outbox.choose(BO, all))
    expect(off.again).toEqual(['1 request_pending', '1 new_movie', '3 new_movie'])
    expect(off.states).toEqual(['1 sent', '1 sent', '2 dropped', '3 sent'])

    const policy = await dropped(outbox =>
      outbox.settings.lock(tx => outbox.settings.update(tx, pushPolicy, { enabled: false })),
    )
    expect(policy.again).toEqual([])

    const role = await dropped(({ database }) =>
      database.transaction(tx =>
        tx.updateTable('users').set({ role: 'user' }).where('id', '=', ANA).execute(),
      ),
    )
    expect(role.again).toEqual(['1 new_movie', '2 new_movie', '3 new_movie'])

    const gone = await dropped(({ database }) =>
      database.transaction(tx => tx.deleteFrom('users').where('id', '=', CY).execute()),
    )
    expect(gone.again).toEqual(['1 request_pending', '1 new_movie', '2 new_movie'])
  })

  it('a library that is hidden meanwhile, and a request that was decided', async () => {
    const hidden = await dropped(outbox => outbox.hidden_from.add(BO))
    expect(hidden.again).toEqual(['1 request_pending', '1 new_movie', '3 new_movie'])
    const done = await dropped(outbox => {
      outbox.pending.is = false
    })
    expect(done.again).toEqual(['1 new_movie', '2 new_movie', '3 new_movie'])
  })

  it('kids hear of a title only while it is known to be within their limits', async () => {
    const database = await openWithPeople(open)
    const verdict: { of: () => boolean | Promise<boolean> } = { of: () => Promise.reject(new Error('down')) }
    const outbox = await buildOutbox(database, { canReceive: id => (id === BO ? verdict.of() : id !== CY) })
    await outbox.news(movieNews())
    await outbox.settle()
    expect(outbox.received.map(one => one.user_id)).toEqual([ANA])
    expect((await outbox.entries()).map(one => one.user_id)).toEqual([ANA, BO])
    verdict.of = () => true
    await outbox.settle(MINUTE_MS)
    expect(outbox.received.map(one => one.user_id)).toEqual([ANA, BO])

    await outbox.news(movieNews(604))
    verdict.of = () => false
    await outbox.settle()
    expect(outbox.received.map(one => one.user_id)).toEqual([ANA, BO, ANA])
  })
})

describe('what is on a device', () => {
  it('1:6.3 — a pending request carries the depth of the queue at the moment it leaves', async () => {
    const database = await openFresh('sqlite')
    await addPeople(database, ['ana', 'admin'])
    const pending = { is: true, count: 3 }
    const outbox = await buildOutbox(database, { pending })
    outbox.next({ kind: 'retry', reason: 'unreachable', after_ms: MINUTE_MS })
    await outbox.raise({ type: 'request_pending', audience: { to: 'admins' }, data: { request_id: 1 } })
    await outbox.settle()
    pending.count = 5
    await outbox.settle(MINUTE_MS)
    expect(outbox.received.map(one => one.notice.badge)).toEqual([3, 5])
    await outbox.news(movieNews())
    await outbox.settle()
    expect(outbox.received.at(-1)?.notice).not.toHaveProperty('badge')
  })
})

describe('a spike of news for many people', () => {
  it('is written in pieces, and others are answered between them', async () => {
    let inOneTurn = 0
    let most = 0
    const database = await openFresh('sqlite', text => {
      if (!text.startsWith('insert into "inbox_entries"')) return
      inOneTurn += 1
      most = Math.max(most, inOneTurn)
    })
    const names = Array.from({ length: 200 }, (_, i): [string, 'user'] => [`user${i}`, 'user'])
    await addPeople(database, ...names)
    const outbox = await buildOutbox(database, { channels: [] })
    for (let n = 1; n <= 10; n += 1) await outbox.news(movieNews(n))
    let turn = setImmediate(function next() {
      inOneTurn = 0
      turn = setImmediate(next)
    })
    await outbox.settle()
    clearImmediate(turn)
    expect(await outbox.entries()).toHaveLength(2000)
    expect(most).toBe(1)
  })
})
