import {
  type LibraryManagerType,
  type MediaType,
  mediaTypeOf,
} from '@foyer/contract/instances/instance-types'
import type { Database, Db } from '#db/database.ts'
import type { Inventory, ManagerRecord } from '#features/instances/index.ts'
import type { TitleRecords } from '#features/media-files/index.ts'
import { type Clock, iso } from '#kit/clock.ts'
import { DAY_MS } from '#kit/durations.ts'
import { Refusal } from '#kit/refusal.ts'
import type {
  DiskSpace,
  FileFacts,
  HealthIssue,
  HistoryEvent,
  ImportCandidate,
  LibraryEntry,
  ManagerReads,
  QueueEntry,
  RecordScope,
  SettingsSection,
  TitleScope,
} from '#ports/manager-reads.ts'
import {
  createManagerSelection,
  type LibraryAnswer,
  type LibraryScope,
  queueRowRefusals,
} from './manager-selection.ts'
import { diagnoseQueue, type Diagnosis } from './rules/queue-diagnosis-rules.ts'
import { type LibraryFilter, createLibraryFilter, findLibrarySeason } from './rules/library-list-rules.ts'
import { type TimelineEvent, timelineOf } from './rules/timeline-rules.ts'

/** Titles that are kept of a library; the rest is only counted. */
const MAX_TITLES = 200
/** Events of one title. */
const TITLE_EVENTS = 200

type OfMedia<M extends MediaType = MediaType> = Omit<LibraryScope, 'media_type'> & { media_type: M }
type Read<T extends object> = Promise<LibraryAnswer<T>[]>

/** `found: false`: the library was read and does not have it. */
interface Timeline {
  found: boolean
  titles: LibraryEntry[]
  events: TimelineEvent[]
}

/** A title, or a part of one, in the metadata provider's numbers. Null is the same as absent. */
export interface WantedScope {
  tmdb_id?: number | null | undefined
  tvdb_id?: number | null | undefined
  foreign_id?: string | null | undefined
  book_format?: 'ebook' | 'audiobook' | null | undefined
  season_number?: number | null | undefined
  episode_number?: number | null | undefined
}

/** A queue row with the library it is in. */
interface QueuePlace {
  manager: ManagerRecord
  entry: QueueEntry
}

/** Queues, histories, files and the condition of library managers. */
export interface LibraryReads {
  /** From today on, for calendars. */
  daysAhead(days: number): { start: string; end: string }
  queue(scope: LibraryScope): Read<{ entries: QueueEntry[]; total: number }>
  /** What is wrong with the downloads, problems first; rows beyond what is read at once are only counted. */
  diagnose(scope: LibraryScope): Read<{ downloads: Diagnosis[]; unread_rows: number }>
  health(scope: LibraryScope): Read<{ issues: HealthIssue[] }>
  titles(
    scope: OfMedia & { filter: LibraryFilter; query?: string | undefined; of?: TitleScope },
  ): Read<{ titles: LibraryEntry[]; total: number }>
  /** Newest first. */
  history(
    scope: OfMedia & { limit: number; tmdb_id?: number | undefined },
  ): Read<{ found: boolean; events: HistoryEvent[] }>
  /** A season by the metadata provider's number. */
  seasonTimeline(
    scope: Omit<LibraryScope, 'media_type'> & { tmdb_id: number; season_number: number },
  ): Read<Timeline>
  /** A book or an album, by its record. */
  recordTimeline(scope: OfMedia<'book' | 'music'> & { record_id: number }): Read<Timeline>
  files(
    scope: OfMedia<'movie' | 'tv'> & { tmdb_id: number; season_number?: number | undefined },
  ): Read<{ found: boolean; files: FileFacts[] }>
  settings(scope: OfMedia & { section: SettingsSection }): Read<{ rows: Record<string, unknown>[] }>
  disks(scope: LibraryScope): Read<{ disks: DiskSpace[] }>
  /** How many files of a title the library still wants and does not have; a title that it does not have wants none. */
  missing(scope: OfMedia & { of: WantedScope }): Read<{ missing: number }>
  /** Refuses when no library has such a row, or when one that cannot be read may have it. */
  importCandidates(
    scope: OfMedia & { queue_id: number },
  ): Promise<QueuePlace & { candidates: ImportCandidate[] }>
}

export interface LibraryReadsParts {
  database: Pick<Database, 'read'>
  clock: Clock
  inventory: Pick<Inventory, 'visibleTo' | 'resolve' | 'connectionOf'>
  managers: Readonly<Record<LibraryManagerType, ManagerReads>>
  title_records: Pick<TitleRecords, 'movie' | 'series' | 'seriesByTvdb'>
  /** The shows of these series, from storage. */
  showsOf(db: Db, tvdb_ids: readonly number[]): Promise<Map<number, number[]>>
}

