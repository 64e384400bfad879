import fc from 'fast-check'
import { expect, it } from 'vitest'
import { insertPlainUser } from '#features/sessions/index.ts'
import { iso } from '#kit/clock.ts'
import { DAY_MS, HOUR_MS } from '#kit/durations.ts'
import { describeEachEngine } from '#test/engines.ts'
import type { Unit } from './quota-rules.ts'
import { movie } from '#test/test-ledger.ts'
import { openQuotas } from '#test/test-quotas.ts'

const season = (n: number, instance_id = 'in_t'): Unit => ({
  media_type: 'tv',
  book_format: '',
  instance_id,
  unit: `1399:${n}`,
})
const book = (book_format: 'ebook' | 'audiobook'): Unit => ({
  media_type: 'book',
  book_format,
  instance_id: 'in_b',
  unit: 'hc:12',
})
const REFUSED = { code: 'request_quota_exceeded', status: 429 }

describeEachEngine('charging (1:4.9)', open => {
  it('lets exactly three of twenty parallel charges through a limit of three (1:4.9.5)', async () => {
    const opened = await openQuotas(await open())
    await opened.admin.changeDefaults([{ media_type: 'movie', count: 3, window_days: 1 }])
    const requests: number[] = []
    for (let i = 0; i < 20; i += 1) requests.push(await opened.addRequest())
    const outcomes = await Promise.allSettled(requests.map((id, i) => opened.charge(id, [movie(i)])))
    expect(outcomes.filter(one => one.status === 'fulfilled')).toHaveLength(3)
    for (const one of outcomes) if (one.status === 'rejected') expect(one.reason).toMatchObject(REFUSED)
    expect(await opened.used()).toEqual([3, 0, 0, 0, 0])
  })

  it('refuses with the body of 1/4.9, writes nothing then, and lets the next through at the promised moment', async () => {
    const { clock, admin, addRequest, charge, price, used, published } = await openQuotas(await open())
    await admin.changeDefaults([{ media_type: 'tv', count: 2, window_days: 1 }])
    await charge(await addRequest(), [season(1)])
    clock.advance(HOUR_MS)
    const [first, second] = [await addRequest(), await addRequest()]
    published.length = 0
    const refused = await charge(first, [season(2), season(3)]).catch((error: unknown) => error)
    expect(refused).toMatchObject(REFUSED)
    const earliest_fits_at = iso(clock.now().getTime() + DAY_MS - HOUR_MS)
    expect((refused as { body(): unknown }).body()).toEqual({
      code: 'request_quota_exceeded',
      error: 'This takes 2 seasons, and 1 season of 2 in 24 hours can still be requested.',
      allowances: [
        {
          media_type: 'tv',
          count: 2,
          window_days: 1,
          source: 'default',
          used: 1,
          remaining: 1,
          requested_units: 2,
          next_replenishes_at: earliest_fits_at,
          fully_replenishes_at: earliest_fits_at,
        },
      ],
      requested_units: 2,
      earliest_fits_at,
      reduce_selection: false,
    })
    expect([await used(), published]).toEqual([[0, 1, 0, 0, 0], []])
    expect(await price([season(2), season(3)])).toMatchObject({ fits: false, earliest_fits_at })
    clock.advance(DAY_MS - HOUR_MS - 1)
    await expect(charge(first, [season(2), season(3)])).rejects.toMatchObject(REFUSED)
    clock.advance(1)
    await charge(second, [season(2), season(3)])
    expect(await used()).toEqual([0, 2, 0, 0, 0])
  })

  it('charges a new request as any other: each unit once, paid ones joined, and never over the limit (1:4.9.2)', async () => {
    const { admin, addRequest, charge, chargeNew, used } = await openQuotas(await open())
    await admin.changeDefaults([{ media_type: 'tv', count: 2, window_days: 1 }])
    const [first, second, third] = [await addRequest(), await addRequest(), await addRequest()]
    await chargeNew(first, [season(1), season(1)])
    await chargeNew(second, [season(1), season(2)])
    expect(await used()).toEqual([0, 2, 0, 0, 0])
    await expect(chargeNew(third, [season(3)])).rejects.toMatchObject(REFUSED)
    await chargeNew(third, [])
    await charge(second, [season(1), season(2)])
    expect(await used()).toEqual([0, 2, 0, 0, 0])
  })

  it('takes both formats of a book or neither (1:4.9.1)', async () => {
    const { admin, addRequest, charge, used } = await openQuotas(await open())
    await admin.changeDefaults([{ media_type: 'book', book_format: 'audiobook', count: 0, window_days: 30 }])
    const both = [book('ebook'), book('audiobook')]
    await expect(charge(await addRequest(), both)).rejects.toMatchObject({
      details: {
        extra: {
          allowances: [{ media_type: 'book', book_format: 'audiobook', requested_units: 1, remaining: 0 }],
          requested_units: 2,
          reduce_selection: true,
        },
      },
    })
    expect(await used()).toEqual([0, 0, 0, 0, 0])
    await charge(await addRequest(), [book('ebook')])
    expect(await used()).toEqual([0, 0, 1, 0, 0])
  })

  it('expands a pilot without charging that season again, and never twice for one request (1:4.9.2)', async () => {
    const { clock, admin, addRequest, charge, price, refund, used } = await openQuotas(await open())
    await admin.changeDefaults([{ media_type: 'tv', count: 2, window_days: 7 }])
    const [pilot, show] = [await addRequest(), await addRequest()]
    await charge(pilot, [season(1)])
    clock.advance(DAY_MS)
    expect(await price([season(1), season(2)])).toMatchObject({ fits: true })
    await charge(show, [season(1), season(2)])
    await charge(show, [season(1), season(2)])
    expect(await used()).toEqual([0, 2, 0, 0, 0])
    // The pilot's unit is also the show's: giving back the pilot leaves the season paid for.
    await refund({ request_id: pilot })
    expect(await used()).toEqual([0, 2, 0, 0, 0])
    await refund({ request_id: show, units: ['1399:2'] })
    expect(await used()).toEqual([0, 1, 0, 0, 0])
    clock.advance(6 * DAY_MS)
    expect(await used()).toEqual([0, 0, 0, 0, 0])
    // What a request holds is not charged again by a late, unchanged approval.
    await charge(show, [season(1)])
    expect(await used()).toEqual([0, 0, 0, 0, 0])
    await charge(await addRequest(), [season(1)])
    expect(await used()).toEqual([0, 1, 0, 0, 0])
  })

  it('gives back what has not begun, once, to one person or to all; never what has begun (1:4.9.4)', async () => {
    const opened = await openQuotas(await open())
    const { database, addRequest, charge, begin, refund, used, bob, clock, published } = opened
    const { id } = await database.transaction(tx => insertPlainUser(tx, 'eve', iso(clock.now())))
    const eve = { user_id: id, role: 'user' as const }
    const work = await addRequest()
    for (const person of [bob, eve]) await charge(work, [book('ebook'), book('audiobook')], person)
    await begin({ request_id: work, format: 'ebook' })
    published.length = 0
    await refund({ request_id: work, user_id: eve.user_id })
    expect([await used(), await used(eve)]).toEqual([
      [0, 0, 1, 1, 0],
      [0, 0, 1, 0, 0],
    ])
    expect(published).toEqual([
      {
        event: { type: 'request_quota_changed', data: { user_id: eve.user_id } },
        audience: { to: 'users_and_admins', user_ids: [eve.user_id] },
      },
    ])
    await refund({ request_id: work })
    await refund({ request_id: work })
    await refund({ request_id: work, units: [] })
    expect([await used(), await used(eve)]).toEqual([
      [0, 0, 1, 0, 0],
      [0, 0, 1, 0, 0],
    ])
    expect(published.map(({ event }) => event.data['user_id'])).toEqual([eve.user_id, bob.user_id])
    // Who joins again pays again, for what was given back only.
    await charge(work, [book('ebook'), book('audiobook')], eve)
    expect(await used(eve)).toEqual([0, 0, 1, 1, 0])
  })

  it('never refuses an admin, and records their work all the same', async () => {
    const { admin, addRequest, charge, price, bob } = await openQuotas(await open())
    await admin.changeDefaults([{ media_type: 'movie', count: 0, window_days: 7 }])
    const exempt = { ...bob, role: 'admin' as const }
    expect(await price([movie(1)], exempt)).toMatchObject({
      exempt: true,
      fits: true,
      reduce_selection: false,
    })
    await charge(await addRequest(), [movie(1)], exempt)
    expect(await price([], bob)).toMatchObject({ exempt: false, allowances: [{ used: 1 }, {}, {}, {}, {}] })
  })

  it('counts across libraries and keeps people apart (1:4.9.1)', async () => {
    const { database, admin, addRequest, charge, used, clock } = await openQuotas(await open())
    await admin.changeDefaults([{ media_type: 'movie', count: 2, window_days: 7 }])
    await charge(await addRequest(), [movie(1, 'in_a')])
    await charge(await addRequest(), [movie(1, 'in_b')])
    await expect(charge(await addRequest(), [movie(1, 'in_c')])).rejects.toMatchObject(REFUSED)
    const { id } = await database.transaction(tx => insertPlainUser(tx, 'eve', iso(clock.now())))
    await charge(await addRequest(id), [movie(1, 'in_c')], { user_id: id, role: 'user' })
    expect(await used()).toEqual([2, 0, 0, 0, 0])
  })

  it('recalculates at once when the policy changes; accepted work stays valid (1:4.9.6)', async () => {
    const { clock, admin, bob, addRequest, charge, used, price } = await openQuotas(await open())
    for (const n of [1, 2, 3]) {
      await charge(await addRequest(), [movie(n)])
      clock.advance(2 * DAY_MS)
    }
    expect(await used()).toEqual([3, 0, 0, 0, 0])
    const own = (count: number, window_days: 1 | 7 | 30) =>
      admin.replaceOverrides(bob.user_id, [{ media_type: 'movie', count, window_days }])
    expect((await own(2, 7)).allowances[0]).toMatchObject({ used: 3, remaining: 0, source: 'override' })
    expect(await price([movie(1)])).toMatchObject({ fits: true })
    expect(await price([movie(9)])).toMatchObject({ fits: false })
    expect((await own(2, 1)).allowances[0]).toMatchObject({ used: 0, remaining: 2 })
    clock.advance(20 * DAY_MS)
    expect((await own(2, 30)).allowances[0]).toMatchObject({ used: 3, remaining: 0 })
  })

  it('resets an allowance, keeping its rows and who did it (1:4.9.6)', async () => {
    const { database, admin, bob, addRequest, charge, used, clock } = await openQuotas(await open())
    await charge(await addRequest(), [movie(1)])
    await charge(await addRequest(), [season(1)])
    const view = await admin.reset(bob.user_id, bob.user_id, [{ media_type: 'movie' }])
    expect(view.allowances.map(one => one.used)).toEqual([0, 1, 0, 0, 0])
    const charges = await database.read.selectFrom('request_charges').selectAll().orderBy('id').execute()
    expect(charges.map(one => one.reset_at)).toEqual([iso(clock.now()), null])
    expect(await database.read.selectFrom('request_quota_resets').selectAll().execute()).toMatchObject([
      {
        user_id: bob.user_id,
        media_type: 'movie',
        book_format: '',
        reset_by: bob.user_id,
        reset_at: iso(clock.now()),
      },
    ])
    await charge(await addRequest(), [movie(1)])
    expect(await used()).toEqual([1, 1, 0, 0, 0])
  })

  it('previews what creating then does, in any story, and never goes over the limit (1:4.9.7)', async () => {
    const database = await open()
    const step = fc.record({
      units: fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 3 }),
      next: fc.constantFrom('nothing', 'begin', 'refund', 'wait', 'reset'),
    })
    const opened = await openQuotas(database)
    const { clock, admin, bob, addRequest, charge, price, begin, refund, used } = opened
    await admin.changeDefaults([{ media_type: 'movie', count: 2, window_days: 1 }])
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async steps => {
        for (const { units, next } of steps) {
          const request_id = await addRequest()
          const wanted = units.map(n => movie(n))
          const { fits } = await price(wanted)
          const [before = 0] = await used()
          const cost = (await price(wanted)).allowances[0]?.requested_units ?? 0
          const accepted = await charge(request_id, wanted).then(
            () => true,
            () => false,
          )
          expect(accepted).toBe(fits)
          expect((await used())[0]).toBe(before + (accepted ? cost : 0))
          if (next === 'begin') await begin({ request_id })
          if (next === 'refund') await refund({ request_id })
          if (next === 'wait') clock.advance(DAY_MS / 2)
          if (next === 'reset') await admin.reset(bob.user_id, bob.user_id, [{ media_type: 'movie' }])
          expect((await used())[0]).toBeLessThanOrEqual(2)
        }
      }),
      { numRuns: 8 },
    )
  })
})
