import {
  type DeliveryDefaults,
  deliveryDefaultNames,
  type DeliveryOptions,
  type MINIMUM_AVAILABILITIES,
  type SERIES_TYPES,
} from '@foyer/contract/instances/delivery-defaults'
import type { MediaType } from '@foyer/contract/instances/instance-types'

/** The values of the form; empty text and 0 mean that nothing is set. */
export interface DefaultsDraft {
  root_folder: string
  quality_profile_id: number
  metadata_profile_id: number
  tags: readonly number[]
  minimum_availability: (typeof MINIMUM_AVAILABILITIES)[number]
  series_type: (typeof SERIES_TYPES)[number] | ''
  season_folders: boolean
  search_on_add: boolean
}

/** Which profile a title gets without a default. */
export const PROFILE_WITHOUT = { movie: 'first', tv: 'first', book: 'by_format', music: 'of_folder' } as const

export function defaultsDraftOf(saved: DeliveryDefaults = {}): DefaultsDraft {
  return {
    root_folder: saved.root_folder ?? '',
    quality_profile_id: saved.quality_profile_id ?? 0,
    metadata_profile_id: saved.metadata_profile_id ?? 0,
    tags: saved.tags ?? [],
    minimum_availability: saved.minimum_availability ?? 'released',
    series_type: saved.series_type ?? '',
    season_folders: saved.season_folders ?? true,
    search_on_add: saved.search_on_add ?? true,
  }
}

/** Everything that differs from what happens without a default, because it is replaced as a whole (C59). */
export function defaultsOf(kind: MediaType, draft: DefaultsDraft): DeliveryDefaults {
  const all: DeliveryDefaults = {
    ...(draft.root_folder !== '' && { root_folder: draft.root_folder }),
    ...(draft.quality_profile_id !== 0 && { quality_profile_id: draft.quality_profile_id }),
    ...(draft.metadata_profile_id !== 0 && { metadata_profile_id: draft.metadata_profile_id }),
    ...(draft.tags.length > 0 && { tags: [...draft.tags] }),
    ...(draft.minimum_availability !== 'released' && { minimum_availability: draft.minimum_availability }),
    ...(draft.series_type !== '' && { series_type: draft.series_type }),
    ...(!draft.season_folders && { season_folders: false }),
    ...(!draft.search_on_add && { search_on_add: false }),
  }
  const names: readonly string[] = deliveryDefaultNames(kind)
  return Object.fromEntries(Object.entries(all).filter(([name]) => names.includes(name)))
}

/** What most people would choose in setup: the roomiest folder, HD for movies and shows, the series type by itself. */
export function proposedDefaults(kind: MediaType, options: DeliveryOptions): DefaultsDraft {
  const none = defaultsDraftOf()
  // Books go by format, and one folder would be for one format only.
  if (kind === 'book') return none
  const folders = options.root_folders.filter(one => one.accessible)
  const roomiest = folders.toSorted((a, b) => (b.free_bytes ?? 0) - (a.free_bytes ?? 0))[0]
  const is_screen = kind === 'movie' || kind === 'tv'
  const hd = is_screen ? options.quality_profiles.find(one => /1080/.test(one.name)) : undefined
  return {
    ...none,
    root_folder: roomiest?.path ?? '',
    quality_profile_id: hd?.id ?? 0,
    series_type: kind === 'tv' ? 'auto' : '',
  }
}

/** The manager's entries, and a saved one that it does not list: it stays visible until it is replaced. */
export function withSaved<E, K>(
  entries: readonly E[],
  keyOf: (entry: E) => K,
  saved: K | null,
): { known: readonly E[]; lost: K | null } {
  const is_known = saved === null || entries.some(entry => keyOf(entry) === saved)
  return { known: entries, lost: is_known ? null : saved }
}
