import { expect, it } from 'vitest'
import { settledMark } from './title-mark.ts'

it('a status that cannot be read is unknown, not loading for ever', () => {
  const card = {
    media_type: 'movie',
    tmdb_id: 1,
    status: 'downloading',
    status_known: true,
    progress: 40,
  } as const
  expect(settledMark(undefined, false)).toBeUndefined()
  expect(settledMark(undefined, true)).toMatchObject({ status: 'unknown' })
  expect(settledMark(null, false)).toMatchObject({ status: 'unknown' })
  // What was read before stays, even if reading it again fails.
  expect(settledMark(card, true)).toEqual({ status: 'downloading', facts: { share: 0.4 }, share: 0.4 })
  expect(settledMark({ ...card, status: 'unavailable', status_known: false }, false)?.status).toBe('unknown')
})
