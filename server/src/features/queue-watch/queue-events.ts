import type { EventFrame } from '@foyer/contract/events'
import { type LibraryManagerType, mediaTypeOf } from '@foyer/contract/instances/instance-types'
import type { Database } from '#db/database.ts'
import type { InstanceRecord, ManagerRecord } from '#features/instances/index.ts'
import type { Events } from '#events/events.ts'
import { Refusal } from '#kit/refusal.ts'
import { UpstreamFault } from '#kit/upstream-fault.ts'
import type { LibraryStatus, LiveStatus, Matches } from '#features/library-status/index.ts'
import { percentOf, type QueueChange, type QueuedRow, type QueuedTitle } from './queue-rules.ts'

/** Beyond this many titles, one read of even a large library is cheaper than single reads. */
const SINGLE_READS = 5

export interface QueueEventParts {
  database: Database
  events: Events
  status: LibraryStatus
  matches: Matches
  /** Beside movies and shows. */
  others?: WatchedLibraries
}

/** A number is a TMDB id, a text the id of a book or an album. */
type TitleId = number | string

/** The last published status of each title. Titles that left are removed. */
export type ReportedStatuses = Map<TitleId, LiveStatus>

/** Libraries whose titles have foreign ids, each from the slice that reads it. */
export interface WatchedLibrary {
  /** Bypasses the cache. */
  queue(instance: InstanceRecord, signal: AbortSignal): Promise<QueuedRow[]>
  /** Null: unknown. */
  status(instance: InstanceRecord, foreign_id: string): Promise<LiveStatus | null>
}
export type WatchedLibraries = Partial<Record<LibraryManagerType, WatchedLibrary>>

interface Watched {
  instance: ManagerRecord
  reported: ReportedStatuses
}

/** Turns changes in a queue into events for open pages (1/6). */
export function createQueueEvents({ database, events, status, matches, others = {} }: QueueEventParts) {
  const send = ({ id: instance_id }: InstanceRecord, frame: EventFrame) =>
    events.publish(null, frame, { to: 'instance', instance_id })

  /** The shows of a series; several when the provider lists one series as several shows. */
  async function showsOf(titles: readonly QueuedTitle[]): Promise<Map<QueuedTitle, readonly number[]>> {
    const tvdb_ids = titles.flatMap(title => title.tvdb_id ?? [])
    const stored = await matches.shows(database.read, tvdb_ids)
    return new Map(
      titles.map(title => {
        const known = (title.tvdb_id !== undefined && stored.get(title.tvdb_id)) || []
        return [title, known.length > 0 || title.tmdb_id === undefined ? known : [title.tmdb_id]]
      }),
    )
  }

  async function idsOf(
    { service_type }: InstanceRecord,
    titles: readonly QueuedTitle[],
  ): Promise<Map<QueuedTitle, readonly TitleId[]>> {
    if (service_type === 'tv_manager') return showsOf(titles)
    return new Map(
      titles.map(title => {
        const id = title.tmdb_id ?? title.foreign_id
        return [title, id === undefined ? [] : [id]]
      }),
    )
  }

  /** Null: unknown, so nothing is published. */
  async function statusOfShow(instance: InstanceRecord, tmdb_id: number): Promise<LiveStatus | null> {
    try {
      const live = await status.series(instance, await matches.resolve(tmdb_id, instance))
      return live.known ? live.status : null
    } catch (error) {
      if (error instanceof UpstreamFault || error instanceof Refusal) return null
      throw error
    }
  }

  /** The current status of titles whose place in the queue changed. */
  async function readStatuses(instance: ManagerRecord, ids: readonly TitleId[]) {
    const found = new Map<TitleId, LiveStatus>()
    if (ids.length === 0) return found
    // The cached status is from before the change.
    status.invalidate(instance.id)
    const digest =
      instance.service_type === 'movie_manager' && ids.length > SINGLE_READS
        ? await status.movieDigest(instance)
        : null
    for (const id of ids) {
      const now = await read(instance, id, digest)
      if (now) found.set(id, now)
    }
    return found
  }

  async function read(
    instance: ManagerRecord,
    id: TitleId,
    digest: Awaited<ReturnType<LibraryStatus['movieDigest']>> | null,
  ): Promise<LiveStatus | null> {
    if (typeof id === 'string') return others[instance.service_type]?.status(instance, id) ?? null
    return readScreen(instance, id, digest)
  }

  async function readScreen(
    instance: InstanceRecord,
    tmdb_id: number,
    digest: Awaited<ReturnType<LibraryStatus['movieDigest']>> | null,
  ): Promise<LiveStatus | null> {
    if (instance.service_type === 'tv_manager') return statusOfShow(instance, tmdb_id)
    const live = digest ? digest(tmdb_id) : await status.movie(instance, tmdb_id)
    return live.known ? live.status : null
  }

  /** A title without an earlier event that is on disk did not change by being searched for again. */
  function isChange(before: LiveStatus | undefined, now: LiveStatus): boolean {
    return before === undefined ? now === 'downloading' : before !== now
  }

  async function sendStatus({ instance, reported }: Watched, id: TitleId, now: LiveStatus): Promise<void> {
    const before = reported.get(id)
    reported.set(id, now)
    if (!isChange(before, now)) return
    const data = {
      media_type: mediaTypeOf(instance.service_type),
      ...nameOf(id),
      instance_id: instance.id,
      status: now,
    }
    await send(instance, { type: 'request_status_changed', data })
  }

  async function sendProgress(
    { instance, reported }: Watched,
    title: QueuedTitle,
    ids: readonly TitleId[],
  ): Promise<void> {
    const progress = percentOf(title)
    for (const id of ids.length > 0 ? ids : [null]) {
      const known = id === null ? undefined : reported.get(id)
      const data = {
        media_type: mediaTypeOf(instance.service_type),
        ...(id !== null && nameOf(id)),
        instance_id: instance.id,
        progress,
        status: known ?? 'downloading',
      }
      await send(instance, { type: 'download_progress', data })
    }
  }

  return {
    /** `is_published`: the webhook that triggered this read was already published as a queue change. */
    async announce(watched: Watched, change: QueueChange, is_published: boolean): Promise<void> {
      const { instance, reported } = watched
      const { entered, left, moved } = change
      const ids = await idsOf(instance, [...entered, ...left, ...moved])
      const all = (titles: readonly QueuedTitle[]) => [
        ...new Set(titles.flatMap(title => ids.get(title) ?? [])),
      ]
      // It was in the queue, so pages knew it as downloading, even if the library could not confirm that then.
      for (const id of all(left)) if (!reported.has(id)) reported.set(id, 'downloading')
      const statuses = await readStatuses(instance, all([...entered, ...left]))
      for (const [id, now] of statuses) await sendStatus(watched, id, now)
      for (const title of [...entered, ...moved]) await sendProgress(watched, title, ids.get(title) ?? [])
      const present = new Set(all([...entered, ...moved]))
      for (const id of all(left)) if (!present.has(id)) reported.delete(id)
      if (!change.is_changed_set || is_published) return
      const { id: instance_id, service_type } = instance
      await send(instance, { type: 'library_queue_changed', data: { instance_id, service_type } })
    },
  }
}

function nameOf(id: TitleId): { tmdb_id: number } | { foreign_id: string } {
  return typeof id === 'number' ? { tmdb_id: id } : { foreign_id: id }
}