export function createLibraryReads(parts: LibraryReadsParts): LibraryReads {
  const { clock, database, inventory, managers, title_records } = parts
  const { readEach, findIn } = createManagerSelection(parts)
  const readsOf = (manager: ManagerRecord) => managers[manager.service_type]
  const connect = (manager: ManagerRecord) => inventory.connectionOf(manager)

  /** A show by its match here; the id that the manager reports is only informational (sonarr.md). */
  async function withShows<T>(rows: T[], titleOf: (row: T) => { tvdb_id?: number; tmdb_id?: number } | null) {
    const titles = rows.flatMap(row => titleOf(row) ?? [])
    const ids = [...new Set(titles.flatMap(title => title.tvdb_id ?? []))]
    if (ids.length === 0) return rows
    const shows = await parts.showsOf(database.read, ids)
    for (const title of titles) {
      const [tmdb_id, ...others] = shows.get(title.tvdb_id ?? 0) ?? []
      if (tmdb_id !== undefined && others.length === 0) title.tmdb_id = tmdb_id
    }
    return rows
  }

  async function readQueue(manager: ManagerRecord, signal?: AbortSignal) {
    const { entries, total } = await readsOf(manager).queue(connect(manager), signal)
    return { entries: await withShows(entries, row => row.title), total }
  }

  /** Null: the library does not have the title, or its season. */
  async function findRecord(
    manager: ManagerRecord,
    title: { media_type: MediaType; tmdb_id: number; season_number?: number | undefined },
  ): Promise<RecordScope | null> {
    const { media_type, tmdb_id, season_number } = title
    if (media_type === 'movie') {
      const [record_id] = await title_records.movie(manager, tmdb_id)
      return record_id === undefined ? null : { record_id }
    }
    const series = await title_records.series(manager, tmdb_id)
    if (!series) return null
    if (season_number === undefined) return { record_id: series.record_id }
    const season = findLibrarySeason(series.season_map, season_number)
    return season === null ? null : { record_id: series.record_id, season_number: season }
  }

  async function readTimeline(
    manager: ManagerRecord,
    of: RecordScope | null,
    isOfTitle: (entry: QueueEntry, title: LibraryEntry | undefined) => boolean,
    signal?: AbortSignal,
  ): Promise<Timeline> {
    const nothing = { found: false, titles: [], events: [] }
    if (!of) return nothing
    const [reads, connection] = [readsOf(manager), connect(manager)]
    const titles = await reads.title(connection, of, signal)
    if (!titles) return nothing
    const [history, queue, files] = await Promise.all([
      reads.history(connection, { limit: TITLE_EVENTS, of }, signal),
      readQueue(manager, signal),
      reads.files(connection, of, signal),
    ])
    const own = queue.entries.filter(entry => isOfTitle(entry, titles[0]))
    const added = new Map(own.map(entry => [entry.queue_id, entry.added_at]))
    const now = clock.now()
    const downloads = diagnoseQueue(own, { media_type: mediaTypeOf(manager.service_type), now })
    const dated = downloads.map(one => ({ ...one, added_at: added.get(one.queue_id) ?? null }))
    return { found: true, titles, events: timelineOf({ history, queue: dated, files, now }) }
  }

  /** A show without a match is not absent: what is known of it has the library's own numbers. */
  async function findScreenRecord(
    manager: ManagerRecord,
    media_type: MediaType,
    { tmdb_id, tvdb_id, season_number }: WantedScope,
  ): Promise<RecordScope | null> {
    const season = season_number ?? undefined
    const record =
      typeof tmdb_id === 'number'
        ? await findRecord(manager, { media_type, tmdb_id, season_number: season })
        : null
    if (record || media_type !== 'tv' || typeof tvdb_id !== 'number') return record
    const series = await title_records.seriesByTvdb(manager, tvdb_id)
    return series && { record_id: series.record_id, ...(season !== undefined && { season_number: season }) }
  }

  /** The title itself where the library can be asked for it; otherwise the library is read through. */
  async function findWanted(
    manager: ManagerRecord,
    media_type: MediaType,
    of: WantedScope,
    signal?: AbortSignal,
  ): Promise<LibraryEntry[]> {
    if (typeof of.tmdb_id === 'number' || typeof of.tvdb_id === 'number') {
      const record = await findScreenRecord(manager, media_type, of)
      const found = record && (await readsOf(manager).title(connect(manager), record, signal))
      return (found ?? []).filter(
        one => typeof of.episode_number !== 'number' || one.episode_number === of.episode_number,
      )
    }
    const found: LibraryEntry[] = []
    const take = (title: LibraryEntry) => {
      const isFormat = !of.book_format || !title.format || title.format === of.book_format
      if (of.foreign_id && title.foreign_id === of.foreign_id && isFormat) found.push(title)
    }
    await readsOf(manager).eachTitle(connect(manager), {}, take, signal)
    return found
  }

  async function findQueueRow(scope: OfMedia & { queue_id: number }): Promise<QueuePlace> {
    const rowIn = async (manager: ManagerRecord) => {
      const { entries } = await readQueue(manager, scope.signal)
      return entries.find(one => one.queue_id === scope.queue_id) ?? null
    }
    const { manager, found } = await findIn(scope, rowIn, queueRowRefusals(scope.media_type))
    return { manager, entry: found }
  }

  return {
    daysAhead(days) {
      const now = clock.now().getTime()
      return { start: iso(now).slice(0, 10), end: iso(now + days * DAY_MS).slice(0, 10) }
    },
    queue: scope => readEach(scope, manager => readQueue(manager, scope.signal)),
    diagnose: scope =>
      readEach(scope, async manager => {
        const { entries, total } = await readQueue(manager, scope.signal)
        const media_type = mediaTypeOf(manager.service_type)
        const downloads = diagnoseQueue(entries, { media_type, now: clock.now() })
        return { downloads, unread_rows: total - entries.length }
      }),
    health: scope =>
      readEach(scope, async manager => ({
        issues: await readsOf(manager).health(connect(manager), scope.signal),
      })),
    titles: scope =>
      readEach(scope, async manager => {
        const fits = createLibraryFilter(scope.filter, scope.query)
        const titles: LibraryEntry[] = []
        let total = 0
        const take = (title: LibraryEntry) => {
          if (!fits(title)) return
          total += 1
          if (titles.length < MAX_TITLES) titles.push(title)
        }
        await readsOf(manager).eachTitle(connect(manager), scope.of ?? {}, take, scope.signal)
        return { titles: await withShows(titles, title => title), total }
      }),
    history: scope =>
      readEach(scope, async manager => {
        const { limit, tmdb_id, media_type, signal } = scope
        const of = tmdb_id === undefined ? undefined : await findRecord(manager, { media_type, tmdb_id })
        if (of === null) return { found: false, events: [] }
        const events = await readsOf(manager).history(connect(manager), { limit, of }, signal)
        return { found: true, events: await withShows(events, event => event.title) }
      }),
    seasonTimeline: scope =>
      readEach({ ...scope, media_type: 'tv' }, async manager => {
        const of = await findRecord(manager, { media_type: 'tv', ...scope })
        const isOfSeason = ({ title }: QueueEntry, season: LibraryEntry | undefined) =>
          season !== undefined &&
          title?.tvdb_id === season.tvdb_id &&
          title?.season_number === season.season_number
        return readTimeline(manager, of, isOfSeason, scope.signal)
      }),
    recordTimeline: scope =>
      readEach(scope, manager => {
        const { record_id, media_type, signal } = scope
        const idOf = ({ title }: QueueEntry) => (media_type === 'book' ? title?.book_id : title?.album_id)
        return readTimeline(manager, { record_id }, entry => idOf(entry) === record_id, signal)
      }),
    files: scope =>
      readEach(scope, async manager => {
        const of = await findRecord(manager, scope)
        if (!of) return { found: false, files: [] }
        return { found: true, files: await readsOf(manager).files(connect(manager), of, scope.signal) }
      }),
    settings: scope =>
      readEach(scope, async manager => ({
        rows: await readsOf(manager).settings(connect(manager), scope.section, scope.signal),
      })),
    disks: scope =>
      readEach(scope, async manager => ({
        disks: await readsOf(manager).disks(connect(manager), scope.signal),
      })),
    missing: scope =>
      readEach(scope, async manager => {
        const titles = await findWanted(manager, scope.media_type, scope.of, scope.signal)
        const now = clock.now()
        const wanted = titles.filter(
          one => one.monitored && (one.airs_at === undefined || Date.parse(one.airs_at) <= now.getTime()),
        )
        return {
          missing: wanted.reduce((sum, one) => sum + Math.max(0, one.wanted_count - one.file_count), 0),
        }
      }),
    async importCandidates(scope) {
      const place = await findQueueRow(scope)
      const { manager, entry } = place
      if (entry.download_id === null) throw new Refusal('conflict', { error: NOTHING_DOWNLOADED })
      const candidates = await readsOf(manager).importCandidates(
        connect(manager),
        entry.download_id,
        scope.signal,
      )
      return { ...place, candidates }
    },
  }
}

const NOTHING_DOWNLOADED = 'A delay profile holds this release back, so nothing was downloaded yet.'
