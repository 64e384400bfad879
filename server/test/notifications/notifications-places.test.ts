import type { AlertCategory } from '@foyer/contract/notifications'
import { describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#kit/durations.ts'
import type { AlertParts } from '#test/build-alerts.ts'
import type { OrderedChannel } from '#features/notifications/dispatch/ordered-channel.ts'
import { ANA, BO, buildOutbox, CY, movieNews, openWithPeople } from '#test/build-outbox.ts'
import { createScriptedQueue } from '#test/build-ordered.ts'
import { openFresh } from '#test/engines.ts'

const place = (destination: string, user_id: number | null, ...events: AlertCategory[]) => ({
  destination,
  user_id,
  events: new Set(events),
})

/** The outbox with places that people and the household entered. */
async function buildPlaces(
  places: readonly ReturnType<typeof place>[],
  more: Partial<AlertParts> & Pick<Partial<OrderedChannel>, 'isWanted'> = {},
) {
  const { isWanted, ...parts } = more
  const scripted = createScriptedQueue({
    channel: 'destination',
    listeningPlaces: async (_db, user_ids) =>
      places.filter(({ user_id }) => user_id === null || user_ids.includes(user_id)),
    ...(isWanted && { isWanted }),
  })
  const database = await openWithPeople(() => openFresh('sqlite'))
  const outbox = await buildOutbox(database, { channels: [], ordered: [scripted.channel], ...parts })
  const reached = () => scripted.posted.map(one => `${one.destination} ${one.alert.type}`)
  const states = async () => (await outbox.sends()).map(row => `${row.state} ${row.detail}`)
  return { ...outbox, ...scripted, reached, states }
}

const decided = (user_ids: readonly number[]) => ({
  type: 'request_decision' as const,
  audience: { to: 'users' as const, user_ids },
  data: { request_id: 5, title: 'Dune', decision: 'approved' as const },
})
const pending = {
  type: 'request_pending' as const,
  audience: { to: 'admins' as const },
  data: { request_id: 5, title: 'Dune', username: 'bo' },
}

describe('alerts for places (C64)', () => {
  it('reach the household once, whoever they are for, and a person only with their own', async () => {
    const places = [place('home', null, 'request_decision', 'new_movie'), place('bo', BO, 'request_decision')]
    const outbox = await buildPlaces(places)
    await outbox.raise(decided([BO, CY]))
    await outbox.raise(decided([CY]))
    await outbox.news(movieNews())
    await outbox.settle()
    expect(outbox.reached().toSorted()).toEqual([
      'bo request_decision',
      'home new_movie',
      'home request_decision',
      'home request_decision',
    ])
    // The household is told whom a decision was for, if that is one person. Inboxes are not.
    const ofHome = outbox.posted.filter(one => one.destination === 'home')
    expect(ofHome.map(one => one.alert.data.username)).toEqual([undefined, 'cy', undefined])
    expect((await outbox.entries()).filter(one => one.data.includes('username'))).toEqual([])
  })

  it('do not wait for years for a delay that was saved while the clock was wrong', async () => {
    const outbox = await buildPlaces([place('home', null, 'request_decision')])
    const hold = { channel: 'destination' as const, destination: 'home', until: '2099-01-01T00:00:00.000Z' }
    await outbox.database.transaction(tx => tx.insertInto('send_holds').values(hold).execute())
    await outbox.raise(decided([BO]))
    await outbox.settle()
    await outbox.raise(decided([CY]))
    await outbox.settle()
    expect(outbox.posted.map(one => one.alert.data.username)).toEqual(['bo', 'cy'])
  })

  it('are at most twelve of the library in ten minutes for each place', async () => {
    const outbox = await buildPlaces([place('home', null, 'new_movie'), place('bo', BO, 'new_movie')])
    for (let n = 1; n <= 15; n += 1) await outbox.news(movieNews(n))
    await outbox.settle()
    for (let n = 16; n <= 18; n += 1) await outbox.news(movieNews(n))
    await outbox.settle()
    const counts = Map.groupBy(outbox.reached(), one => one)
    expect([...counts.values()].map(one => one.length)).toEqual([12, 12])
  })

  it('are asked about again right before: the wish, the audience, the limits, the decision', async () => {
    const wanted = { is: true }
    const hidden_from = new Set<number>()
    const requests = { is: true, count: 1 }
    const limits = { of: true }
    const outbox = await buildPlaces(
      [
        place('home', null, 'request_pending'),
        place('bo', BO, 'new_movie'),
        place('ana', ANA, 'request_pending'),
      ],
      { hidden_from, pending: requests, canReceive: () => limits.of, isWanted: async () => wanted.is },
    )
    const later = { kind: 'retry', reason: 'rate_limited', after_ms: MINUTE_MS } as const
    async function dropped(change: () => void, alert = pending as Parameters<typeof outbox.raise>[0]) {
      outbox.nextPost(later, later)
      await outbox.raise(alert)
      await outbox.settle()
      change()
      await outbox.settle(MINUTE_MS)
      const all = await outbox.states()
      await outbox.database.transaction(tx => tx.deleteFrom('alerts').execute())
      return all
    }
    const gone = 'dropped no_longer_permitted'
    expect(await dropped(() => (wanted.is = false))).toEqual([gone, gone])
    wanted.is = true
    expect(await dropped(() => (requests.is = false))).toEqual([gone, gone])
    requests.is = true
    expect(await dropped(() => hidden_from.add(BO), movieNews())).toEqual([gone])
    hidden_from.clear()
    expect(await dropped(() => (limits.of = false), movieNews())).toEqual([gone])
  })

  it('wait while nobody can tell whether a kids account may know, and then go out', async () => {
    const verdict = { of: (): boolean => true }
    const outbox = await buildPlaces([place('bo', BO, 'new_movie')], { canReceive: () => verdict.of() })
    verdict.of = () => {
      throw new Error('the provider did not answer')
    }
    await outbox.news(movieNews())
    await outbox.settle()
    expect([outbox.reached(), await outbox.states()]).toEqual([[], ['pending not_judged']])
    verdict.of = () => true
    await outbox.settle(MINUTE_MS)
    expect(outbox.reached()).toEqual(['bo new_movie'])
    expect(await outbox.sends()).toMatchObject([{ state: 'sent', attempts: 1 }])
  })

  it('are raised for requests accepted without review as soon as a place wants them', async () => {
    const places = [place('bo', BO, 'new_movie')]
    const { database, alerts } = await buildPlaces(places)
    const isWanted = () => database.transaction(tx => alerts.isAutoApprovedWanted(tx, BO))
    places.push(place('cy', CY, 'request_auto_approved'))
    expect(await isWanted()).toBe(false)
    places.push(place('ana', ANA, 'request_auto_approved'))
    expect(await isWanted()).toBe(true)
  })

  it('that hang are given up in time, and it is not known whether they arrived', async () => {
    const outbox = await buildPlaces([place('home', null, 'request_decision')])
    const isUnderWay = Promise.withResolvers<void>()
    outbox.channel.send = (_to, _alert, signal) => {
      isUnderWay.resolve()
      return new Promise((_resolve, reject) =>
        signal.addEventListener('abort', () => reject(signal.reason as Error)),
      )
    }
    await outbox.raise(decided([BO]))
    const busy = outbox.jobs.settle()
    await isUnderWay.promise
    outbox.clock.advance(24_000)
    await busy
    expect(await outbox.states()).toEqual(['unconfirmed timeout'])
  })

  it('fail after a day, and hold nothing up beyond it', async () => {
    const outbox = await buildPlaces([place('home', null, 'request_decision')])
    outbox.nextPost({ kind: 'retry', reason: 'rate_limited', after_ms: 30 * HOUR_MS })
    await outbox.raise(decided([BO]))
    await outbox.settle(DAY_MS - 1)
    await outbox.raise(decided([CY]))
    await outbox.settle(1)
    expect(await outbox.states()).toEqual(['failed expired', 'sent null'])
  })

  it('wait for a day when their channel is gone, and are looked at now and then', async () => {
    const outbox = await buildPlaces([place('home', null, 'request_decision')])
    outbox.nextPost({ kind: 'retry', reason: 'rate_limited' })
    await outbox.raise(decided([BO]))
    await outbox.jobs.settle()
    const { clock, jobs } = await buildOutbox(outbox.database, { channels: [] })
    clock.advance(MINUTE_MS)
    await jobs.settle()
    expect(await jobs.nextDueAt()).toEqual(new Date(clock.now().getTime() + 30 * MINUTE_MS))
    clock.advance(DAY_MS)
    await jobs.settle()
    expect([await outbox.states(), await jobs.nextDueAt()]).toEqual([['failed expired'], null])
  })
})
