import { z } from 'zod'
import { MINUTE_MS } from '#kit/durations.ts'
import type { Transport } from '#kit/outbound.ts'
import type { ImportedFile, ImportedTitle, ImportHistory } from '#ports/import-history.ts'
import type { ServarrProduct } from './servarr-client.ts'
import { eachRecord } from './servarr-stream.ts'

/** A manager deletes the old file right before it imports the new one. */
const UPGRADE_MS = 2 * MINUTE_MS
/** radarr.md, "History row": the reason of a deletion is capitalised text. */
const UPGRADED = 'upgrade'

const Row = z.object({
  id: z.int(),
  date: z.string(),
  eventType: z.string(),
  downloadId: z.string().nullish(),
  data: z.record(z.string(), z.unknown()).nullish(),
})
type Row = z.output<typeof Row>

/** How one product writes its history. */
export interface HistoryDialect<T extends object> {
  product: ServarrProduct
  /** The related records to include. */
  includes: Record<string, true>
  /** The product's own fields of a row. */
  record: z.ZodType<T>
  imports: ReadonlySet<string>
  deletion: string
  /** The subject of the file, the same for its import and its deletion. */
  subjectOf(record: T): number | undefined
  /** Null: the row does not name its title, or the title is gone. */
  titleOf(record: T): ImportedTitle | null
}

/** `GET history/since` of the family (servarr-common.md, 9: webhooks are neither repeated nor complete). */
export function createServarrHistory<T extends object>(
  internal: Transport,
  dialect: HistoryDialect<T>,
): ImportHistory {
  const Entry = z.looseObject({}).transform((value, ctx) => {
    const row = Row.safeParse(value)
    const record = dialect.record.safeParse(value)
    if (row.success) return { row: row.data, record: record.success ? record.data : null }
    ctx.addIssue({ code: 'custom', message: 'not a row of a history' })
    return z.NEVER
  })

  function importOf({ row, record }: z.output<typeof Entry>, deletions: readonly Deletion[]): ImportedFile[] {
    const title = record && dialect.imports.has(row.eventType) ? dialect.titleOf(record) : null
    const at = Date.parse(row.date)
    if (!record || !title || Number.isNaN(at)) return []
    const subject = dialect.subjectOf(record)
    const is_upgrade = deletions.some(
      one => one.subject === subject && at >= one.at && at - one.at <= UPGRADE_MS,
    )
    return [
      {
        history_id: row.id,
        at: new Date(at).toISOString(),
        download_id: row.downloadId || null,
        is_upgrade,
        title,
      },
    ]
  }

  return {
    async since(connection, at, signal) {
      const entries: z.output<typeof Entry>[] = []
      const query = { date: at, ...dialect.includes }
      const call = { path: 'history/since', query, signal }
      // It cannot be read in pages: after a large import it is longer than anything held in memory.
      await eachRecord(internal, dialect.product, connection, call, Entry, entry => {
        const { eventType } = entry.row
        if (dialect.imports.has(eventType) || eventType === dialect.deletion) entries.push(entry)
      })
      const deletions = entries.flatMap(({ row, record }) =>
        record && row.eventType === dialect.deletion && reasonOf(row) === UPGRADED
          ? [{ subject: dialect.subjectOf(record), at: Date.parse(row.date) }]
          : [],
      )
      return entries
        .flatMap(entry => importOf(entry, deletions))
        .toSorted((a, b) => a.at.localeCompare(b.at) || a.history_id - b.history_id)
    },
  }
}

interface Deletion {
  subject: number | undefined
  at: number
}

function reasonOf({ data }: Row): string | undefined {
  const reason = data?.['reason']
  return typeof reason === 'string' ? reason.toLowerCase() : undefined
}
