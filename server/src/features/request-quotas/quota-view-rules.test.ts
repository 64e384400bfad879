import { describe, expect, it } from 'vitest'
import { DAY_MS } from '#kit/durations.ts'
import { ALLOWANCES, allowedTo, type Limits, nameOf } from './allowance-rules.ts'
import { priceUnits, usageOf } from './quota-rules.ts'
import { nextChange, presentAllowance, presentExcess, presentPrice } from './quota-view-rules.ts'
import { at, movie, movies, NOW, spent } from '#test/test-ledger.ts'

const open = { count: null, window_days: 7 } as const
const DEFAULTS: Limits = {
  movie: open,
  tv: { count: 2, window_days: 30 },
  ebook: open,
  audiobook: open,
  music: open,
}

describe('which rule holds (1/4.9)', () => {
  it('lists five allowances in their order, a person’s own before the default', () => {
    const own = { media_type: 'book', book_format: 'audiobook', count: 1, window_days: 1 } as const
    expect(allowedTo(DEFAULTS, [own])).toEqual([
      { media_type: 'movie', book_format: '', count: null, window_days: 7, source: 'default' },
      { media_type: 'tv', book_format: '', count: 2, window_days: 30, source: 'default' },
      { media_type: 'book', book_format: 'ebook', count: null, window_days: 7, source: 'default' },
      { ...own, source: 'override' },
      { media_type: 'music', book_format: '', count: null, window_days: 7, source: 'default' },
    ])
    expect(new Set(ALLOWANCES.map(nameOf)).size).toBe(5)
  })
})

describe('an allowance as it is shown (1/4.9)', () => {
  const charges = [1, 2, 3].map(n => spent(movie(n), NOW - n * DAY_MS))
  const shown = (count: number | null) => presentAllowance(usageOf(movies(count), charges, NOW))

  it('says what is left, when the next unit can be had and when all of them', () => {
    expect(shown(5)).toEqual({
      media_type: 'movie',
      count: 5,
      window_days: 7,
      source: 'default',
      used: 3,
      remaining: 2,
      next_replenishes_at: at(NOW + 4 * DAY_MS),
      fully_replenishes_at: at(NOW + 6 * DAY_MS),
    })
    expect(shown(3)).toMatchObject({ remaining: 0, next_replenishes_at: at(NOW + 4 * DAY_MS) })
  })

  it('never shows less than nothing after a limit was lowered, and dates the first unit that really comes', () => {
    expect(shown(1)).toMatchObject({ used: 3, remaining: 0, next_replenishes_at: at(NOW + 6 * DAY_MS) })
  })

  it('promises nothing where there is no limit or no allowance', () => {
    for (const count of [null, 0]) {
      expect(shown(count)).toMatchObject({ used: 3, remaining: count })
      expect(Object.keys(shown(count)).filter(key => key.endsWith('_at'))).toEqual([])
    }
  })

  it('omits dates while nothing is spent, and names the format of books only', () => {
    const book = { ...movies(2), media_type: 'book', book_format: 'ebook' } as const
    expect(presentAllowance(usageOf(book, [], NOW))).toEqual({
      media_type: 'book',
      book_format: 'ebook',
      count: 2,
      window_days: 7,
      source: 'default',
      used: 0,
      remaining: 2,
    })
  })

  it('changes by itself when the first charge of any allowance runs out, limited or not', () => {
    const usages = [usageOf(movies(null), charges, NOW), usageOf(movies(2, 30), charges, NOW)]
    expect(nextChange(usages)).toEqual({ next_change_at: at(NOW + 4 * DAY_MS) })
    expect(nextChange([usageOf(movies(1), [], NOW)])).toEqual({})
  })
})

describe('the refusal (1/4.9, X)', () => {
  it('shows the exceeded allowances with what was asked, and no date when the selection is too large', () => {
    const tv = { ...movies(1), media_type: 'tv' } as const
    const seasons = [1, 2].map(n => ({ ...movie(`800001:${n}`), media_type: 'tv' as const }))
    const { error, extra } = presentExcess(priceUnits([movies(1), tv], [], seasons, NOW))
    expect(extra).toEqual({
      allowances: [
        {
          media_type: 'tv',
          count: 1,
          window_days: 7,
          source: 'default',
          used: 0,
          remaining: 1,
          requested_units: 2,
        },
      ],
      requested_units: 2,
      reduce_selection: true,
    })
    expect(error).toBe('This takes 2 seasons, and 1 season of 1 in 7 days can still be requested.')
  })

  it('gives the date when waiting helps, and a plain sentence when nothing may be requested', () => {
    const charges = [spent(movie(1), NOW - DAY_MS)]
    const excess = presentExcess(priceUnits([movies(1, 1)], [spent(movie(1), NOW - 1)], [movie(2)], NOW))
    expect(excess.extra).toMatchObject({ earliest_fits_at: at(NOW + DAY_MS - 1), reduce_selection: false })
    expect(excess.error).toBe('This takes 1 movie, and 0 movies of 1 in 24 hours can still be requested.')
    expect(presentExcess(priceUnits([movies(0)], charges, [movie(2)], NOW)).error).toBe(
      'New movies cannot be requested.',
    )
  })

  it('tells in a preview of each allowance what the selection takes of it', () => {
    const { prices } = priceUnits(allowedTo(DEFAULTS, []), [], [movie(1), movie(2)], NOW)
    expect(prices.map(price => presentPrice(price).requested_units)).toEqual([2, 0, 0, 0, 0])
  })
})
