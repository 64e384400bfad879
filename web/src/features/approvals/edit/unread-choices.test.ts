import { expect, it } from 'vitest'
import { isUnread } from './unread-choices.ts'

it('tells choices that could not be read from having none', () => {
  expect(isUnread({ isLoadingError: false, data: { quality_profiles: [] } })).toBe(false)
  expect(
    isUnread({ isLoadingError: false, data: { quality_profiles: [], quality_profiles_known: false } }),
  ).toBe(true)
  expect(isUnread({ isLoadingError: true, data: undefined })).toBe(true)
  // Not asked: a book has no quality to choose.
  expect(isUnread({ isLoadingError: false, data: undefined })).toBe(false)
})
