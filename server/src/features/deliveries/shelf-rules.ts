import type { AddObjection, ShelfOptions } from '#ports/courier-shelf.ts'
import type { CourierOutcome } from './courier.ts'

/** The names of the library and its manager, used in messages. */
export interface ShelfNames {
  product: string
  instance_name: string
}

type Place = { root_folder: string; quality_profile_id: number }

/** 1/4.8: the first accessible root folder; the requested quality, otherwise the default, otherwise the first. */
export function choosePlace(
  { root_folders, quality_profiles }: ShelfOptions,
  preferred_profiles: readonly (number | null)[],
  { product, instance_name }: ShelfNames,
): { place: Place } | { outcome: CourierOutcome } {
  const folder = root_folders.find(one => one.accessible)
  if (root_folders.length === 0) {
    const message = `${instance_name} has no root folder. Add one in the settings of ${product}.`
    return { outcome: { attention: 'library_unavailable', message } }
  }
  if (!folder) {
    const message = `${product} cannot access any root folder of ${instance_name}. Check its disks.`
    return { outcome: { retry: 'library_unavailable', message } }
  }
  const preferred = preferred_profiles.find(id => id !== null && quality_profiles.includes(id))
  const quality_profile_id = preferred ?? quality_profiles[0]
  if (quality_profile_id === undefined) {
    const message = `${instance_name} has no quality profile. Add one in the settings of ${product}.`
    return { outcome: { attention: 'library_unavailable', message } }
  }
  return { place: { root_folder: folder.path, quality_profile_id } }
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
