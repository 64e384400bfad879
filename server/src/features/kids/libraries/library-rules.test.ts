import { describe, expect, it } from 'vitest'
import { ZodError } from 'zod'
import { limitsFrom } from '../judge/content-rules.ts'
import { BUILT_IN } from '../policy/kids-rules.ts'
import { cutLibrary, withParents } from './library-rules.ts'

const LISTS = {
  movie: {
    ...BUILT_IN.movie,
    DE: ['0', '6', '12'].map((certification, order) => ({ certification, order })),
  },
  tv: BUILT_IN.tv,
}
const POLICY = {
  max_movie_rating: 'PG',
  max_tv_rating: 'TV-PG',
  rating_region: 'US',
  block_unrated: true,
  blocked_movie_genres: [27, 878],
  blocked_tv_genres: [10_765],
}

function limits(change: object = {}) {
  const found = limitsFrom({ ...POLICY, ...change }, LISTS)
  if (!found) throw new Error('these caps cannot be ranked')
  return found
}

const movies = (path: string, body: unknown, change = {}) =>
  cutLibrary(limits(change), { service_type: 'movie_manager', path: `api/v3/${path}`, body })
const shows = (path: string, body: unknown) =>
  cutLibrary(limits(), { service_type: 'tv_manager', path: `api/v3/${path}`, body })

const FIT = { id: 1, certification: 'PG', genres: ['Animation'] }
const GROWN = { id: 2, certification: 'R', genres: ['Drama'] }
const SCARY = { id: 3, certification: 'G', genres: ['Family', 'Horror'] }
const UNRATED = { id: 4, genres: [] }

describe('a library manager’s answer for a kids account (1/I)', () => {
  it('loses the records above the cap, unrated or in a blocked genre', () => {
    expect(movies('movie', [FIT, GROWN, SCARY, UNRATED])).toEqual([FIT])
    expect(movies('movie', [FIT, UNRATED], { block_unrated: false })).toEqual([FIT, UNRATED])
    expect(movies('calendar', [GROWN, FIT])).toEqual([FIT])
    const page = { page: 1, totalRecords: 2, records: [GROWN, FIT] }
    expect(movies('wanted/missing', page)).toEqual({ ...page, records: [FIT] })
  })

  it('is null for a blocked single record', () => {
    expect(movies('movie/1', FIT)).toEqual(FIT)
    expect(movies('movie/2', GROWN)).toBeNull()
    expect(shows('episode/7', { id: 7, series: { certification: 'TV-MA', genres: [] } })).toBeNull()
  })

  it('judges queue, history and episodes by their parent, and drops who has none', () => {
    const records = [{ id: 1, movie: FIT }, { id: 2, movie: GROWN }, { id: 3 }]
    expect(movies('queue', { records })).toEqual({ records: [{ id: 1, movie: FIT }] })
    const series = { certification: 'TV-G', genres: ['Comedy'] }
    const space = { certification: 'TV-G', genres: ['Science Fiction'] }
    expect(shows('episode', [{ id: 1, series }, { id: 2, series: space }, { id: 3 }])).toEqual([
      { id: 1, series },
    ])
  })

  it('names no trailer unless they are allowed, in a record of its own and in a parent', () => {
    const movie = { ...FIT, youTubeTrailerId: 'a1' }
    const answers = (change = {}) => [
      movies('movie', [movie], change),
      movies('movie/1', movie, change),
      movies('queue', { records: [{ id: 7, movie }] }, change),
    ]
    expect(answers()).toEqual([[FIT], FIT, { records: [{ id: 7, movie: FIT }] }])
    expect(answers({ trailers_allowed: true })).toEqual([[movie], movie, { records: [{ id: 7, movie }] }])
  })

  it('ranks in the region’s scheme first, then among the US ratings when the cap is one of them', () => {
    const german = { rating_region: 'DE', max_movie_rating: '6' }
    const rated = (certification: string) => ({ certification, genres: [] })
    expect(movies('movie', [rated('0'), rated('12'), rated('G')], german)).toEqual([rated('0')])
  })

  it('leaves books, music and complaints alone', () => {
    const answer = { service_type: 'book_manager', path: 'api/v1/book', body: [{ id: 1 }] } as const
    expect(cutLibrary(limits(), answer)).toBe(answer.body)
    expect(movies('movie/9', { message: 'NotFound' })).toEqual({ message: 'NotFound' })
  })

  it('throws on what it cannot read', () => {
    expect(() => movies('movie', [{ certification: 7 }])).toThrow(ZodError)
    expect(() => movies('movie', ['movie'])).toThrow(ZodError)
    expect(() => movies('movie', 'movies')).toThrow(ZodError)
  })
})

describe('the question for a kids account (1/I)', () => {
  const asked = (
    service_type: 'movie_manager' | 'tv_manager' | 'music_manager',
    path: string,
    query: string,
  ) => withParents({ service_type, path }, query)

  it('asks for the parent wherever rows only point to it', () => {
    expect(asked('movie_manager', 'api/v3/queue', 'page=1')).toBe('page=1&includeMovie=true')
    expect(asked('tv_manager', 'api/v3/history', '')).toBe('includeSeries=true')
    expect(asked('tv_manager', 'api/v3/wanted/missing', '')).toBe('includeSeries=true')
  })

  it('overrules who declined it', () => {
    expect(asked('movie_manager', 'api/v3/queue', 'includemovie=false&a=b')).toBe('a=b&includeMovie=true')
  })

  it('changes nothing where the rows are the titles', () => {
    expect(asked('movie_manager', 'api/v3/movie', 'a=b')).toBe('a=b')
    expect(asked('tv_manager', 'api/v3/series/4', '')).toBe('')
    expect(asked('music_manager', 'api/v1/queue', 'a=b')).toBe('a=b')
  })
})
