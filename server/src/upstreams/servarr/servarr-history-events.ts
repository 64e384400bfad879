import { z } from 'zod'
import type { Connection } from '#ports/instance-connection.ts'
import type { HistoryEvent, HistoryKind, RecordScope } from '#ports/manager-reads.ts'
import type { ServarrClient } from './servarr-client.ts'
import { Quality, qualityName, type TitleDialect } from './servarr-queue-entries.ts'
import { timeOf } from './servarr-times.ts'

const HISTORY_MS = 15_000

const Row = z.object({
  date: z.string(),
  eventType: z.string(),
  sourceTitle: z.string().nullish(),
  downloadId: z.string().nullish(),
  quality: Quality,
  data: z.record(z.string(), z.unknown()).nullish(),
})
type Row = z.output<typeof Row>

/** The words of all products: they differ only in the name of what was filed. */
const KINDS: readonly [RegExp, HistoryKind][] = [
  [/^grabbed$/, 'grabbed'],
  [/Imported$/, 'imported'],
  [/ImportIncomplete$/, 'import_incomplete'],
  [/^downloadFailed$/, 'download_failed'],
  [/FileDeleted$/, 'file_deleted'],
  [/FileRenamed$/, 'file_renamed'],
  [/^downloadIgnored$/, 'ignored'],
  [/(Retagged|Converted)$/, 'file_changed'],
]

function kindOf({ eventType }: Row): HistoryKind {
  return KINDS.find(([pattern]) => pattern.test(eventType))?.[1] ?? 'other'
}

/** `data` also holds download addresses with passkeys, and paths: only these four are read. */
function dataOf({ data }: Row, ...names: readonly string[]): string | null {
  for (const name of names) {
    const value = data?.[name]
    if (typeof value === 'string' && value !== '') return value
  }
  return null
}

/** Where the history of one title is. */
export type HistoryOf = (of: RecordScope) => { path: string; query: Record<string, number | string> }

export async function readHistory<T>(
  client: ServarrClient,
  connection: Connection,
  dialect: TitleDialect<T> & { includes: Record<string, true>; historyOf: HistoryOf },
  { limit, of }: { limit: number; of?: RecordScope | undefined },
  signal: AbortSignal | undefined,
): Promise<HistoryEvent[]> {
  const List = z.array(z.intersection(Row, dialect.record))
  const Page = z.object({ records: List })
  const { path, query } = of ? dialect.historyOf(of) : { path: 'history', query: {} }
  const paging = { page: 1, pageSize: limit, sortKey: 'date', sortDirection: 'descending' }
  const call = { path, timeout_ms: HISTORY_MS, signal }
  // Only the general route has pages; that of one series answers a list.
  const rows =
    path === 'history'
      ? (await client.get(Page, connection, { ...call, query: { ...query, ...paging, ...dialect.includes } }))
          .records
      : await client.get(List, connection, { ...call, query: { ...query, ...dialect.includes } })
  const events = rows.flatMap(row => {
    const at = timeOf(row.date)
    if (at === null) return []
    return [
      {
        at,
        kind: kindOf(row),
        title: dialect.titleOf(row),
        release: row.sourceTitle ?? '',
        quality: qualityName(row.quality),
        download_id: row.downloadId || null,
        indexer: dataOf(row, 'indexer'),
        download_client: dataOf(row, 'downloadClientName', 'downloadClient'),
        reason: dataOf(row, 'reason', 'message'),
      },
    ]
  })
  return events.toSorted((a, b) => b.at.localeCompare(a.at)).slice(0, limit)
}
