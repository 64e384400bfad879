import { expect, it } from 'vitest'
import { createTestClock } from '#test/test-clock.ts'
import { readyJson } from '#kit/ready.ts'
import { limitsFrom } from '../judge/content-rules.ts'
import { createKeptVerdicts } from './kept-verdicts.ts'

const scheme = { US: [{ certification: 'G', order: 1 }] }
const policy = {
  max_movie_rating: 'G',
  max_tv_rating: 'G',
  rating_region: 'US',
  block_unrated: true,
  blocked_movie_genres: [],
  blocked_tv_genres: [],
}

function limits() {
  const made = limitsFrom(policy, { movie: scheme, tv: scheme })
  if (!made) throw new Error('the caps come from the lists')
  return made
}

it('keeps the filtered form of an answer for these limits and this surface, for half a minute', () => {
  const clock = createTestClock()
  const verdicts = createKeptVerdicts(clock)
  const [ours, others] = [limits(), limits()]
  const [page, twin, left] = [readyJson({ page: 1 }), readyJson({ page: 1 }), readyJson({ page: 1 })]
  verdicts.keep(page, ours, 'list movie', left)
  expect(verdicts.find(page, ours, 'list movie')).toBe(left)
  expect(verdicts.find(page, others, 'list movie')).toBeUndefined()
  expect(verdicts.find(twin, ours, 'list movie')).toBeUndefined()
  expect(verdicts.find(page, ours, 'list tv')).toBeUndefined()
  clock.advance(29_999)
  expect(verdicts.find(page, ours, 'list movie')).toBe(left)
  clock.advance(1)
  expect(verdicts.find(page, ours, 'list movie')).toBeUndefined()
})
