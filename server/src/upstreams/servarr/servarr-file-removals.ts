import { z } from 'zod'
import type { FileRemovals, RemovableFile } from '#ports/manager-actions.ts'
import type { Connection } from '#ports/instance-connection.ts'
import { readWritten } from './servarr-adds.ts'
import type { ServarrClient } from './servarr-client.ts'

/** How one product names the files of its library. */
export interface FileDialect {
  /** `moviefile` */
  resource: string
  /** The field and the filter of what they belong to: `movieId` */
  parent: string
  /** The list of a bulk deletion: `movieFileIds` */
  ids: string
  /** Where the history of one record is. */
  historyOf: (record_id: number) => { path: string; query: Record<string, number> }
  has_episodes?: boolean
}

const HISTORY_ROWS = 1000
/** The manager waits for its disk, or its recycling bin. */
export const DELETE_MS = 100_000

const LibraryFile = z.looseObject({
  id: z.int(),
  path: z.string().nullish(),
  size: z.number().nullish(),
})
const Episode = z.object({ id: z.int(), episodeFileId: z.int().nullish() })
const HistoryRow = z.object({
  id: z.int(),
  date: z.string(),
  eventType: z.string(),
  sourceTitle: z.string().nullish(),
  downloadId: z.string().nullish(),
  data: z.looseObject({ fileId: z.string().nullish(), importedPath: z.string().nullish() }).nullish(),
})
const HistoryRows = z.union([z.array(HistoryRow), z.object({ records: z.array(HistoryRow) })])
type HistoryRow = z.output<typeof HistoryRow>

/** From the file to the import that placed it, and from there to the grab of the same download. */
function grabOf(
  file: z.output<typeof LibraryFile>,
  newest_first: readonly HistoryRow[],
): RemovableFile['grab'] {
  const placed = newest_first.find(
    ({ eventType, downloadId, data }) =>
      eventType.endsWith('Imported') &&
      Boolean(downloadId) &&
      // Not every product names the file by its id.
      (data?.fileId === String(file.id) || (Boolean(file.path) && data?.importedPath === file.path)),
  )
  const grab =
    placed && newest_first.find(row => row.eventType === 'grabbed' && row.downloadId === placed.downloadId)
  return grab ? { history_id: grab.id, release: grab.sourceTitle ?? '' } : null
}

/** servarr-common.md, 6, and "files" of each product. */
export function createFileRemovals(
  client: ServarrClient,
  product: string,
  { resource, parent, ids, historyOf, has_episodes }: FileDialect,
): FileRemovals {
  async function readHistory(connection: Connection, record_id: number, signal: AbortSignal) {
    const { path, query } = historyOf(record_id)
    const paging = { page: 1, pageSize: HISTORY_ROWS, sortKey: 'date', sortDirection: 'descending' }
    const answer = await client.get(HistoryRows, connection, {
      path,
      query: { ...query, ...(path === 'history' && paging) },
      signal,
    })
    const rows = Array.isArray(answer) ? answer : answer.records
    return rows.toSorted((a, b) => b.date.localeCompare(a.date) || b.id - a.id)
  }

  return {
    async removableFiles(connection, record_id, signal) {
      const query = { [parent]: record_id }
      const [found, episodes, history] = await Promise.all([
        client.get(z.array(LibraryFile), connection, { path: resource, query, signal }),
        has_episodes ? client.get(z.array(Episode), connection, { path: 'episode', query, signal }) : [],
        readHistory(connection, record_id, signal),
      ])
      const held = Map.groupBy(episodes, one => one.episodeFileId ?? 0)
      // A manager that ignores the filter answers with the files of other titles, too.
      return found
        .filter(file => file[parent] === undefined || file[parent] === record_id)
        .map(file => ({
          file_id: file.id,
          name: (file.path ?? '').split(/[\\/]/).at(-1) ?? '',
          size_bytes: Math.max(0, file.size ?? 0),
          episode_ids: (held.get(file.id) ?? []).map(one => one.id),
          grab: grabOf(file, history),
        }))
    },
    async deleteFiles(connection, file_ids) {
      const answer = await client.send(connection, {
        method: 'DELETE',
        path: `${resource}/bulk`,
        json: { [ids]: file_ids },
        timeout_ms: DELETE_MS,
      })
      if (answer.bytes().length > 0) readWritten(answer, product, z.unknown())
    },
    async blockGrab(connection, history_id) {
      const answer = await client.send(connection, {
        method: 'POST',
        path: `history/failed/${history_id}`,
        accept_statuses: [404],
      })
      if (answer.status === 404) return 'gone'
      if (answer.bytes().length > 0) readWritten(answer, product, z.unknown())
      return 'blocked'
    },
  }
}
