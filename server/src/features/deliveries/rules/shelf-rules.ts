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
    const message = `${names.instance_name} has no quality profile. Add one in the settings of ${names.product}.`
    return { outcome: { attention: 'library_unavailable', message } }
  }
  return { place: { root_folder: chosen.folder.path, quality_profile_id } }
}

function chooseFolder(
  { root_folders }: ShelfOptions,
  { root_folder: wanted, is_folder_chosen }: PlaceWishes,
  names: ShelfNames,
): { folder: Folder } | { outcome: CourierOutcome } {
  const { product, instance_name } = names
  if (wanted !== undefined) {
    const named = root_folders.find(one => isSameFolder(one.path, wanted))
    if (is_folder_chosen && !named?.accessible) return { outcome: chosenFolderMissing(names) }
    if (!named) return { outcome: defaultMissing('root_folder', names) }
    return named.accessible ? { folder: named } : { outcome: defaultFolderInaccessible(names) }
  }
  if (root_folders.length === 0) {
    const message = `${instance_name} has no root folder. Add one in the settings of ${product}.`
    return { outcome: { attention: 'library_unavailable', message } }
  }
  const folder = root_folders.find(one => one.accessible)
  if (folder) return { folder }
  const message = `${product} cannot access any root folder of ${instance_name}. Check its disks.`
  return { outcome: { retry: 'library_unavailable', message } }
}

const SENTENCES: Record<Exclude<AddObjection, 'already_there'>, (names: ShelfNames) => string> = {
  unknown_title: ({ product }) => `${product} found no title with this id. It may have been removed there.`,
  root_folder: ({ product, instance_name }) =>
    `${product} does not accept the root folder of ${instance_name}. Check the root folders in its settings.`,
  quality_profile: ({ product, instance_name }) =>
    `${product} does not accept the quality profile. Check the profiles of ${instance_name}.`,
  metadata_profile: ({ product, instance_name }) =>
    `${product} does not accept the metadata profile. Check the profiles of ${instance_name}.`,
  folder_taken: ({ product }) =>
    `Another title in ${product} already uses the folder of this one. Change it there.`,
  other: ({ product }) => `${product} refused the title. Its log shows the reason.`,
}

/** One sentence that an admin can act on. If the add was refused because the title exists, it is looked up again. */
export function refusedOutcome(objections: readonly AddObjection[], names: ShelfNames): CourierOutcome {
  const about = objections.find(one => one !== 'already_there')
  if (about === undefined) {
    const message = `${names.product} reports that the title already exists. The library will be checked again.`
    return { retry: 'library_unavailable', message }
  }
  const code = about === 'unknown_title' ? 'metadata_unresolved' : 'request_unavailable'
  return { attention: code, message: SENTENCES[about](names) }
}
