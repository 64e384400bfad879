import { expect, it } from 'vitest'
import { defaultsDraftOf, defaultsOf, proposedDefaults, withSaved } from './defaults-draft.ts'

const OPTIONS = {
  root_folders: [
    { path: '/small', free_bytes: 1, accessible: true },
    { path: '/large', free_bytes: 9, accessible: true },
    { path: '/asleep', free_bytes: 99, accessible: false },
  ],
  quality_profiles: [
    { id: 1, name: 'Any' },
    { id: 4, name: 'HD-1080p' },
  ],
  metadata_profiles: [],
  tags: [],
}

it('C59: sends only what is set, and only what the kind has', () => {
  expect(defaultsOf('movie', defaultsDraftOf())).toEqual({})
  const saved = { root_folder: '/a', tags: [2], season_folders: false, series_type: 'auto' } as const
  const draft = defaultsDraftOf({ ...saved, tags: [...saved.tags] })
  expect(defaultsOf('tv', draft)).toEqual(saved)
  expect(defaultsOf('movie', draft)).toEqual({ root_folder: '/a', tags: [2] })
  const music = { ...defaultsDraftOf(), metadata_profile_id: 3, search_on_add: false }
  expect(defaultsOf('music', music)).toEqual({ metadata_profile_id: 3, search_on_add: false })
  expect(defaultsOf('tv', music)).toEqual({ search_on_add: false })
})

it('proposes the roomiest folder within reach, and HD for movies and shows', () => {
  expect(defaultsOf('movie', proposedDefaults('movie', OPTIONS))).toEqual({
    root_folder: '/large',
    quality_profile_id: 4,
  })
  expect(proposedDefaults('tv', OPTIONS)).toMatchObject({ series_type: 'auto' })
  expect(defaultsOf('music', proposedDefaults('music', OPTIONS))).toEqual({ root_folder: '/large' })
  expect(defaultsOf('book', proposedDefaults('book', OPTIONS))).toEqual({})
  expect(defaultsOf('movie', proposedDefaults('movie', { ...OPTIONS, root_folders: [] }))).toEqual({
    quality_profile_id: 4,
  })
})

it('keeps a saved entry visible that the manager no longer lists', () => {
  const { quality_profiles } = OPTIONS
  expect(withSaved(quality_profiles, one => one.id, 4).lost).toBeNull()
  expect(withSaved(quality_profiles, one => one.id, 9).lost).toBe(9)
  expect(withSaved(quality_profiles, one => one.id, null).lost).toBeNull()
})
