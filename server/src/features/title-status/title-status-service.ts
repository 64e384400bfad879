import { MANAGER_OF } from '@foyer/contract/instances/instance-types'
import type { StatusResponse } from '@foyer/contract/title-statuses'
import type { Database } from '#db/database.ts'
import type { InstanceRecord, Inventory } from '#features/instances/index.ts'
import type { TitleGate } from '#features/kids/index.ts'
import type { Caller, CurrentCaller } from '#kit/caller.ts'
import type { Clock } from '#kit/clock.ts'
import type { Log } from '#kit/log.ts'
import { Refusal } from '#kit/refusal.ts'
import {
  createReadBudget,
  identityOf,
  type LearnTitle,
  type LibraryStatus,
  type Matches,
  type LatestOwnRequest,
  presentSibling,
  presentStatus,
  type Reading,
  type SavedRow,
  type Title,
  unknown,
} from '#features/library-status/index.ts'

export interface TitleStatusParts {
  database: Database
  clock: Clock
  log: Log
  inventory: Inventory
  kids: Pick<TitleGate, 'assertAllowed' | 'allowedTitles'>
  status: LibraryStatus
  matches: Matches
  latestOwnRequest: LatestOwnRequest
  learnTitle: LearnTitle
  currentCaller: CurrentCaller
}

export interface StatusQuery extends Title {
  instance_id?: string | undefined
  /** As sent: `true` or `false`; defaults to true. */
  include_instance_statuses?: string | undefined
}

/** How long the page of a show waits for its match; a stored match is available at once. */
const MATCHING_MS = 5000

/** The caller has no library of this kind, so the status is unknown (0.6). */
const NO_LIBRARY: StatusResponse = {
  status: 'unavailable',
  progress: 0,
  status_known: false,
  status_unknown_reason: 'library_unavailable',
}

export function createTitleStatus(parts: TitleStatusParts) {
  const { database, inventory, kids, status, matches, latestOwnRequest } = parts
  const withinBudget = createReadBudget(parts, MATCHING_MS, 'a show could not be matched')

  /** 0.6, C9: the library first, then whether this person may see the title at all. */
  async function authorise(caller: Caller, title: Title, instance_id?: string) {
    const { media_type, tmdb_id } = title
    const found = await inventory.decide(database.read, caller, MANAGER_OF[media_type], instance_id)
    if (!found.instance && found.refusal !== 'no_instance') throw new Refusal(found.refusal)
    await kids.assertAllowed(caller, { kind: media_type, tmdb_id })
    return found.instance
  }

  /** CONTRIBUTING rule 3: with the caller and their limits at the time of the response. */
  async function authoriseAgain(caller: Caller, title: Title, instance_id: string): Promise<Caller> {
    const now = await parts.currentCaller(caller)
    await authorise(now, title, instance_id)
    return now
  }

  async function read(instance: InstanceRecord, { media_type, tmdb_id }: Title): Promise<Reading> {
    if (media_type === 'movie') return { live: await status.movie(instance, tmdb_id) }
    const match = await withinBudget(reading => reading(matches.resolve(tmdb_id, instance)))
    if (!match) return readByStored(instance, tmdb_id)
    return { live: await status.series(instance, match), match }
  }

  /** The stored match is used while the metadata provider is down or slow. */
  async function readByStored(instance: InstanceRecord, tmdb_id: number): Promise<Reading> {
    const target = (await matches.targets(database.read, [tmdb_id])).get(tmdb_id)
    if (!target || target === 'paused') return { live: unknown('identity_ambiguous') }
    return { live: await status.seriesAt(instance, target) }
  }

  async function visible(caller: Caller, media_type: Title['media_type']): Promise<InstanceRecord[]> {
    const all = await inventory.visibleTo(database.read, caller)
    return all.filter(one => one.service_type === MANAGER_OF[media_type])
  }

  async function savedIn(instance_id: string, caller: Caller, title: Title) {
    const rows = await latestOwnRequest(database.read, caller.user_id, [title], instance_id)
    return rows.get(identityOf(title))
  }

  type Sibling = { instance: InstanceRecord; live: Reading['live'] }

  /** 1:4.6: for callers with more than one library of the kind; the main one is already read. */
  async function readSiblings(caller: Caller, title: Title, main: InstanceRecord): Promise<Sibling[]> {
    const all = await visible(caller, title.media_type)
    if (all.length < 2) return []
    const others = all.filter(one => one.id !== main.id)
    return Promise.all(others.map(async instance => ({ instance, live: (await read(instance, title)).live })))
  }

  async function presentSiblings(caller: Caller, title: Title, siblings: readonly Sibling[]) {
    const still = new Set((await visible(caller, title.media_type)).map(one => one.id))
    const shown = siblings.filter(({ instance }) => still.has(instance.id))
    if (shown.length < 2) return {}
    const entries = shown.map(async ({ instance: { id }, live }) => {
      const saved = await savedIn(id, caller, title)
      return [id, presentSibling(title.media_type, live, saved)] as const
    })
    return { instance_statuses: Object.fromEntries(await Promise.all(entries)) }
  }

  /** C69: a show has the metadata provider's title, which its match contains; a movie has its library's. */
  async function learnTitle({ live, match }: Reading, saved: SavedRow | undefined): Promise<void> {
    const known = live.known && 'title' in live ? live.title : match?.title
    if (saved?.title_unverified && known) await parts.learnTitle(saved.request_id, known)
  }

  return async function titleStatus(caller: Caller, query: StatusQuery): Promise<StatusResponse> {
    const title: Title = { media_type: query.media_type, tmdb_id: query.tmdb_id }
    const instance = await authorise(caller, title, query.instance_id)
    const wantsSiblings = readFlag(query.include_instance_statuses)
    if (!instance) return NO_LIBRARY
    const [main, siblings] = await Promise.all([
      read(instance, title),
      wantsSiblings ? readSiblings(caller, title, instance) : [],
    ])
    const now = await authoriseAgain(caller, title, instance.id)
    const everywhere = siblings.length > 0 ? [{ instance, live: main.live }, ...siblings] : []
    const saved = await savedIn(instance.id, now, title)
    await learnTitle(main, saved)
    return {
      ...presentStatus(main, saved, instance.id),
      ...(await presentSiblings(now, title, everywhere)),
    }
  }
}

/** C17: read after the library was checked, because a 403 precedes a 400. */
function readFlag(text = 'true'): boolean {
  if (text === 'true' || text === 'false') return text === 'true'
  throw new Refusal('validation', { fields: { include_instance_statuses: 'Use true or false.' } })
}
