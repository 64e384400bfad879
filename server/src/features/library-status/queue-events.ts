import type { EventFrame } from '@foyer/contract/events'
import type { Database } from '#db/database.ts'
import type { InstanceRecord } from '#features/instances/index.ts'
import type { EventHub } from '#features/live-events/index.ts'
import { Refusal } from '#kit/refusal.ts'
import { UpstreamFault } from '#kit/upstream-fault.ts'
import type { LibraryStatus } from './library-truth.ts'
import type { Matches } from './matches.ts'
import { percentOf, type QueueChange, type QueuedTitle } from './queue-rules.ts'
import type { LiveStatus } from './truth.ts'

/** Past this many titles at once, one read of even a large library is cheaper than one of each. */
const SINGLE_READS = 5

export interface QueueEventParts {
  database: Database
  events: Pick<EventHub, 'publish'>
  status: LibraryStatus
  matches: Matches
}

/** What was last told of each title: `tmdb id` to status. Titles that left are forgotten. */
export type Told = Map<number, LiveStatus>

interface Watched {
  instance: InstanceRecord
  told: Told
}

/** Turns what changed in a queue into what open pages hear (1/6). */
export function createQueueEvents({ database, events, status, matches }: QueueEventParts) {
  const send = ({ id: instance_id }: InstanceRecord, frame: EventFrame) =>
    events.publish(null, frame, { to: 'instance', instance_id })

  /** The shows that a series is; several when one series holds what the provider calls several shows. */
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

  function idsOf({ service_type }: InstanceRecord, titles: readonly QueuedTitle[]) {
    if (service_type === 'tv_manager') return showsOf(titles)
    return new Map(titles.map(title => [title, title.tmdb_id === undefined ? [] : [title.tmdb_id]]))
  }

  /** Null: it cannot be told, so nothing is said of it. */
  async function statusOfShow(instance: InstanceRecord, tmdb_id: number): Promise<LiveStatus | null> {
    try {
      const truth = await status.series(instance, await matches.resolve(tmdb_id, instance))
      return truth.known ? truth.status : null
    } catch (error) {
      if (error instanceof UpstreamFault || error instanceof Refusal) return null
      throw error
    }
  }

  /** What the library says now of titles whose place in the queue changed. */
  async function readStatuses(instance: InstanceRecord, ids: readonly number[]) {
    const found = new Map<number, LiveStatus>()
    if (ids.length === 0) return found
    // What was kept says how things were before the change.
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
    instance: InstanceRecord,
    tmdb_id: number,
    digest: Awaited<ReturnType<LibraryStatus['movieDigest']>> | null,
  ): Promise<LiveStatus | null> {
    if (instance.service_type === 'tv_manager') return statusOfShow(instance, tmdb_id)
    const truth = digest ? digest(tmdb_id) : await status.movie(instance, tmdb_id)
    return truth.known ? truth.status : null
  }

  /** A title that was never told of and is on disk did not change by being looked for again. */
  function isNews(before: LiveStatus | undefined, now: LiveStatus): boolean {
    return before === undefined ? now === 'downloading' : before !== now
  }

  async function sendStatus({ instance, told }: Watched, tmdb_id: number, now: LiveStatus): Promise<void> {
    const before = told.get(tmdb_id)
    told.set(tmdb_id, now)
    if (!isNews(before, now)) return
    const data = { media_type: mediaTypeOf(instance), tmdb_id, instance_id: instance.id, status: now }
    await send(instance, { type: 'request_status_changed', data })
  }

  async function sendProgress(
    { instance, told }: Watched,
    title: QueuedTitle,
    ids: readonly number[],
  ): Promise<void> {
    const progress = percentOf(title)
    const named = ids.length > 0 ? ids.map(tmdb_id => ({ tmdb_id })) : [{}]
    for (const name of named) {
      const known = 'tmdb_id' in name ? told.get(name.tmdb_id) : undefined
      const data = {
        media_type: mediaTypeOf(instance),
        ...name,
        instance_id: instance.id,
        progress,
        status: known ?? 'downloading',
      }
      await send(instance, { type: 'download_progress', data })
    }
  }

  return {
    /** `is_told`: that the queue is another one was said already, by the webhook that made us look. */
    async announce(watched: Watched, change: QueueChange, is_told: boolean): Promise<void> {
      const { instance, told } = watched
      const { entered, left, moved } = change
      const ids = await idsOf(instance, [...entered, ...left, ...moved])
      const all = (titles: readonly QueuedTitle[]) => [
        ...new Set(titles.flatMap(title => ids.get(title) ?? [])),
      ]
      // It was in the queue, so that is what pages knew of it, even if the library could not say so then.
      for (const tmdb_id of all(left)) if (!told.has(tmdb_id)) told.set(tmdb_id, 'downloading')
      const statuses = await readStatuses(instance, all([...entered, ...left]))
      for (const [tmdb_id, now] of statuses) await sendStatus(watched, tmdb_id, now)
      for (const title of [...entered, ...moved]) await sendProgress(watched, title, ids.get(title) ?? [])
      const present = new Set(all([...entered, ...moved]))
      for (const tmdb_id of all(left)) if (!present.has(tmdb_id)) told.delete(tmdb_id)
      if (!change.is_other || is_told) return
      const { id: instance_id, service_type } = instance
      await send(instance, { type: 'library_queue_changed', data: { instance_id, service_type } })
    },
  }
}

function mediaTypeOf({ service_type }: InstanceRecord): 'movie' | 'tv' {
  return service_type === 'movie_manager' ? 'movie' : 'tv'
}
