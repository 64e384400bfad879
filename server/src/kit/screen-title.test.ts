import { expect, it } from 'vitest'
import { distinctTitles, isScreen, screenTitleOf, titleKey } from './screen-title.ts'

const MOVIE = { kind: 'movie', tmdb_id: 603 } as const
const SHOW = { kind: 'tv', tmdb_id: 603 } as const

it('tells a movie from a show with the same id', () => {
  expect([MOVIE, SHOW].map(titleKey)).toEqual(['movie:603', 'tv:603'])
  expect(distinctTitles([MOVIE, SHOW, { ...MOVIE }])).toEqual([MOVIE, SHOW])
})

it('finds the title of what has one, and no other', () => {
  expect(screenTitleOf({ media_type: 'tv', tmdb_id: 603 })).toEqual(SHOW)
  expect(screenTitleOf({ media_type: 'tv', tmdb_id: null })).toBeNull()
  expect(screenTitleOf({ media_type: 'tv' })).toBeNull()
  expect(screenTitleOf({ media_type: 'book', tmdb_id: 603 })).toBeNull()
  expect(screenTitleOf({})).toBeNull()
  expect(['movie', 'tv', 'book', 'music', null].filter(isScreen)).toEqual(['movie', 'tv'])
})
