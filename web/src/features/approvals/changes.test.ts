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
  expect(changesOf({ quality_profile_id: 4 }, undefined, 0)).toEqual({ quality_profile_id: 0 })
})
