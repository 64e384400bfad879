import {
  type LibraryManagerType,
  type MediaType,
  mediaTypeOf,
} from '@foyer/contract/instances/instance-types'
import type { ReleaseSource, Releases } from '@foyer/contract/releases'
import type { Database, Db } from '#db/database.ts'
import { type Inventory, isManagerRecord, type ManagerRecord } from '#features/instances/index.ts'
import type { CurrentHidden } from '#features/hidden-titles/index.ts'
import type { TitleGate } from '#features/kids/index.ts'
import type { LibraryEvents } from '#features/library-webhooks/index.ts'
import type { Caller, CurrentCaller } from '#kit/caller.ts'
import { type Clock, iso } from '#kit/clock.ts'
import { MINUTE_MS } from '#kit/durations.ts'
import type { Log } from '#kit/log.ts'
import { Refusal } from '#kit/refusal.ts'
import { UpstreamFault } from '#kit/upstream-fault.ts'
import { createValueCache } from '#kit/value-cache.ts'
import type { CalendarEntry, CalendarWindow, ReleaseCalendar } from '#ports/release-calendar.ts'
import {
  type CalendarParams,
  byDate,
  type FoundRelease,
  isMediaType,
  presentRelease,
  readWindow,
} from './release-rules.ts'

const KEPT_MS = MINUTE_MS
const MAX_BYTES = 32 * 1024 * 1024
/** The approximate size of a parsed entry with its texts. */
const ENTRY_BYTES = 600

export type Viewer = Pick<Caller, 'user_id' | 'role'>

export interface ReleaseParts {
  database: Database
  clock: Clock
  log: Log
  inventory: Inventory
  calendars: Readonly<Record<LibraryManagerType, ReleaseCalendar>>
  /** Invalidates the cache of an instance that reports a change. */
  library_events: Pick<LibraryEvents, 'onInvalidated'>
  kids: Pick<TitleGate, 'allowedInLibrary'>
  hidden_titles: { current: CurrentHidden }
  hiddenTypes(db: Db): Promise<readonly MediaType[]>
  /** The current base address of the metadata provider's pictures. */
  imageBaseUrl(db: Db): Promise<string>
  provider_bases: readonly string[]
  currentCaller: CurrentCaller
}

type Source = { manager: ManagerRecord } & ({ entries: readonly CalendarEntry[] } | { error: string })

export interface CalendarQuery {
  instance_id?: string | undefined
  media_type?: MediaType | undefined
}

/** The releases found, with the viewer's limits already applied. */
export interface Collected {
  found: FoundRelease[]
  sources: ReleaseSource[]
  complete: boolean
}

