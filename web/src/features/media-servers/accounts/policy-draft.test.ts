import { expect, it } from 'vitest'
import { accessChange, NO_CHANGES, policyOf, withoutLibraries } from './policy-draft.ts'

const SAVED = {
  default_library_ids: ['fiction'],
  user_ids: [2, 3],
  policies: {
    '3': {
      mode: 'selected' as const,
      library_ids: ['kids', 'fiction'],
      sync_pending: false,
      manages_libraries: true,
    },
  },
}

it('2:4.2 without a choice, a person has the default libraries', () => {
  expect(policyOf(2, SAVED, NO_CHANGES)).toEqual({ mode: 'default', library_ids: [] })
  expect(policyOf(3, SAVED, NO_CHANGES)).toEqual({ mode: 'selected', library_ids: ['kids', 'fiction'] })
})

it('2/4.2 sends grants as a whole and only the choices that were edited', () => {
  expect(accessChange(SAVED, NO_CHANGES)).toEqual({
    default_library_ids: ['fiction'],
    user_ids: [2, 3],
    policies: {},
  })
  const draft = {
    user_ids: [2],
    policies: {
      // All: the libraries selected before are not sent with it.
      '2': { mode: 'all' as const, library_ids: ['kids'] },
      // The same libraries in another order are not a change.
      '3': { mode: 'selected' as const, library_ids: ['fiction', 'kids'] },
    },
  }
  expect(accessChange(SAVED, draft)).toEqual({
    default_library_ids: ['fiction'],
    user_ids: [2],
    policies: { '2': { mode: 'all', library_ids: [] } },
  })
})

it('finds a selection without a library, and leaves out that of somebody who lost access', () => {
  const policies = {
    '2': { mode: 'selected' as const, library_ids: [] },
    '3': { mode: 'all' as const, library_ids: [] },
  }
  expect(withoutLibraries({ user_ids: null, policies }, [2, 3])).toEqual([2])
  expect(withoutLibraries({ user_ids: [3], policies }, [3])).toEqual([])
  expect(Object.keys(accessChange(SAVED, { user_ids: [3], policies }).policies)).toEqual(['3'])
})
