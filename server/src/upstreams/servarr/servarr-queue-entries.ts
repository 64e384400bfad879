import { z } from 'zod'
import type { Connection } from '#ports/instance-connection.ts'
import type { ManagedTitle, QueueEntry, QueueSnapshot } from '#ports/manager-reads.ts'
import type { ServarrClient } from './servarr-client.ts'
import { QUEUE_MS, QueueRow } from './servarr-queue.ts'
import { secondsOf, timeOf } from './servarr-times.ts'

const PAGE = 200
/** A longer queue is cut; `total` shows it. */
const MAX_PAGES = 5

export const Quality = z.object({ quality: z.object({ name: z.string().nullish() }).nullish() }).nullish()

export function qualityName(quality: z.output<typeof Quality>): string | null {
  return quality?.quality?.name || null
}

const Text = z.string().nullish()

/** servarr-common.md, 5. */
const Row = z.object({
  ...QueueRow,
  title: Text,
  status: Text,
  trackedDownloadState: Text,
  trackedDownloadStatus: Text,
  statusMessages: z.array(z.object({ title: Text, messages: z.array(z.string()).nullish() })).nullish(),
  errorMessage: Text,
  quality: Quality,
  protocol: Text,
  downloadClient: Text,
  indexer: Text,
  timeleft: Text,
  added: Text,
  estimatedCompletionTime: Text,
})

/**
 * What the manager says, file by file. Of a download as a whole it says it in the place of the file name, with nothing
 * below: "Found archive file, might need to be extracted".
 */
function messagesOf({ statusMessages, title: release }: z.output<typeof Row>): string[] {
  const texts = (statusMessages ?? []).flatMap(({ title, messages }) => {
    if (messages && messages.length > 0) return messages
    return title && title !== release ? [title] : []
  })
  return [...new Set(texts)]
}

const CONDITIONS = ['ok', 'warning', 'error'] as const

function entryOf(
  row: z.output<typeof Row>,
  title: ManagedTitle | null,
  airs_at: string | null | undefined,
): QueueEntry {
  const size = Math.max(0, row.size ?? 0)
  return {
    queue_id: row.id,
    download_id: row.downloadId || null,
    title,
    release: row.title ?? '',
    status: row.status || 'unknown',
    state: row.trackedDownloadState || null,
    condition: CONDITIONS.find(one => one === row.trackedDownloadStatus) ?? 'ok',
    messages: messagesOf(row),
    error: row.errorMessage || null,
    quality: qualityName(row.quality),
    protocol: row.protocol || null,
    download_client: row.downloadClient || null,
    indexer: row.indexer || null,
    size_bytes: size,
    left_bytes: Math.min(size, Math.max(0, row.sizeleft ?? size)),
    seconds_left: secondsOf(row.timeleft),
    added_at: timeOf(row.added),
    completes_at: timeOf(row.estimatedCompletionTime),
    ...(airs_at && { airs_at }),
  }
}

/** How one product names the title of a row. */
export interface TitleDialect<T> {
  /** The product's own fields of a row. */
  record: z.ZodType<T>
  /** Null: the row does not name its title. */
  titleOf(record: T): ManagedTitle | null
  /** When what the row is about airs; for products that know. */
  airsAt?(record: T): string | null
}

/** The whole queue, downloads that the manager cannot match included. */
export async function readQueue<T>(
  client: ServarrClient,
  connection: Connection,
  { record, titleOf, airsAt, includes }: TitleDialect<T> & { includes: Record<string, true> },
  signal: AbortSignal | undefined,
): Promise<QueueSnapshot> {
  const Page = z.object({ totalRecords: z.int(), records: z.array(z.intersection(Row, record)) })
  const entries = new Map<number, QueueEntry>()
  let total = 0
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const found = await client.get(Page, connection, {
      path: 'queue',
      query: { page, pageSize: PAGE, ...includes },
      timeout_ms: QUEUE_MS,
      signal,
    })
    // servarr-common.md, 3: beyond the end the last page is sent again.
    for (const row of found.records) entries.set(row.id, entryOf(row, titleOf(row), airsAt?.(row)))
    total = found.totalRecords
    if (page * PAGE >= total) break
  }
  return { entries: [...entries.values()], total }
}