export function createReleases(parts: ReleaseParts) {
  const { database, clock, log, inventory, calendars } = parts
  const cache = createValueCache<readonly CalendarEntry[]>({
    name: 'releases',
    clock,
    max_bytes: MAX_BYTES,
    size_of: entries => entries.length * ENTRY_BYTES,
  })
  const stop = parts.library_events.onInvalidated(({ instance_id }) => cache.invalidateTag(instance_id))

  /** 0.6, R1: the managers whose calendars this viewer may see. */
  async function authorise(
    viewer: Viewer,
    { instance_id, media_type }: CalendarQuery,
  ): Promise<ManagerRecord[]> {
    const fits = ({ service_type }: ManagerRecord) =>
      media_type === undefined || mediaTypeOf(service_type) === media_type
    const visible = (await inventory.visibleTo(database.read, viewer)).filter(isManagerRecord).filter(fits)
    if (instance_id === undefined) {
      const hidden = await parts.hiddenTypes(database.read)
      return visible.filter(one => !hidden.includes(mediaTypeOf(one.service_type)))
    }
    const named = visible.filter(one => one.id === instance_id)
    if (named.length > 0) return named
    throw new Refusal(viewer.role === 'admin' ? 'instance_not_found' : 'instance_forbidden')
  }

  async function read(manager: ManagerRecord, window: CalendarWindow): Promise<Source> {
    const { id, updated_at, service_type } = manager
    // An edited instance may point to another library with another calendar.
    const key = `${id} ${updated_at} ${window.start} ${window.end}`
    try {
      const entries = await cache.get(key, { ttl_ms: KEPT_MS, tags: [id] }, signal =>
        calendars[service_type].read(inventory.connectionOf(manager), window, signal),
      )
      return { manager, entries }
    } catch (error) {
      if (!(error instanceof UpstreamFault || error instanceof Refusal)) throw error
      log.warn({ err: error, service_type }, 'a calendar could not be read')
      return { manager, error: error.message }
    }
  }

  /** 1:4.5: movies and episodes are judged by their library's rating; books and music have none. */
  async function cutForKids(viewer: Viewer, all: readonly FoundRelease[]): Promise<FoundRelease[]> {
    const judged = all.flatMap(one => {
      const kind = mediaTypeOf(one.instance.service_type)
      return kind === 'movie' || kind === 'tv' ? [{ one, kind }] : []
    })
    const titles = judged.map(({ one: { entry }, kind }) => ({
      kind,
      certification: entry.certification,
      genres: [...entry.genres],
    }))
    const verdicts = await parts.kids.allowedInLibrary(viewer, titles)
    const blocked = new Set(judged.filter((_, i) => verdicts[i] !== true).map(({ one }) => one))
    return all.filter(one => !blocked.has(one))
  }

  /** What a library does not name by a provider's id stays: nobody can say which title it is. */
  async function withoutHidden(all: readonly FoundRelease[]): Promise<readonly FoundRelease[]> {
    const { isEmpty, isHidden, isWorkHidden } = await parts.hidden_titles.current()
    if (isEmpty) return all
    return all.filter(({ entry: { tmdb_id, foreign_id }, instance }) => {
      const media_type = mediaTypeOf(instance.service_type)
      if (media_type === 'movie' || media_type === 'tv')
        return tmdb_id === undefined || !isHidden(media_type, tmdb_id)
      return foreign_id === undefined || !isWorkHidden({ media_type, foreign_id })
    })
  }

  /** CONTRIBUTING rule 3: authorised first, and again before responding, with the viewer as stored then. */
  async function collect(
    viewer: Viewer,
    query: CalendarQuery,
    window: CalendarWindow,
    again: () => Promise<Viewer>,
  ): Promise<Collected> {
    const managers = await authorise(viewer, query)
    const read_now = await Promise.all(managers.map(manager => read(manager, window)))
    const now = await again()
    const still = new Map((await authorise(now, query)).map(one => [one.id, one]))
    const sources = read_now.filter(({ manager }) => still.has(manager.id))
    const found = sources.flatMap(source =>
      'entries' in source ? source.entries.map(entry => ({ entry, instance: source.manager })) : [],
    )
    return {
      found: (await cutForKids(now, await withoutHidden(found))).sort(byDate),
      sources: sources.map(presentSource),
      complete: sources.every(source => 'entries' in source),
    }
  }

  return {
    collect,

    async list(
      caller: Caller,
      query: CalendarParams & { instance_id?: string | undefined },
    ): Promise<Releases> {
      const { instance_id, media_type = '' } = query
      const filter = { instance_id, media_type: isMediaType(media_type) ? media_type : undefined }
      // C17: missing access is reported before other errors; a missing instance after them.
      if (instance_id !== undefined) await authorise(caller, filter).catch(ignoreNotFound)
      const read = readWindow(query, iso(clock.now()).slice(0, 10))
      if ('problems' in read) throw new Refusal('validation', { fields: read.problems })
      const { window } = read
      const { found, ...rest } = await collect(caller, filter, window, () => parts.currentCaller(caller))
      const facts = {
        image_base: await parts.imageBaseUrl(database.read),
        provider_bases: parts.provider_bases,
      }
      return { ...window, items: found.map(one => presentRelease(one, facts)), ...rest }
    },

    close: stop,
  }
}

export type ReleaseService = ReturnType<typeof createReleases>

/** A 404 comes after the syntax errors (0.3): it is raised again when the libraries are read. */
function ignoreNotFound(error: unknown): void {
  if (!(error instanceof Refusal && error.status === 404)) throw error
}

function presentSource(source: Source): ReleaseSource {
  const { id: instance_id, service_type, name } = source.manager
  const ok = 'entries' in source
  return { instance_id, service_type, name, ok, ...(!ok && { error: source.error }) }
}
