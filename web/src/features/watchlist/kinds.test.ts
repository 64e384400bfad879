import { WATCH_KINDS } from '@foyer/contract/watchlist'
import { expect, it } from 'vitest'
import { isFollowed, wishesOf } from './kinds.ts'

it('follows people and sets of titles, and offers only what can be known about a kind', () => {
  expect(WATCH_KINDS.filter(isFollowed)).toEqual(['person', 'author', 'series', 'artist'])
  expect(wishesOf('movie')).toEqual(['askable', 'released', 'arrived'])
  expect(wishesOf('book')).toEqual(['askable', 'released', 'arrived'])
  expect(wishesOf('author')).toEqual(['askable', 'arrived'])
})
