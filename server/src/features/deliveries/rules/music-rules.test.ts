import { describe, expect, it } from 'vitest'
import type { AlbumShelfOptions, FoundAlbum } from '#ports/courier-albums.ts'
import { chooseAlbumPlace, lookupTerms, pickExact, wantedAlbum, wantedStatus } from './music-rules.ts'

const GROUP = '0f0e0d0c-0001-4000-8000-000000000001'
const RELEASE = '0e0e0e0e-0001-4000-8000-000000000001'
const names = { product: 'Lidarr', instance_name: 'Music' }

const hit = (foreign_id: string, release_ids: string[] = []): FoundAlbum => ({
  foreign_id,
  title: 'Night Ferry',
  artist: { foreign_id: 'artist', name: 'The Quay' },
  release_ids,
})

describe('which album it is (1:4.8.4)', () => {
  it('a release group, or one pressing of it', () => {
    const none = { foreign_id: null, catalog_provider: null, catalog_id: null }
    expect(wantedAlbum({ ...none, foreign_id: GROUP })).toEqual({ foreign_id: GROUP })
    const pressing = { ...none, catalog_provider: 'music_catalog_release', catalog_id: RELEASE }
    expect(wantedAlbum(pressing)).toEqual({ release_id: RELEASE })
    expect(wantedAlbum(none)).toBeNull()
  })

  it.each([
    [{ foreign_id: GROUP }, 'quay ferry', 'Night Ferry', [`lidarr:${GROUP}`, 'quay ferry', 'Night Ferry']],
    [
      { foreign_id: GROUP },
      null,
      'Night Ferry (Deluxe)',
      [`lidarr:${GROUP}`, 'Night Ferry (Deluxe)', 'Night Ferry'],
    ],
    [{ foreign_id: GROUP }, 'Night Ferry', 'Night Ferry', [`lidarr:${GROUP}`, 'Night Ferry']],
    [{ release_id: RELEASE }, ' ', 'Night Ferry [2023]', ['Night Ferry [2023]', 'Night Ferry']],
    [{ foreign_id: GROUP }, null, '(What) ', [`lidarr:${GROUP}`, '(What)']],
  ] as const)(
    '%j is looked up by the exact id, the search term, the title',
    (wanted, search_term, title, terms) => {
      expect(lookupTerms(wanted, { search_term, title }, id => `lidarr:${id}`)).toEqual(terms)
    },
  )

  it('accepts the exact id and nothing that only looks like it', () => {
    expect(pickExact({ foreign_id: GROUP }, [hit('another'), hit(GROUP)])).toMatchObject({
      foreign_id: GROUP,
    })
    expect(pickExact({ foreign_id: GROUP }, [hit('another', [GROUP])])).toBeUndefined()
    expect(pickExact({ release_id: RELEASE }, [hit('a'), hit('b', ['x', RELEASE])])).toMatchObject({
      foreign_id: 'b',
    })
    expect(pickExact({ release_id: RELEASE }, [hit(RELEASE)])).toBeUndefined()
  })
})

describe('where a new album goes (1:4.8.4)', () => {
  const folder = { path: '/music/', accessible: true, quality_profile_id: 2, metadata_profile_id: 7 }
  const options: AlbumShelfOptions = {
    root_folders: [{ ...folder, path: '/gone/', accessible: false, metadata_profile_id: 3 }, folder],
    quality_profiles: [1, 2],
    metadata_profiles: [3, 7],
  }

  it.each([
    ['as the accessible folder has it', {}, { quality_profile_id: 2, metadata_profile_id: 7 }],
    [
      'a default that is gone',
      { quality_profiles: [5], metadata_profiles: [3] },
      { quality_profile_id: 5, metadata_profile_id: 3 },
    ],
  ])('%s', (_, change, place) => {
    expect(chooseAlbumPlace({ ...options, ...change }, names)).toEqual({
      place: { root_folder: '/music/', ...place },
    })
  })

  it.each([
    ['the default before that of the folder', { quality_profile_id: 1 }, { quality_profile_id: 1 }],
    ['the metadata profile too', { metadata_profile_id: 3 }, { metadata_profile_id: 3 }],
  ])('C59: %s', (_, defaults, place) => {
    expect(chooseAlbumPlace(options, names, defaults)).toMatchObject({ place })
  })

  it('C59: the chosen folder decides what its own defaults are', () => {
    const other = { path: '/vinyl', accessible: true, quality_profile_id: 1, metadata_profile_id: 3 }
    const both = { ...options, root_folders: [folder, other] }
    expect(chooseAlbumPlace(both, names, { root_folder: '/vinyl' })).toEqual({
      place: { root_folder: '/vinyl', quality_profile_id: 1, metadata_profile_id: 3 },
    })
    expect(chooseAlbumPlace(both, names, { chosen_quality: 1 })).toMatchObject({
      place: { quality_profile_id: 1 },
    })
  })

  it.each([
    { root_folder: '/gone/' },
    { root_folder: '/none' },
    { quality_profile_id: 9 },
    { metadata_profile_id: 9 },
    { chosen_quality: 9 },
  ])('C59: %j is not replaced by another choice', defaults => {
    expect(chooseAlbumPlace(options, names, defaults)).toMatchObject({
      outcome: { attention: 'delivery_default_missing' },
    })
  })

  it.each([
    ['no folder', { root_folders: [] }, 'attention'],
    ['none in reach', { root_folders: [{ ...folder, accessible: false }] }, 'retry'],
    ['no quality profile', { quality_profiles: [] }, 'attention'],
    ['nothing but None', { metadata_profiles: [] }, 'attention'],
  ])('%s is said in words that an admin can act on', (_, change, outcome) => {
    const chosen = chooseAlbumPlace({ ...options, ...change }, names)
    expect(chosen).toMatchObject({ outcome: { [outcome]: 'library_unavailable' } })
  })
})

it.each([
  [0, 0, 'requested'],
  [10, 0, 'requested'],
  [10, 4, 'partial'],
  [10, 10, 'available'],
  [10, 12, 'available'],
])('%i tracks with %i files read %s', (track_count, track_file_count, status) => {
  expect(wantedStatus({ track_count, track_file_count })).toBe(status)
})
