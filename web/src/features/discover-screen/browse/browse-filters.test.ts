import { describe, expect, it } from 'vitest'
import { compact, countFilters, movieBrowse, parseFilters, tvBrowse } from './browse-filters.ts'

describe('filters in the address', () => {
  it('survive a round trip', () => {
    const filters = {
      sort: 'rating',
      genres: [28, 12],
      from: 1990,
      to: 1999,
      rating: 7.5,
      votes: 500,
      language: 'fr',
      region: 'DE',
      providers: [8],
      keywords: [{ id: 3, name: 'heist' }],
      companies: [{ id: 5, name: 'Third Rail' }],
      people: [{ id: 6, name: 'Ada Moss' }],
      networks: [{ id: 7, name: 'Channel Nine' }],
      owned: 'hide',
    }
    expect(parseFilters(filters)).toEqual(filters)
  })

  it('are dropped if invalid', () => {
    expect(
      parseFilters({
        sort: 'loudest',
        genres: ['x', -1],
        from: 12,
        rating: 11,
        language: 'DE',
        keywords: [{ id: 3 }],
      }),
    ).toEqual({})
  })

  it('have no provider without a region', () => {
    expect(parseFilters({ providers: [8] })).toEqual({})
  })

  it('leave out empty fields', () => {
    expect(compact({ genres: [], from: undefined, votes: 3 })).toEqual({ votes: 3 })
  })
})

describe('1/4.5 the query of browsing', () => {
  it('joins genres and keywords with commas, providers and companies with pipes', () => {
    const query = movieBrowse({
      genres: [28, 12],
      providers: [8, 9],
      region: 'GB',
      keywords: [
        { id: 3, name: 'a' },
        { id: 4, name: 'b' },
      ],
      companies: [
        { id: 5, name: 'c' },
        { id: 6, name: 'd' },
      ],
    })
    expect(query).toMatchObject({
      with_genres: '28,12',
      with_watch_providers: '8|9',
      watch_region: 'GB',
      with_keywords: '3,4',
      with_companies: '5|6',
    })
  })

  it('turns years into the date fields of the media type', () => {
    expect(movieBrowse({ from: 1990 })).toMatchObject({ 'primary_release_date.gte': '1990-01-01' })
    expect(tvBrowse({ to: 1999 })).toMatchObject({ 'first_air_date.lte': '1999-12-31' })
  })

  it('leaves the minimum votes of a rating sort to the server (1:4.5 browse rule 2)', () => {
    expect(tvBrowse({ sort: 'rating' })['vote_count.gte']).toBeUndefined()
    expect(tvBrowse({ sort: 'rating', votes: 5 })).toMatchObject({ 'vote_count.gte': '5' })
  })

  it('sends no region without a provider', () => {
    expect(tvBrowse({ region: 'DE' }).watch_region).toBeUndefined()
  })
})

it('counts filters, not the sorting', () => {
  expect(countFilters({ sort: 'name', region: 'DE', genres: [1, 2], from: 1990 })).toBe(2)
})
