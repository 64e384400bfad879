import type { TFunction } from 'i18next'
import { expect, it } from 'vitest'
import { defaultsDraftOf } from './defaults-draft.ts'
import { defaultsFacts } from './defaults-facts.ts'

const t = ((key: string, { id }: { id?: number } = {}) =>
  [key.replace('delivery_defaults.', ''), id].filter(Boolean).join(' ')) as unknown as TFunction

const OPTIONS = {
  root_folders: [],
  quality_profiles: [{ id: 4, name: 'HD-1080p' }],
  metadata_profiles: [],
  tags: [],
}
const said = (...of: Parameters<typeof defaultsFacts>) =>
  defaultsFacts(...of).map(({ name, value, is_set }) => `${name}: ${value}${is_set ? '' : ' (not set)'}`)

it('C59 says what is set and what happens without', () => {
  const draft = defaultsDraftOf({ root_folder: '/movies', quality_profile_id: 4 })
  expect(said(t, 'movie', draft, OPTIONS)).toEqual([
    'root_folder: /movies',
    'quality: HD-1080p',
    'availability: available.released (not set)',
  ])
  expect(said(t, 'book', defaultsDraftOf(), OPTIONS)).toEqual([
    'root_folder: folder_by_format (not set)',
    'quality: profile.by_format (not set)',
    'metadata: profile.by_format (not set)',
  ])
})

it('names the series type of shows only, and a profile that cannot be read by its number', () => {
  const draft = defaultsDraftOf({ quality_profile_id: 4, series_type: 'auto' })
  expect(said(t, 'tv', draft, undefined)).toEqual([
    'root_folder: folder_first (not set)',
    'quality: profile_id 4',
    'series_type: type.auto',
  ])
  expect(said(t, 'music', draft, OPTIONS)).not.toContain('series_type: type.auto')
})
