import { describe, expect, it } from 'vitest'
import { countriesOf, movieCertification, regionOf, showCertification } from './title-facts.ts'

describe('certification', () => {
  const movie = {
    id: 1,
    title: 'Heist',
    release_dates: {
      results: [
        { iso_3166_1: 'US', release_dates: [{ certification: '' }, { certification: 'PG-13' }] },
        { iso_3166_1: 'DE', release_dates: [{ certification: '12' }] },
        { iso_3166_1: 'GB', release_dates: [{ certification: '' }] },
      ],
    },
  }

  it('is the region’s own, skipping festival dates without one', () => {
    expect(movieCertification(movie, 'DE')).toBe('12')
    expect(movieCertification(movie, 'US')).toBe('PG-13')
  })

  it('falls back to the United States', () => {
    expect(movieCertification(movie, 'GB')).toBe('PG-13')
    expect(movieCertification({ id: 1, title: 'Heist' }, 'GB')).toBeUndefined()
  })

  it('of a show is its rating', () => {
    const results = [{ iso_3166_1: 'US', rating: 'TV-PG' }]
    expect(showCertification({ id: 1, name: 'Night', content_ratings: { results } }, 'SE')).toBe('TV-PG')
  })
})

it('takes the region from a language', () => {
  expect(regionOf('de-AT')).toBe('AT')
  expect(regionOf('zh-Hant-TW')).toBe('TW')
  expect(regionOf('en')).toBe('US')
})

it("names countries in the current language, and uses the provider's name for unknown codes", () => {
  const countries = [
    { iso_3166_1: 'DE', name: 'Germany' },
    { iso_3166_1: 'XC', name: 'Czechoslovakia' },
    { name: 'Atlantis' },
    { iso_3166_1: 'nonsense' },
  ]
  expect(countriesOf(countries, 'de')).toEqual(['Deutschland', 'Czechoslovakia', 'Atlantis'])
  expect(countriesOf(undefined, 'de')).toEqual([])
})
