import type { BookFormat } from '@foyer/contract/requests/requests'
import type { BookOptions, BookPlace } from '#ports/courier-books.ts'
import type { CourierOutcome } from './courier.ts'
import type { ShelfNames } from './shelf-rules.ts'

const NAMES: Record<BookFormat, RegExp> = { ebook: /e-?book/i, audiobook: /audio|spoken/i }
const PLURALS: Record<BookFormat, string> = { ebook: 'ebooks', audiobook: 'audiobooks' }

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

const KINDS = { quality: 'quality profile', metadata: 'metadata profile', root: 'root folder' } as const

function unsettled(
  choice: { none: true } | { several: true },
  kind: (typeof KINDS)[keyof typeof KINDS],
  format: BookFormat,
  { product, instance_name }: ShelfNames,
): CourierOutcome {
  const plural = PLURALS[format]
  const message =
    'none' in choice
      ? `${instance_name} has no ${kind} for ${plural}. Add one in the settings of ${product}.`
      : `${instance_name} has several ${kind}s that could be for ${plural}. Keep only one in the settings of ${product}.`
  return { attention: 'book_configuration', message }
}

/** The place for a format when the author has no settings for it. */
export function chooseBookPlace(
  { quality_profiles, metadata_profiles, root_folders }: BookOptions,
  format: BookFormat,
  names: ShelfNames,
): { place: BookPlace } | { outcome: CourierOutcome } {
  const quality = chooseEntry(quality_profiles, format)
  if (!('one' in quality)) return { outcome: unsettled(quality, KINDS.quality, format, names) }
  const metadata = chooseEntry(metadata_profiles, format)
  if (!('one' in metadata)) return { outcome: unsettled(metadata, KINDS.metadata, format, names) }
  const fitting = root_folders.filter(one => one.format === format || one.format === null)
  const within = fitting
    .filter(one => one.accessible)
    .map(one => ({ ...one, name: `${one.name} ${one.path}` }))
  if (fitting.length > 0 && within.length === 0) {
    const message = `${names.product} cannot access a root folder for ${PLURALS[format]}. Check its disks.`
    return { outcome: { retry: 'library_unavailable', message } }
  }
  const root = chooseEntry(within, format)
  if (!('one' in root)) return { outcome: unsettled(root, KINDS.root, format, names) }
  return {
    place: {
      quality_profile_id: quality.one.id,
      metadata_profile_id: metadata.one.id,
      root_folder: root.one.path,
    },
  }
}
