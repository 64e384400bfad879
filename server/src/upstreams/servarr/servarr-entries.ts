import { z } from 'zod'
import type { Transport } from '#kit/outbound.ts'
import type { EntryRemovals, TitleEntries, WorkEntries } from '#ports/title-entries.ts'
import { readWritten } from './servarr-adds.ts'
import { createServarrClient, type ServarrClient, type ServarrProduct } from './servarr-client.ts'
import { DELETE_MS } from './servarr-file-removals.ts'
import { readOne } from './servarr-files.ts'

/** How one product names its titles. */
export interface EntryDialect {
  /** The resource, and the first part of a title's page in the manager's own web client. */
  resource: 'movie' | 'series'
  /** The field and the filter of the metadata provider's id. */
  id: 'tmdbId' | 'tvdbId'
  /** The flag that keeps import lists from adding the title again; each product has its own name for it. */
  exclusion: string
}

const Entry = z.looseObject({
  id: z.int(),
  title: z.string().nullish(),
  titleSlug: z.string().nullish(),
  path: z.string().nullish(),
  monitored: z.boolean().nullish(),
  mediaType: z.string().nullish(),
  foreignAlbumId: z.string().nullish(),
})
type Entry = z.output<typeof Entry>

/** How one product names its books or albums. */
export interface WorkDialect {
  resource: 'book' | 'album'
  /** What follows the resource in the address of its page in the manager's own web client. */
  pageOf: (entry: Pick<Entry, 'id' | 'titleSlug' | 'mediaType' | 'foreignAlbumId'>) => string
}

/** radarr.md and sonarr.md, "delete". */
export function createServarrEntries(
  internal: Transport,
  product: ServarrProduct,
  { resource, id: id_field, exclusion }: EntryDialect,
): TitleEntries {
  const client = createServarrClient(internal, product)
  return {
    async find(connection, id, signal) {
      const query = { [id_field]: id }
      const found = await client.get(z.array(Entry), connection, { path: resource, query, signal })
      // A manager that ignores the filter answers with all of its titles.
      const entry = found.find(one => one[id_field] === id)
      if (!entry) return null
      return {
        record_id: entry.id,
        title: entry.title ?? '',
        folder: entry.path ?? '',
        monitored: entry.monitored ?? false,
        page: `${resource}/${encodeURIComponent(entry.titleSlug ?? String(id))}`,
      }
    },
    remove: removalOf(client, product, resource, exclusion),
  }
}

function removalOf(
  client: ServarrClient,
  { product }: ServarrProduct,
  resource: string,
  exclusion: string,
): EntryRemovals['remove'] {
  return async (connection, record_id, { delete_files }) => {
    const answer = await client.send(connection, {
      method: 'DELETE',
      path: `${resource}/${record_id}`,
      query: { deleteFiles: delete_files, [exclusion]: false },
      timeout_ms: DELETE_MS,
      accept_statuses: [404],
    })
    if (answer.status === 404) return 'gone'
    if (answer.bytes().length > 0) readWritten(answer, product, z.unknown())
    return 'removed'
  }
}

/** chaptarr.md and lidarr.md, "one" and "delete". A removal is of one format, unless it says otherwise. */
export function createServarrWorks(
  internal: Transport,
  product: ServarrProduct,
  { resource, pageOf }: WorkDialect,
): WorkEntries {
  const client = createServarrClient(internal, product)
  return {
    async read(connection, record_id, signal) {
      const entry = await readOne(client, Entry, connection, { path: `${resource}/${record_id}`, signal })
      if (!entry) return null
      return {
        record_id: entry.id,
        title: entry.title ?? '',
        // The folder is the author's or the artist's, with everything else of theirs.
        folder: '',
        monitored: entry.monitored ?? false,
        page: `${resource}/${encodeURIComponent(pageOf(entry))}`,
      }
    },
    remove: removalOf(client, product, resource, 'addImportListExclusion'),
  }
}
