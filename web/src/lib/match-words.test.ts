import { expect, it } from 'vitest'
import { matchesWords } from './match-words.ts'

it.each([
  ['', true],
  ['proxy', true],
  ['TMDB proxy', true],
  ['schlussel', true],
  ['plex', false],
])('%j: %s', (query, found) => {
  expect(matchesWords(query, ['Outbound proxy', 'Reach TMDB and Trakt', 'Schlüssel'])).toBe(found)
})
