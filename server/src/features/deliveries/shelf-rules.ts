import type { AddObjection, ShelfOptions } from '#ports/courier-shelf.ts'
import type { CourierOutcome } from './courier.ts'

/** How people know the library and the manager in it: for sentences. */
export interface ShelfNames {
  product: string
  instance_name: string
}

type Place = { root_folder: string; quality_profile_id: number }

/** 1/4.8: the first accessible root folder; quality as requested, else the default, else the first. */
export function choosePlace(
  { root_folders, quality_profiles }: ShelfOptions,
  wishes: readonly (number | null)[],
  { product, instance_name }: ShelfNames,
): { place: Place } | { outcome: CourierOutcome } {
  const folder = root_folders.find(one => one.accessible)
  if (root_folders.length === 0) {
    const message = `${instance_name} has no root folder; add one in the settings of ${product}.`
    return { outcome: { attention: 'library_unavailable', message } }
  }
  if (!folder) {
    const message = `${product} reaches none of the root folders of ${instance_name}; check its disks.`
    return { outcome: { retry: 'library_unavailable', message } }
  }
  const wish = wishes.find(id => id !== null && quality_profiles.includes(id))
  const quality_profile_id = wish ?? quality_profiles[0]
  if (quality_profile_id === undefined) {
    const message = `${instance_name} has no quality profile; add one in the settings of ${product}.`
    return { outcome: { attention: 'library_unavailable', message } }
  }
  return { place: { root_folder: folder.path, quality_profile_id } }
}

const SENTENCES: Record<Exclude<AddObjection, 'already_there'>, (names: ShelfNames) => string> = {
  unknown_title: ({ product }) => `${product} finds no title of this id; it may have been removed there.`,
  root_folder: ({ product, instance_name }) =>
    `${product} does not accept the root folder of ${instance_name}; check the root folders in its settings.`,
  quality_profile: ({ product, instance_name }) =>
    `${product} does not accept the quality profile; check the profiles of ${instance_name}.`,
  metadata_profile: ({ product, instance_name }) =>
    `${product} does not accept the metadata profile; check the profiles of ${instance_name}.`,
  folder_taken: ({ product }) =>
    `Another title in ${product} already uses the folder that this one would get; change it there.`,
  other: ({ product }) => `${product} refused the title as it was sent; its own log says why.`,
}

/** One sentence that an admin can act on. An add that was refused because it is there is looked for again. */
export function refusedOutcome(objections: readonly AddObjection[], names: ShelfNames): CourierOutcome {
  const about = objections.find(one => one !== 'already_there')
  if (about === undefined) {
    const message = `${names.product} says that the title is there already; the library is read again.`
    return { retry: 'library_unavailable', message }
  }
  const code = about === 'unknown_title' ? 'metadata_unresolved' : 'request_unavailable'
  return { attention: code, message: SENTENCES[about](names) }
}
