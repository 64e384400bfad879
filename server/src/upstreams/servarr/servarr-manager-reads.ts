import { z } from 'zod'
import type { Transport } from '#kit/outbound.ts'
import type { ImportCandidate, ManagedTitle, ManagerReads } from '#ports/manager-reads.ts'
import { createServarrClient, type ServarrClient, type ServarrProduct } from './servarr-client.ts'
import { Names, pathInLibrary } from './servarr-file-facts.ts'
import { type HistoryOf, readHistory } from './servarr-history-events.ts'
import { Quality, qualityName, readQueue, type TitleDialect } from './servarr-queue-entries.ts'
import { SECTIONS } from './servarr-settings-sections.ts'

const READ_MS = 10_000
/** The manager looks at every file of the download first. */
const CANDIDATES_MS = 90_000

const Text = z.string().nullish()
const Health = z.object({ type: Text, source: Text, message: Text })
const Disk = z.object({ path: Text, label: Text, freeSpace: z.number(), totalSpace: z.number().nullish() })
const Candidate = z.object({
  path: Text,
  name: Text,
  size: z.number().nullish(),
  quality: Quality,
  languages: Names,
  releaseGroup: Text,
  rejections: z.array(z.object({ reason: Text, type: Text })).nullish(),
})

/** How one product names titles, and where it keeps them. */
export interface ReadsDialect<R, C> extends TitleDialect<R> {
  product: ServarrProduct
  /** The related records that a row of the queue or the history may include. */
  includes: Record<string, true>
  /** Downloads that match no title are left out unless this is sent. */
  include_unknown: string
  historyOf: HistoryOf
  /** The product's own fields of a file that could be imported. */
  candidate: z.ZodType<C>
  candidateTitle(row: C): { title: ManagedTitle | null; episode_numbers?: number[] }
  /** The titles of the library and their files. */
  titles(client: ServarrClient, internal: Transport): Pick<ManagerReads, 'eachTitle' | 'title' | 'files'>
}

function candidateOf(row: z.output<typeof Candidate>): Omit<ImportCandidate, 'title'> {
  return {
    name: pathInLibrary(row.path || row.name || '', null),
    size_bytes: Math.max(0, row.size ?? 0),
    quality: qualityName(row.quality),
    languages: row.languages,
    release_group: row.releaseGroup || null,
    rejections: (row.rejections ?? []).flatMap(({ reason, type }) =>
      reason ? [{ reason, permanent: type !== 'temporary' }] : [],
    ),
  }
}

export function createServarrManagerReads<R, C>(
  internal: Transport,
  dialect: ReadsDialect<R, C>,
): ManagerReads {
  const client = createServarrClient(internal, dialect.product)
  const Candidates = z.array(z.intersection(Candidate, dialect.candidate))
  const queue_includes = { ...dialect.includes, [dialect.include_unknown]: true } as const
  return {
    ...dialect.titles(client, internal),
    queue: (connection, signal) =>
      readQueue(client, connection, { ...dialect, includes: queue_includes }, signal),
    history: (connection, query, signal) => readHistory(client, connection, dialect, query, signal),
    async health(connection, signal) {
      const call = { path: 'health', timeout_ms: READ_MS, signal }
      const issues = await client.get(z.array(Health), connection, call)
      return issues
        .filter(issue => issue.type !== 'ok')
        .map(({ type, source, message }) => ({
          level: type ?? 'warning',
          source: source ?? '',
          message: message ?? '',
        }))
    },
    async disks(connection, signal) {
      const call = { path: 'diskspace', timeout_ms: READ_MS, signal }
      const disks = await client.get(z.array(Disk), connection, call)
      return disks.map(({ path, label, freeSpace, totalSpace }) => ({
        path: path ?? '',
        label: label ?? '',
        free_bytes: freeSpace,
        total_bytes: totalSpace ?? 0,
      }))
    },
    settings(connection, section, signal) {
      const { path, row } = SECTIONS[section]
      return client.get(z.array(row), connection, { path, timeout_ms: READ_MS, signal })
    },
    async importCandidates(connection, download_id, signal) {
      const rows = await client.get(Candidates, connection, {
        path: 'manualimport',
        query: { downloadId: download_id, filterExistingFiles: false },
        timeout_ms: CANDIDATES_MS,
        signal,
      })
      return rows.map(row => ({ ...candidateOf(row), ...dialect.candidateTitle(row) }))
    },
  }
}
