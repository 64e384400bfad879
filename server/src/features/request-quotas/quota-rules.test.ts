import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '#kit/durations.ts'
import { distinctUnits, expiryOf, priceUnits, type Spent, type Unit, usageOf } from './quota-rules.ts'
import { at, createLedger, movie, movies, NOW, spent } from '#test/test-ledger.ts'

const isoOrNull = (ms: number | null) => ms && at(ms)

function price(count: number | null, charges: readonly Spent[], units: readonly Unit[], now = NOW) {
  const { requested_units, earliest_fits_at, reduce_selection, exceeded } = priceUnits(
    [movies(count)],
    charges,
    units,
    now,
  )
  return {
    fits: exceeded.length === 0,
    requested_units,
    earliest: isoOrNull(earliest_fits_at),
    reduce_selection,
  }
}

describe('windows (1:4.9.6)', () => {
  it.each([1, 7, 30] as const)(
    'of %i days are exact: the last millisecond counts, the boundary does not',
    days => {
      const allowed = movies(3, days)
      const charge = spent(movie(1), NOW)
      const usedAt = (now: number) => usageOf(allowed, [charge], now).expiries.length
      expect(expiryOf(charge, allowed)).toBe(NOW + days * DAY_MS)
      expect([usedAt(NOW), usedAt(NOW + days * DAY_MS - 1), usedAt(NOW + days * DAY_MS)]).toEqual([1, 1, 0])
    },
  )

  it('are elapsed time, whatever a local clock does on the way', () => {
    const beforeSummertime = Date.parse('2026-03-28T23:30:00.000Z')
    expect(at(expiryOf(spent(movie(1), beforeSummertime), movies(1, 1)))).toBe('2026-03-29T23:30:00.000Z')
  })

  it('count what is dated after now, should the clock have been set back', () => {
    expect(usageOf(movies(3), [spent(movie(1), NOW + HOUR_MS)], NOW).expiries).toHaveLength(1)
  })

  it('count the same unit again after it ran out, and both when the window grows', () => {
    const charges = [spent(movie(1), NOW - 8 * DAY_MS), spent(movie(1), NOW - DAY_MS)]
    expect(usageOf(movies(3, 7), charges, NOW).expiries).toHaveLength(1)
    expect(usageOf(movies(3, 30), charges, NOW).expiries).toHaveLength(2)
  })
})

describe('what a selection costs (1:4.9.1, 1:4.9.2)', () => {
  it('one unit each, across libraries; a unit named twice once', () => {
    const units = [movie(1), movie(1), movie(1, 'in_b'), movie(2)]
    expect(distinctUnits(units)).toHaveLength(3)
    expect(price(3, [], units)).toEqual({
      fits: true,
      requested_units: 3,
      earliest: null,
      reduce_selection: false,
    })
  })

  it('nothing for what a live charge paid, even when more is used than a lowered limit allows', () => {
    const charges = [spent(movie(1), NOW - DAY_MS), spent(movie(2), NOW - DAY_MS)]
    expect(price(1, charges, [movie(1)])).toMatchObject({ fits: true, requested_units: 0 })
    expect(price(0, charges, [movie(1)])).toMatchObject({ fits: true, requested_units: 0 })
    expect(price(3, charges, [movie(1, 'in_b')])).toMatchObject({ fits: true, requested_units: 1 })
    expect(price(3, charges, [movie(1)], NOW + 6 * DAY_MS)).toMatchObject({ fits: true, requested_units: 1 })
  })

  it('draws on its own allowance only', () => {
    const season: Unit = { media_type: 'tv', book_format: '', instance_id: 'in_t', unit: '1399:1' }
    expect(price(0, [], [season])).toMatchObject({ fits: true, requested_units: 0 })
  })

  it('is joined to the longest-lived charge of that unit', () => {
    const charges = [spent(movie(1), NOW - 3 * DAY_MS), spent(movie(1), NOW - DAY_MS)]
    const { prices } = priceUnits([movies(3)], charges, [movie(1)], NOW)
    expect(prices[0]?.paid.map(({ by }) => by.charged_at)).toEqual([at(NOW - DAY_MS)])
  })
})

describe('when it fits (1:4.9.7)', () => {
  const three = [1, 2, 3].map(n => spent(movie(n), NOW - n * DAY_MS))

  it('is the moment at which enough has run out, to the millisecond', () => {
    expect(price(3, three, [movie(9)])).toEqual({
      fits: false,
      requested_units: 1,
      earliest: at(NOW + 4 * DAY_MS),
      reduce_selection: false,
    })
    expect(price(3, three, [movie(8), movie(9)]).earliest).toBe(at(NOW + 5 * DAY_MS))
    expect(price(3, three, [movie(9)], NOW + 4 * DAY_MS - 1).fits).toBe(false)
    expect(price(3, three, [movie(9)], NOW + 4 * DAY_MS).fits).toBe(true)
  })

  it('is never for more than the whole limit, and for anything when none are allowed', () => {
    const never = { fits: false, earliest: null, reduce_selection: true }
    expect(price(1, [], [movie(1), movie(2)])).toMatchObject({ ...never, requested_units: 2 })
    expect(price(0, [], [movie(1)])).toMatchObject({ ...never, requested_units: 1 })
    expect(price(2, three, [movie(7), movie(8), movie(9)])).toMatchObject(never)
  })

  it('is never, too, when what is paid now runs out before there is room', () => {
    const units = [movie(1), movie(7), movie(8), movie(9)]
    expect(price(3, three, units)).toMatchObject({ fits: false, earliest: null, reduce_selection: true })
  })

  it('waits for the slowest of two allowances', () => {
    const book = (book_format: 'ebook' | 'audiobook', unit: string): Unit => ({
      media_type: 'book',
      book_format,
      instance_id: 'in_b',
      unit,
    })
    const rules = (['ebook', 'audiobook'] as const).map(book_format => ({
      ...movies(1),
      media_type: 'book' as const,
      book_format,
    }))
    const charges = [spent(book('ebook', 'x'), NOW - DAY_MS), spent(book('audiobook', 'x'), NOW - 2 * DAY_MS)]
    const both = [book('ebook', 'y'), book('audiobook', 'y')]
    const pricing = priceUnits(rules, charges, both, NOW)
    expect(pricing.exceeded).toHaveLength(2)
    expect([pricing.requested_units, isoOrNull(pricing.earliest_fits_at)]).toEqual([2, at(NOW + 6 * DAY_MS)])
  })
})

