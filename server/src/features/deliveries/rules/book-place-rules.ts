import type { DeliveryDefaults } from '@foyer/contract/instances/delivery-defaults'
import { sayDelivery } from '@foyer/contract/requests/delivery-sentences'
import type { BookFormat } from '@foyer/contract/requests/requests'
import type { BookOptions, BookPlace, FormatFolder } from '#ports/courier-books.ts'
import type { CourierOutcome } from '../couriers/courier.ts'
import {
  chosenFolderMissing,
  chosenQualityMissing,
  defaultFolderInaccessible,
  defaultMissing,
  isSameFolder,
  type PlaceWishes,
} from './delivery-default-rules.ts'
import { type ShelfNames, valuesOf } from './shelf-rules.ts'

const NAMES: Record<BookFormat, RegExp> = { ebook: /e-?book/i, audiobook: /audio|spoken/i }

interface Entry {
  name: string
  format: BookFormat | null
}

type Choice<E> = { one: E } | { none: true } | { several: true }

/**
 * 1:4.8.5: the only entry of the format. Old entries without a format are the fallback: the one named after the
 * format, the only one that exists, or the only one called Default. Anything else is ambiguous.
 */
export function chooseEntry<E extends Entry>(entries: readonly E[], format: BookFormat): Choice<E> {
  const typed = entries.filter(one => one.format === format)
  if (typed.length > 0) return only(typed)
  const other = format === 'ebook' ? NAMES.audiobook : NAMES.ebook
  const untyped = entries.filter(one => one.format === null && !other.test(one.name))
  if (untyped.length === 0) return { none: true }
  const named = only(untyped.filter(one => NAMES[format].test(one.name)))
  if ('one' in named) return named
  const generic = only(untyped)
  if ('one' in generic) return generic
  const standard = only(untyped.filter(one => /\bdefault\b/i.test(one.name)))
  return 'one' in standard ? standard : { several: true }
}

function only<E>(entries: readonly E[]): Choice<E> {
  const [one] = entries
  if (one === undefined) return { none: true }
  return entries.length === 1 ? { one } : { several: true }
}

type Kind = 'quality' | 'metadata' | 'root'

function unsettled(
  choice: { none: true } | { several: true },
  kind: Kind,
  format: BookFormat,
  names: ShelfNames,
): CourierOutcome {
  const how = 'none' in choice ? 'no' : 'several'
  const message = sayDelivery(`${how}_${kind}_for_${format}`, valuesOf(names))
  return { attention: 'book_configuration', message }
}

/** C59: what was chosen for this request is for the other format, and is not replaced by one for this format. */
function chosenForOther(
  kind: Exclude<Kind, 'metadata'>,
  format: BookFormat,
  { product }: ShelfNames,
): CourierOutcome {
  const message = sayDelivery(`chosen_${kind}_not_for_${format}`, { product })
  return { attention: 'delivery_default_missing', message }
}

/** C59: a default applies to the format that it is typed for; null: it is set for the other format, or not at all. */
function findDefault<E extends { format: BookFormat | null }>(
  entries: readonly E[],
  isWanted: ((entry: E) => boolean) | null,
  format: BookFormat,
): { one: E } | { missing: true } | null {
  if (!isWanted) return null
  const entry = entries.find(isWanted)
  if (!entry) return { missing: true }
  return entry.format === null || entry.format === format ? { one: entry } : null
}

function hasId(id: number | undefined): ((entry: { id: number }) => boolean) | null {
  return id === undefined ? null : entry => entry.id === id
}

function chooseRoot(
  { root_folders }: BookOptions,
  format: BookFormat,
  names: ShelfNames,
  { root_folder: wanted, is_folder_chosen }: PlaceWishes,
): { path: string } | { outcome: CourierOutcome } {
  const isWanted = wanted === undefined ? null : (one: FormatFolder) => isSameFolder(one.path, wanted)
  const named = findDefault(root_folders, isWanted, format)
  if (is_folder_chosen && !named) return { outcome: chosenForOther('root', format, names) }
  const isGone = named !== null && ('missing' in named || !named.one.accessible)
  if (is_folder_chosen && isGone) return { outcome: chosenFolderMissing(names) }
  if (named && 'missing' in named) return { outcome: defaultMissing('root_folder', names) }
  if (named) return named.one.accessible ? named.one : { outcome: defaultFolderInaccessible(names) }
  const fitting = root_folders.filter(one => one.format === format || one.format === null)
  const within = fitting
    .filter(one => one.accessible)
    .map(one => ({ ...one, name: `${one.name} ${one.path}` }))
  if (fitting.length > 0 && within.length === 0) {
    const { product } = names
    const message = sayDelivery(`root_inaccessible_for_${format}`, { product })
    return { outcome: { retry: 'library_unavailable', message } }
  }
  const root = chooseEntry(within, format)
  return 'one' in root ? root.one : { outcome: unsettled(root, 'root', format, names) }
}

/** C59: what was chosen for the request, then the default of the library, then what is there for the format. */
function chooseQuality(
  { quality_profiles }: BookOptions,
  format: BookFormat,
  names: ShelfNames,
  { chosen_quality, quality_profile_id }: PlaceWishes,
): { id: number } | { outcome: CourierOutcome } {
  if (chosen_quality !== undefined) {
    const chosen = findDefault(quality_profiles, hasId(chosen_quality), format)
    if (!chosen) return { outcome: chosenForOther('quality', format, names) }
    return 'one' in chosen ? chosen.one : { outcome: chosenQualityMissing(names) }
  }
  const quality =
    findDefault(quality_profiles, hasId(quality_profile_id), format) ?? chooseEntry(quality_profiles, format)
  if ('missing' in quality) return { outcome: defaultMissing('quality_profile_id', names) }
  return 'one' in quality ? quality.one : { outcome: unsettled(quality, 'quality', format, names) }
}

/** The place for a format when the author has no settings for it. */
export function chooseBookPlace(
  options: BookOptions,
  format: BookFormat,
  names: ShelfNames,
  defaults: PlaceWishes = {},
): { place: BookPlace } | { outcome: CourierOutcome } {
  const { metadata_profiles } = options
  const quality = chooseQuality(options, format, names, defaults)
  if ('outcome' in quality) return quality
  const metadata =
    findDefault(metadata_profiles, hasId(defaults.metadata_profile_id), format) ??
    chooseEntry(metadata_profiles, format)
  if ('missing' in metadata) return { outcome: defaultMissing('metadata_profile_id', names) }
  if (!('one' in metadata)) return { outcome: unsettled(metadata, 'metadata', format, names) }
  const root = chooseRoot(options, format, names, defaults)
  if ('outcome' in root) return root
  return {
    place: {
      quality_profile_id: quality.id,
      metadata_profile_id: metadata.one.id,
      root_folder: root.path,
    },
  }
}

/** Whether the defaults say anything about an author, whose own settings would win (C59). */
export function concernAuthors({ root_folder, tags, ...ids }: DeliveryDefaults): boolean {
  const { quality_profile_id, metadata_profile_id } = ids
  const place = [root_folder, quality_profile_id, metadata_profile_id]
  return place.some(one => one !== undefined) || (tags ?? []).length > 0
}
