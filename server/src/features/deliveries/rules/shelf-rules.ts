import { type DeliverySentenceName, sayDelivery } from '@foyer/contract/requests/delivery-sentences'
import type { AddObjection, ShelfOptions } from '#ports/courier-shelf.ts'
import type { CourierOutcome } from '../couriers/courier.ts'
import {
  chosenFolderMissing,
  chosenQualityMissing,
  defaultFolderInaccessible,
  defaultMissing,
  isSameFolder,
  type PlaceWishes,
} from './delivery-default-rules.ts'

/** The names of the library and its manager, used in messages. */
export interface ShelfNames {
  product: string
  instance_name: string
}

/** The same as the values of a sentence. */
export function valuesOf({ product, instance_name: library }: ShelfNames) {
  return { product, library }
}

type Place = { root_folder: string; quality_profile_id: number }

type Folder = ShelfOptions['root_folders'][number]

/**
 * 1/4.8, C59: the default root folder, otherwise the first accessible one. For quality, what was chosen for the request;
 * otherwise the first of `preferred`, the settings for people, that the manager has, then the default of the library, the
 * folder's own, and the first profile.
 */
export function choosePlace(
  options: ShelfOptions,
  preferred: readonly number[],
  names: ShelfNames,
  defaults: PlaceWishes = {},
): { place: Place } | { outcome: CourierOutcome } {
  const chosen = chooseFolder(options, defaults, names)
  if ('outcome' in chosen) return chosen
  const { quality_profiles } = options
  const has = (id: number | null | undefined) => typeof id === 'number' && quality_profiles.includes(id)
  const { chosen_quality } = defaults
  if (chosen_quality !== undefined && !has(chosen_quality)) return { outcome: chosenQualityMissing(names) }
  const wanted = chosen_quality ?? preferred.find(has) ?? defaults.quality_profile_id
  if (wanted !== undefined && !has(wanted)) return { outcome: defaultMissing('quality_profile_id', names) }
  const quality_profile_id = wanted ?? [chosen.folder.quality_profile_id].find(has) ?? quality_profiles[0]
  if (quality_profile_id === undefined) {
    const message = sayDelivery('no_quality_profile', valuesOf(names))
    return { outcome: { attention: 'library_unavailable', message } }
  }
  return { place: { root_folder: chosen.folder.path, quality_profile_id } }
}

function chooseFolder(
  { root_folders }: ShelfOptions,
  { root_folder: wanted, is_folder_chosen }: PlaceWishes,
  names: ShelfNames,
): { folder: Folder } | { outcome: CourierOutcome } {
  if (wanted !== undefined) {
    const named = root_folders.find(one => isSameFolder(one.path, wanted))
    if (is_folder_chosen && !named?.accessible) return { outcome: chosenFolderMissing(names) }
    if (!named) return { outcome: defaultMissing('root_folder', names) }
    return named.accessible ? { folder: named } : { outcome: defaultFolderInaccessible(names) }
  }
  if (root_folders.length === 0) {
    const message = sayDelivery('no_root_folder', valuesOf(names))
    return { outcome: { attention: 'library_unavailable', message } }
  }
  const folder = root_folders.find(one => one.accessible)
  if (folder) return { folder }
  const message = sayDelivery('no_folder_accessible', valuesOf(names))
  return { outcome: { retry: 'library_unavailable', message } }
}

const REFUSED = {
  unknown_title: 'unknown_title',
  root_folder: 'folder_refused',
  quality_profile: 'quality_refused',
  metadata_profile: 'metadata_refused',
  folder_taken: 'folder_taken',
  other: 'title_refused',
} as const satisfies Record<Exclude<AddObjection, 'already_there'>, DeliverySentenceName>

/** One sentence that an admin can act on. If the add was refused because the title exists, it is looked up again. */
export function refusedOutcome(objections: readonly AddObjection[], names: ShelfNames): CourierOutcome {
  const about = objections.find(one => one !== 'already_there')
  if (about === undefined) {
    const message = sayDelivery('title_exists', valuesOf(names))
    return { retry: 'library_unavailable', message }
  }
  const code = about === 'unknown_title' ? 'metadata_unresolved' : 'request_unavailable'
  return { attention: code, message: sayDelivery(REFUSED[about], valuesOf(names)) }
}
