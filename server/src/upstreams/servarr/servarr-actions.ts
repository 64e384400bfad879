import { z } from 'zod'
import { MINUTE_MS } from '#kit/durations.ts'
import type { Transport } from '#kit/outbound.ts'
import type {
  FoundRelease,
  ImportableFile,
  ManagerActions,
  QueueItem,
  StartedCommand,
} from '#ports/manager-actions.ts'
import type { Connection } from '#ports/instance-connection.ts'
import { readWritten } from './servarr-adds.ts'
import { createServarrClient, type ServarrCall, type ServarrProduct } from './servarr-client.ts'
import { createFileRemovals, type FileDialect } from './servarr-file-removals.ts'
import { QUEUE_MS } from './servarr-queue.ts'

/** servarr-common.md, 6: a live search can take a minute or more. */
export const RELEASE_SEARCH_MS = 180_000
/** The manager fetches the release from its indexer before it answers. */
const GRAB_MS = 100_000
/** The manager opens every file of the download. */
const CANDIDATES_MS = MINUTE_MS

type Query = NonNullable<ServarrCall['query']>
export type ServarrCommand = { name: string; [parameter: string]: unknown }

/** The differences between the products. */
export interface ActionDialect<Search, Release, File extends z.ZodType> {
  search: (target: Search) => ServarrCommand
  rescan: (record_id: number) => ServarrCommand
  releaseQuery: (target: Release) => Query
  /** The product's own fields of an import candidate. */
  candidate: File
  /** What the file would be filed under, and the fields of the `ManualImport` command for it. */
  importFile: (file: z.output<File>) => { parts: string[]; fields: Record<string, unknown> }
  parts_are_shared?: boolean
  /** Further fields of the `ManualImport` command. */
  import_options?: Record<string, unknown>
  files: FileDialect
}

const Named = z.object({ name: z.string().nullish() }).nullish()

const Release = z.object({
  guid: z.string().min(1),
  indexerId: z.int(),
  indexer: z.string().nullish(),
  title: z.string().nullish(),
  quality: z.object({ quality: Named }).nullish(),
  size: z.number().nullish(),
  age: z.number().nullish(),
  protocol: z.string().nullish(),
  seeders: z.int().nullish(),
  leechers: z.int().nullish(),
  customFormatScore: z.number().nullish(),
  customFormats: z.array(Named).nullish(),
  languages: z.array(Named).nullish(),
  approved: z.boolean().nullish(),
  rejections: z.array(z.union([z.string(), z.object({ reason: z.string() })])).nullish(),
  downloadAllowed: z.boolean().nullish(),
  releaseWeight: z.number().nullish(),
})

const QueueRow = z.object({
  id: z.int(),
  title: z.string().nullish(),
  downloadId: z.string().nullish(),
  status: z.string().nullish(),
  trackedDownloadState: z.string().nullish(),
  downloadClientHasPostImportCategory: z.boolean().nullish(),
})

const Candidate = z.object({
  path: z.string().min(1),
  relativePath: z.string().nullish(),
  size: z.number().nullish(),
  rejections: z.array(z.object({ reason: z.string().nullish() })).nullish(),
})

const Command = z.object({ id: z.int() })
const ListedCommand = z.object({
  name: z.string(),
  queued: z.string().nullish(),
  body: z.record(z.string(), z.unknown()).nullish(),
})
/** Managers cut their times to seconds, and clocks differ a little. */
const CLOCK_SKEW_MS = 30_000
/** Nothing, or any JSON: a page of something else in between is not a confirmation. */
const Confirmed = z.unknown()

const IMPORT_WAITING = new Set(['importPending', 'importBlocked', 'importFailed'])

function namesOf(named: z.output<typeof Named>[] | null | undefined): string[] {
  return (named ?? []).flatMap(one => one?.name ?? [])
}

function releaseOf(row: z.output<typeof Release>): FoundRelease {
  return {
    guid: row.guid,
    indexer_id: row.indexerId,
    indexer: row.indexer ?? '',
    title: row.title ?? '',
    quality: row.quality?.quality?.name ?? '',
    size_bytes: Math.max(0, Math.round(row.size ?? 0)),
    age_days: Math.max(0, Math.round(row.age ?? 0)),
    protocol: row.protocol ?? 'unknown',
    seeders: row.seeders ?? null,
    leechers: row.leechers ?? null,
    custom_format_score: row.customFormatScore ?? 0,
    custom_formats: namesOf(row.customFormats),
    languages: namesOf(row.languages),
    approved: row.approved ?? (row.rejections ?? []).length === 0,
    rejections: (row.rejections ?? []).map(one => (typeof one === 'string' ? one : one.reason)),
    download_allowed: row.downloadAllowed ?? true,
    weight: row.releaseWeight ?? 0,
  }
}

