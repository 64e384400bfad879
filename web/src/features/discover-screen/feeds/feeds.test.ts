import { describe, expect, it } from 'vitest'
import { isFeed, shownFeeds } from './feeds.ts'

describe('R1 hidden media types', () => {
  const names = ['trending', 'popular_movies', 'popular_tv'] as const

  it('hide their own rows and keep the mixed one', () => {
    expect(shownFeeds(names, ['tv'])).toEqual(['trending', 'popular_movies'])
    expect(shownFeeds(names, ['book'])).toEqual([...names])
  })

  it('leave nothing when both are hidden', () => {
    expect(shownFeeds(names, ['movie', 'tv'])).toEqual([])
  })
})

describe('isFeed', () => {
  it('knows only its own names', () => {
    expect(isFeed('trending')).toBe(true)
    expect(isFeed('toString')).toBe(false)
  })
})
