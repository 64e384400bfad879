import { DeliveryDefaults } from '@foyer/contract/instances/delivery-defaults'
import type { ServiceType } from '@foyer/contract/instances/instance-types'
import { describe, expect, it } from 'vitest'
import { cleanDeliveryDefaults, deliveryDefaultProblems } from './delivery-default-rules.ts'

const EVERY = { root_folder: '/data', quality_profile_id: 1, tags: [2], search_on_add: false }

describe('which defaults an instance may have (C59)', () => {
  it.each<[ServiceType, DeliveryDefaults]>([
    ['movie_manager', { ...EVERY, minimum_availability: 'announced' }],
    ['tv_manager', { ...EVERY, series_type: 'auto', season_folders: false }],
    ['book_manager', { ...EVERY, metadata_profile_id: 1 }],
    ['music_manager', { ...EVERY, metadata_profile_id: 1 }],
    ['movie_manager', {}],
  ])('%s: its own', (type, defaults) => {
    expect(deliveryDefaultProblems(type, defaults)).toEqual({})
  })

  it.each<[ServiceType, DeliveryDefaults, string]>([
    ['movie_manager', { series_type: 'anime' }, 'delivery_defaults.series_type'],
    ['movie_manager', { season_folders: true }, 'delivery_defaults.season_folders'],
    ['movie_manager', { metadata_profile_id: 1 }, 'delivery_defaults.metadata_profile_id'],
    ['tv_manager', { minimum_availability: 'released' }, 'delivery_defaults.minimum_availability'],
    ['tv_manager', { metadata_profile_id: 1 }, 'delivery_defaults.metadata_profile_id'],
    ['book_manager', { season_folders: true }, 'delivery_defaults.season_folders'],
    ['music_manager', { minimum_availability: 'released' }, 'delivery_defaults.minimum_availability'],
    ['account_server_a', {}, 'delivery_defaults'],
    ['transcoder', { search_on_add: true }, 'delivery_defaults'],
  ])('%s: %j is refused by name', (type, defaults, field) => {
    expect(Object.keys(deliveryDefaultProblems(type, defaults))).toEqual([field])
  })

  it('nothing said is nothing to refuse, on any service', () => {
    expect(deliveryDefaultProblems('transcoder', undefined)).toEqual({})
  })

  it.each([
    { unknown: 1 },
    { root_folder: '' },
    { root_folder: null },
    { quality_profile_id: 0 },
    { quality_profile_id: 1.5 },
    { tags: ['a'] },
    { tags: Array.from({ length: 21 }, (_, n) => n + 1) },
    { minimum_availability: 'inCinemas' },
    { series_type: 'soap' },
    { season_folders: 'yes' },
    { search_on_add: 1 },
  ])('%j is not a default', value => {
    expect(DeliveryDefaults.safeParse(value).success).toBe(false)
  })

  it('takes twenty tags, and the same one once', () => {
    const tags = Array.from({ length: 20 }, (_, n) => n + 1)
    expect(DeliveryDefaults.parse({ tags })).toEqual({ tags })
    expect(cleanDeliveryDefaults({ tags: [2, 1, 2] })).toEqual({ tags: [2, 1] })
    expect(cleanDeliveryDefaults({})).toEqual({})
  })
})
