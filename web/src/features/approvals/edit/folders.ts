import type { DeliveryOptions } from '@foyer/contract/instances/delivery-defaults'
import type { QueueRow } from '@foyer/contract/requests/admin-requests'

type Folder = DeliveryOptions['root_folders'][number]
type Asked = Pick<QueueRow, 'media_type' | 'book_format'>

/** The folders that are for everything that was requested: one for ebooks only is none for both formats of a book. */
export function fittingFolders({ book_format }: Asked, folders: readonly Folder[]): Folder[] {
  return folders.filter(one => one.book_format === undefined || one.book_format === book_format)
}

/** Where the request goes without a choice (C59). Undefined: only its delivery will tell. */
export function usualFolder(
  { media_type, book_format }: Asked,
  folders: readonly Folder[],
  of_library: string | undefined,
): string | undefined {
  const inReach = folders.filter(one => one.accessible)
  if (media_type !== 'book') return of_library ?? inReach[0]?.path
  const own = folders.find(one => one.path === of_library)
  if (own) return own.path
  // 1:4.8.5: the only folder of the format.
  const [typed, ...others] = inReach.filter(one => one.book_format === book_format)
  return others.length === 0 ? typed?.path : undefined
}
