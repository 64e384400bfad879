import { expect, it } from 'vitest'
import { changesOf } from './changes.ts'

it('1/4.7 sends only what differs', () => {
  const row = { season_scope: 'all', seasons: [1, 2], quality_profile_id: 4 } as const
  const asked = { ...row, seasons: [...row.seasons] }
  expect(changesOf(asked, { scope: 'all', seasons: [] }, 4)).toEqual({})
  expect(changesOf(asked, { scope: 'some', seasons: [2, 1] }, 4)).toEqual({})
  expect(changesOf(asked, { scope: 'some', seasons: [2] }, 6)).toEqual({
    seasons: [2],
    quality_profile_id: 6,
  })
  expect(changesOf(asked, { scope: 'latest', seasons: [] }, undefined)).toEqual({ season_scope: 'latest' })
  expect(
    changesOf({ season_scope: 'pilot', seasons: [1] }, { scope: 'some', seasons: [1] }, undefined),
  ).toEqual({
    seasons: [1],
  })
  expect(changesOf({}, undefined, undefined)).toEqual({})
  expect(changesOf({}, undefined, 0)).toEqual({})
  // The number of a quality means nothing in another library.
  const placed = { instance_id: 'in_a', quality_profile_id: 4 }
  expect(changesOf(placed, undefined, 4, 'in_a')).toEqual({})
  expect(changesOf(placed, undefined, 0, 'in_b')).toEqual({ instance_id: 'in_b' })
  expect(changesOf(placed, undefined, 4, 'in_b')).toEqual({ instance_id: 'in_b', quality_profile_id: 4 })
  expect(changesOf({ quality_profile_id: 4 }, undefined, 0)).toEqual({ quality_profile_id: 0 })
})
