import type { Certifications } from '@foyer/contract/kids'
import { describe, expect, it } from 'vitest'
import { firstPolicy, moveTo, regionName, regionsOf, scaleOf, suggestedCap } from './rating-scale.ts'

const scheme = (...codes: string[]) => codes.map((certification, order) => ({ certification, order }))
const lists: Certifications = {
  movie: {
    US: scheme('NR', 'G', 'PG', 'PG-13', 'R').map(one =>
      one.certification === 'PG' ? { ...one, default: true as const } : one,
    ),
    DE: scheme('0', '6', '12', '16', '18').toReversed(),
    CA: scheme('G', 'PG'),
    'CA-QC': scheme('G', '13+'),
  },
  tv: { US: scheme('NR', 'TV-Y', 'TV-PG'), DE: scheme('0', '12') },
  source: 'provider',
}
const codes = (kind: 'movie' | 'tv', region: string) =>
  scaleOf(lists, kind, region).map(({ certification }) => certification)

describe('1/4.12 the scale', () => {
  it('contains only real ratings, in order', () => {
    expect(codes('movie', 'US')).toEqual(['G', 'PG', 'PG-13', 'R'])
    expect(codes('movie', 'DE')).toEqual(['0', '6', '12', '16', '18'])
  })

  it("C20 takes a missing list from the region's country, then from the US", () => {
    expect(codes('movie', 'CA-QC')).toEqual(['G', '13+'])
    expect(codes('tv', 'CA-QC')).toEqual(['TV-Y', 'TV-PG'])
    expect(codes('movie', 'CA-ON')).toEqual(['G', 'PG'])
  })

  it('suggests what the server flags, else a low rating', () => {
    expect(suggestedCap(scaleOf(lists, 'movie', 'US'))).toBe('PG')
    expect(suggestedCap(scaleOf(lists, 'movie', 'DE'))).toBe('6')
    expect(suggestedCap([])).toBe('')
  })
})

describe('a policy', () => {
  it("starts with the browser's region and strict limits", () => {
    const policy = firstPolicy(lists, ['en', 'de-DE'])
    expect(policy).toMatchObject({ rating_region: 'DE', max_movie_rating: '6', max_tv_rating: '0' })
    expect(policy.block_unrated).toBe(true)
    expect(firstPolicy(lists, ['en-US@posix', 'fr-FR']).rating_region).toBe('US')
  })

  it('keeps its genres when the region changes', () => {
    const policy = { ...firstPolicy(lists, []), blocked_movie_genres: [27] }
    expect(moveTo(policy, lists, 'DE')).toMatchObject({ blocked_movie_genres: [27], max_movie_rating: '6' })
  })

  it('names regions for people', () => {
    const names = new Intl.DisplayNames('en', { type: 'region' })
    expect(regionsOf(lists)).toEqual(['CA', 'CA-QC', 'DE', 'US'])
    expect(regionName(names, 'CA-QC')).toBe('Canada (QC)')
    expect(regionName(names, 'DE')).toBe('Germany')
  })
})