/** Reads the queue as a whole: a row cannot be read by its id. */
function itemIn(rows: readonly z.output<typeof QueueRow>[], queue_id: number): QueueItem | null {
  const row = rows.find(one => one.id === queue_id)
  if (!row) return null
  const download_id = row.downloadId || null
  return {
    queue_id,
    title: row.title ?? '',
    download_id,
    is_import_waiting:
      IMPORT_WAITING.has(row.trackedDownloadState ?? '') ||
      (row.status === 'completed' && !row.trackedDownloadState),
    has_import_category: row.downloadClientHasPostImportCategory ?? false,
    row_count: download_id === null ? 1 : rows.filter(one => one.downloadId === download_id).length,
  }
}

/** Only the name: the folders of the manager's machine are nobody's business. */
function fileName({ path, relativePath }: z.output<typeof Candidate>): string {
  return (relativePath ?? path).split(/[\\/]/).at(-1) ?? ''
}

/** The actions that all products share (servarr-common.md, 4 to 6). Every write is sent once and never repeated. */
export function createServarrActions<Search, Target, Fields extends z.ZodType>(
  internal: Transport,
  product: ServarrProduct,
  dialect: ActionDialect<Search, Target, Fields>,
): ManagerActions<Search, Target> {
  const client = createServarrClient(internal, product)

  /** Not declared idempotent, although an equal waiting command is not queued twice: a lost answer must be reported. */
  async function start(connection: Connection, command: ServarrCommand): Promise<StartedCommand> {
    const answer = await client.send(connection, { method: 'POST', path: 'command', json: command })
    const { id } = readWritten(answer, product.product, Command)
    return { name: command.name, command_id: id }
  }

  function isEqual({ name, ...fields }: ServarrCommand, listed: z.output<typeof ListedCommand>): boolean {
    if (listed.name !== name) return false
    return Object.entries(fields).every(
      ([field, value]) => JSON.stringify(listed.body?.[field]) === JSON.stringify(value),
    )
  }

  const File = z.intersection(Candidate, dialect.candidate)

  function importableOf(row: z.output<typeof File>): ImportableFile {
    const { path, size, rejections } = row
    const { parts, fields } = dialect.importFile(row)
    return {
      name: fileName(row),
      size_bytes: size ?? 0,
      parts,
      parts_are_shared: dialect.parts_are_shared ?? false,
      rejections: (rejections ?? []).map(({ reason }) => reason ?? 'rejected without a reason'),
      file: { path, ...fields },
    }
  }

  return {
    product: product.product,
    startSearch: (connection, target) => start(connection, dialect.search(target)),
    startRescan: (connection, record_id) => start(connection, dialect.rescan(record_id)),
    async releases(connection, target, signal) {
      const rows = await client.get(z.array(Release), connection, {
        path: 'release',
        query: dialect.releaseQuery(target),
        timeout_ms: RELEASE_SEARCH_MS,
        signal,
      })
      return rows.map(releaseOf)
    },
    async grab(connection, { guid, indexer_id }) {
      const answer = await client.send(connection, {
        method: 'POST',
        path: 'release',
        json: { guid, indexerId: indexer_id },
        timeout_ms: GRAB_MS,
        accept_statuses: [400, 404, 409],
      })
      if (answer.status === 404) return 'not_cached'
      if (answer.status === 409) return 'indexer_failed'
      if (answer.status === 400) return 'refused'
      readWritten(answer, product.product, Confirmed)
      return 'grabbed'
    },
    async queueItem(connection, queue_id, signal) {
      const rows = await client.get(z.array(QueueRow), connection, {
        path: 'queue/details',
        timeout_ms: QUEUE_MS,
        signal,
      })
      return itemIn(rows, queue_id)
    },
    async removeQueueItem(connection, queue_id, removal) {
      const answer = await client.send(connection, {
        method: 'DELETE',
        path: `queue/${queue_id}`,
        query: {
          removeFromClient: removal.remove_from_client,
          blocklist: removal.blocklist,
          skipRedownload: removal.skip_redownload,
          changeCategory: removal.change_category,
        },
        accept_statuses: [400, 404],
      })
      if (answer.status === 404) return 'gone'
      if (answer.status === 400) return 'no_client'
      if (answer.bytes().length > 0) readWritten(answer, product.product, Confirmed)
      return 'removed'
    },
    async importableFiles(connection, download_id, signal) {
      const rows = await client.get(z.array(File), connection, {
        path: 'manualimport',
        query: { downloadId: download_id, filterExistingFiles: false },
        timeout_ms: CANDIDATES_MS,
        signal,
      })
      return rows.map(importableOf)
    },
    startImport: (connection, candidates) =>
      start(connection, {
        name: 'ManualImport',
        files: candidates.map(({ file }) => file),
        importMode: 'auto',
        ...dialect.import_options,
      }),
    async hasStarted(connection, work, since, signal) {
      const command = 'search' in work ? dialect.search(work.search) : dialect.rescan(work.rescan)
      const listed = await client.get(z.array(ListedCommand), connection, { path: 'command', signal })
      const earliest = Date.parse(since) - CLOCK_SKEW_MS
      return listed.some(one => isEqual(command, one) && Date.parse(one.queued ?? '') >= earliest)
    },
    ...createFileRemovals(client, product.product, dialect.files),
  }
}
