import { MUSIC_GENRES } from '@foyer/contract/discover-music'
import { expect, it } from 'vitest'
import { genreNamed } from './genre-named.ts'

it.each([
  ['rock', 'rock'],
  ['Hip Hop', 'hip-hop'],
  ['r&b', 'r-and-b'],
  ['rhythm and blues', 'r-and-b'],
  ['trip hop', undefined],
])('%s: %s', (word, id) => {
  expect(genreNamed(MUSIC_GENRES, word)?.id).toBe(id)
})