/** What may happen to one person's movies, in any order. */
const step = fc.oneof(
  fc.record({
    act: fc.constant('charge' as const),
    units: fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 4 }),
  }),
  fc.record({ act: fc.constant('begin' as const), of: fc.nat({ max: 20 }) }),
  fc.record({ act: fc.constant('refund' as const), of: fc.nat({ max: 20 }) }),
  fc.record({ act: fc.constant('reset' as const) }),
  fc.record({
    act: fc.constant('wait' as const),
    ms: fc.constantFrom(1, HOUR_MS, DAY_MS - 1, DAY_MS, 3 * DAY_MS),
  }),
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never
const story = fc.tuple(fc.integer({ min: 0, max: 4 }), fc.array(step, { maxLength: 40 }))

/** Plays the steps and checks after each; what was promised to a request is kept beside the ledger. */
function play(count: number, steps: readonly Step[], check: (opened: ReturnType<typeof open>) => void) {
  const opened = open(count)
  for (const one of steps) {
    if (one.act === 'charge') opened.charge(one.units.map(n => movie(n)))
    else if (one.act === 'begin') opened.ledger.begin(one.of)
    else if (one.act === 'refund') opened.refund(one.of)
    else if (one.act === 'reset') opened.reset()
    else opened.ledger.advance(one.ms)
    check(opened)
  }
  return opened
}

function open(count: number) {
  const ledger = createLedger(movies(count, 1))
  /** Requests that still stand, and until when each of their units is paid. */
  const standing = new Map<number, { unit: Unit; until: number }[]>()
  let requests = 0
  return {
    ledger,
    standing,
    charge(units: Unit[]) {
      requests += 1
      const used = ledger.used()
      const { exceeded, requested_units, prices } = ledger.price(units)
      const accepted = ledger.charge(requests, units)
      expect(accepted).toBe(exceeded.length === 0)
      expect(ledger.used() - used).toBe(accepted ? requested_units : 0)
      const fresh = prices
        .flatMap(({ needed }) => needed)
        .map(unit => ({ unit, until: ledger.now() + DAY_MS }))
      if (accepted) standing.set(requests, [...fresh, ...prices.flatMap(({ paid }) => paid)])
    },
    refund(request: number) {
      const used = ledger.used()
      const given = ledger.refund(request)
      expect(used - ledger.used()).toBeGreaterThanOrEqual(0)
      expect(used - ledger.used()).toBeLessThanOrEqual(given)
      expect(ledger.refund(request)).toBe(0)
      if (given > 0) standing.delete(request)
    },
    reset() {
      ledger.reset()
      standing.clear()
    },
  }
}

describe('under any interleaving of charging, refunding, resetting and waiting (1:4.9)', () => {
  it('usage never exceeds the limit, preview agrees with create, and a refund gives back what it took', () => {
    fc.assert(
      fc.property(story, ([count, steps]) => {
        play(count, steps, ({ ledger }) => expect(ledger.used()).toBeLessThanOrEqual(count))
      }),
    )
  })

  it('what still stands stays paid for its whole window: refunds never create units', () => {
    fc.assert(
      fc.property(story, ([count, steps]) => {
        play(count, steps, ({ ledger, standing }) => {
          const wanted = [...standing.values()].flat().filter(({ until }) => until > ledger.now())
          expect(ledger.price(wanted.map(({ unit }) => unit)).requested_units).toBe(0)
        })
      }),
    )
  })

  it('what has begun is never given back', () => {
    fc.assert(
      fc.property(story, ([count, steps]) => {
        const begun = new Set<object>()
        play(count, steps, ({ ledger }) => {
          for (const row of ledger.rows) if (begun.has(row)) expect(row.refunded).toBe(false)
          for (const row of ledger.rows) if (row.began && !row.refunded) begun.add(row)
        })
      }),
    )
  })

  it('the promised date is the first at which the same selection fits', () => {
    const selection = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 })
    fc.assert(
      fc.property(story, selection, ([count, steps], wanted) => {
        const { ledger } = play(count, steps, () => {})
        const units = wanted.map(n => movie(n))
        const { exceeded, earliest_fits_at: date, reduce_selection } = ledger.price(units)
        const fitsAt = (ms: number) =>
          priceUnits([movies(count, 1)], ledger.live(), units, ms).exceeded.length === 0
        expect(date === null).toBe(exceeded.length === 0 || reduce_selection)
        if (reduce_selection) expect(fitsAt(ledger.now() + 2 * DAY_MS)).toBe(false)
        if (date !== null) expect([fitsAt(date - 1), fitsAt(date)]).toEqual([false, true])
      }),
    )
  })
})
