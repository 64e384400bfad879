import type { WorkLibrary } from '@foyer/contract/work-tools'
import type { FoundWorks } from '#features/library-operations/index.ts'

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
