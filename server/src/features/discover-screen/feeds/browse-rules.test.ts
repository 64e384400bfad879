import {
  MovieBrowse,
  MOVIE_SORT_FIELDS,
  TvBrowse,
  TV_SORT_FIELDS,
} from '@foyer/contract/discover-screen/screen-browse'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { comingSoonQuery, discoverQuery, monthsLater, queryKey } from './browse-rules.ts'

const isRight = (schema: typeof MovieBrowse | typeof TvBrowse, query: object) =>
  schema.safeParse(query).success

describe('the accepted filters (1:4.5, browse rule 1)', () => {
  it('accepts each sort field in both directions, and no other text', () => {
    const known = [
      [MovieBrowse, MOVIE_SORT_FIELDS],
      [TvBrowse, TV_SORT_FIELDS],
    ] as const
    for (const [schema, fields] of known) {
      const values = fields.flatMap(field => [`${field}.asc`, `${field}.desc`])
      for (const sort_by of values) expect(isRight(schema, { sort_by })).toBe(true)
      fc.assert(
        fc.property(fc.string(), sort_by => {
          expect(isRight(schema, { sort_by })).toBe(values.some(value => value === sort_by))
        }),
      )
    }
  })

  it('accepts only dates that exist', () => {
    const number = (max: number) => fc.nat(max).map(value => String(value).padStart(2, '0'))
    fc.assert(
      fc.property(fc.integer({ min: 1800, max: 2200 }), number(15), number(33), (year, month, day) => {
        const text = `${year}-${month}-${day}`
        const date = new Date(`${text}T00:00:00Z`)
        const exists = !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
        expect(isRight(MovieBrowse, { 'primary_release_date.gte': text })).toBe(exists)
        expect(isRight(TvBrowse, { 'first_air_date.lte': text })).toBe(exists)
      }),
    )
  })

  it('accepts ids joined by one kind of sign, and years and votes within their limits', () => {
    const ids = fc.array(fc.integer({ min: 1, max: 999_999 }), { minLength: 1, maxLength: 20 })
    fc.assert(
      fc.property(
        ids,
        fc.integer(),
        fc.double({ min: -20, max: 20, noNaN: true }),
        (list, number, rating) => {
          const [commas, pipes] = [list.join(','), list.join('|')]
          expect(isRight(MovieBrowse, { with_genres: commas })).toBe(true)
          expect(isRight(MovieBrowse, { with_genres: pipes })).toBe(true)
          expect(isRight(MovieBrowse, { with_keywords: pipes })).toBe(list.length === 1)
          expect(isRight(MovieBrowse, { with_companies: commas })).toBe(list.length === 1)
          const year = String(number)
          expect(isRight(TvBrowse, { first_air_date_year: year })).toBe(number >= 1800 && number <= 2200)
          for (const shown of [rating.toFixed(1), rating.toFixed(9)]) {
            expect(isRight(TvBrowse, { 'vote_average.gte': shown })).toBe(
              !shown.startsWith('-') && Number(shown) <= 10,
            )
          }
        },
      ),
    )
  })

  it('never passes on a word that is not on the list', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.string()), query => {
        const parsed = MovieBrowse.safeParse(query)
        const known = Object.keys(MovieBrowse.shape)
        if (parsed.success) expect(Object.keys(parsed.data).every(name => known.includes(name))).toBe(true)
      }),
    )
  })
})

describe('the query to the provider (rules 2 and 5)', () => {
  const browse = (query: object) => MovieBrowse.parse(query)

  it.each([
    [{ sort_by: 'vote_average.desc' }, '200'],
    [{ sort_by: 'vote_average.asc' }, '200'],
    [{ sort_by: 'vote_average.desc', 'vote_count.gte': '0' }, '0'],
    [{ sort_by: 'vote_count.desc' }, undefined],
    [{}, undefined],
  ])('%j has a floor of %s votes', (query, floor) => {
    expect(discoverQuery(browse(query), false)['vote_count.gte']).toBe(floor)
  })

  it('uses the language of the server unless the query names one', () => {
    expect(discoverQuery(browse({}), true)).toEqual({ with_original_language: 'en' })
    expect(discoverQuery(browse({ with_original_language: 'ja' }), true)).toEqual({
      with_original_language: 'ja',
    })
    expect(discoverQuery(browse({}), false)).toEqual({})
    expect(comingSoonQuery('tv', new Date('2026-11-15T23:59:59Z'), true)).toEqual({
      with_original_language: 'en',
      sort_by: 'popularity.desc',
      'first_air_date.gte': '2026-11-15',
      'first_air_date.lte': '2027-02-15',
    })
  })

  it.each([
    ['2026-11-30', '2027-02-28'],
    ['2027-11-30', '2028-02-29'],
    ['2026-01-31', '2026-04-30'],
    ['2026-10-01', '2027-01-01'],
  ])('counts three months from %s to %s', (from, to) => {
    expect(monthsLater(new Date(from), 3).toISOString().slice(0, 10)).toBe(to)
  })

  it('has one form for equal filters, whatever their order', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.string()), query => {
        const reversed = Object.fromEntries(Object.entries(query).toReversed())
        expect(queryKey(reversed)).toBe(queryKey(query))
      }),
    )
    expect(queryKey({ a: '1&b=2' })).not.toBe(queryKey({ a: '1', b: '2' }))
  })
})
