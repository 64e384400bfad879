import { MANAGER_OF } from '@foyer/contract/instances/instance-types'
import { MAX_ROW_ID } from '@foyer/contract/primitives'
import type { Database } from '#db/database.ts'
import type { InstanceRecord, Inventory } from '#features/instances/index.ts'
import {
  createReadBudget,
  type LibraryStatus,
  type Matches,
  targetOf,
  unknown,
} from '#features/library-status/index.ts'
import type { Caller } from '#kit/caller.ts'
import type { Clock } from '#kit/clock.ts'
import type { Log } from '#kit/log.ts'
import { Refusal } from '#kit/refusal.ts'
import type { BoxTitle } from '#ports/set-top-helper.ts'
import { combinePresence, presenceOfMovie, presenceOfSeries, type Presence } from './title-access-rules.ts'

export interface TitleAccessParts {
  database: Database
  clock: Clock
  log: Log
  inventory: Pick<Inventory, 'visibleTo'>
  status: Pick<LibraryStatus, 'movie' | 'seriesAt'>
  matches: Pick<Matches, 'resolve' | 'targets'>
}

/** How long a show waits for its match; a stored match is available at once. */
const MATCHING_MS = 5000

/** 2/4.12: a title is opened only while a library that the caller sees has it. */
export function createTitleAccess(parts: TitleAccessParts) {
  const { database, inventory, status, matches } = parts
  const withinBudget = createReadBudget(parts, MATCHING_MS, 'a show could not be matched')

  async function readSeries(instance: InstanceRecord, tmdb_id: number) {
    const match = await withinBudget(read => read(resolve(tmdb_id, instance)))
    const target = match ? match.target : await storedTarget(tmdb_id)
    if (target === undefined) return unknown('library_unavailable')
    return target ? status.seriesAt(instance, target, { fresh: true }) : unknown('identity_ambiguous')
  }

  /** No target: the show has no match, or the metadata provider does not know it. */
  async function resolve(tmdb_id: number, instance: InstanceRecord) {
    try {
      return { target: targetOf(await matches.resolve(tmdb_id, instance)) }
    } catch (error) {
      if (error instanceof Refusal && error.code === 'not_found') return { target: null }
      throw error
    }
  }

  /** While the metadata provider does not answer. Null: an admin paused the match. Undefined: it is not known. */
  async function storedTarget(tmdb_id: number) {
    const stored = (await matches.targets(database.read, [tmdb_id])).get(tmdb_id)
    return stored === 'paused' ? null : stored
  }

  async function presenceIn(instance: InstanceRecord, { media_type, tmdb_id }: BoxTitle): Promise<Presence> {
    if (media_type === 'tv') return presenceOfSeries(await readSeries(instance, tmdb_id))
    return presenceOfMovie(await status.movie(instance, tmdb_id, { fresh: true }))
  }

  return async function assertTitleAccess(caller: Caller, title: BoxTitle): Promise<void> {
    // No library has it, and PostgreSQL could neither look for it nor store its confirmation.
    if (title.tmdb_id > MAX_ROW_ID) throw new Refusal('title_unavailable')
    const visible = await inventory.visibleTo(database.read, caller)
    const managers = visible.filter(one => one.service_type === MANAGER_OF[title.media_type])
    const presence = combinePresence(await Promise.all(managers.map(one => presenceIn(one, title))))
    if (presence === 'unknown') throw new Refusal('lookup_unavailable')
    if (presence === 'absent') throw new Refusal('title_unavailable')
  }
}

export type AssertTitleAccess = ReturnType<typeof createTitleAccess>
