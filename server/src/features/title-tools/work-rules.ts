import type { WorkLibrary } from '@foyer/contract/work-tools'
import type { FoundWorks, LibraryOperations } from '#features/library-operations/index.ts'

type SearchScope = Parameters<LibraryOperations['actions']['triggerSearch']>[0]

const FORMAT_ORDER = ['ebook', 'audiobook', null]

/** A library that cannot be read, or cannot tell which of its titles is meant, has no entries and says why. */
export function presentWorks(answer: FoundWorks): WorkLibrary {
  const { instance_id, instance_name } = answer
  if (!answer.status_known)
    return { instance_id, instance_name, status_known: false, error: answer.error, entries: [] }
  const entries = answer.works
    .toSorted((a, b) => FORMAT_ORDER.indexOf(a.format) - FORMAT_ORDER.indexOf(b.format))
    .map(({ record_id, title, format, monitored, manager_url }) => ({
      record_id,
      title,
      ...(format && { book_format: format }),
      monitored,
      manager_url,
    }))
  return { instance_id, instance_name, status_known: true, entries }
}

/** One book or album, by the number that its manager gave it. */
export function searchScope(
  media_type: 'book' | 'music',
  { instance_id, record_id }: { instance_id: string; record_id: number },
): SearchScope {
  return media_type === 'book'
    ? { media_type, instance_id, book_id: record_id }
    : { media_type, instance_id, album_id: record_id }
}
