import { MANAGER_OF } from '@foyer/contract/instances/instance-types'
import type { RefusalCode } from '@foyer/contract/refusals'
import type { Selection } from '@foyer/contract/requests/requests'
import type { TvMatch } from '@foyer/contract/tv-matches/tv-match'
import type { Database } from '#db/database.ts'
import type { InstanceRecord, Inventory } from '#features/instances/index.ts'
import type { Caller } from '#kit/caller.ts'
import { Refusal } from '#kit/refusal.ts'
import { UpstreamFault } from '#kit/upstream-fault.ts'
import type { Askable } from '../watchlist-tables.ts'
import type { NewsTitle } from './watch-rules.ts'

export interface AskableParts {
  database: Database
  inventory: Pick<Inventory, 'decide'>
  /** Judges a selection exactly as a request for it would be. */
  preview(caller: Caller, selection: Selection): Promise<unknown>
  tv_matches: { resolve(tmdb_id: number, instance: InstanceRecord): Promise<TvMatch> }
}

/** No library can take it, or there is nothing to request yet, such as a show without a season. */
const NOT_NOW: ReadonlySet<RefusalCode> = new Set<RefusalCode>([
  'no_instance',
  'no_grant',
  'instance_forbidden',
  'instance_not_found',
  'not_found',
  'validation',
])

function selectionOf({ kind, id, title, instance_id }: NewsTitle): Selection {
  if (kind === 'movie' || kind === 'tv') return { media_type: kind, tmdb_id: Number(id) }
  return {
    media_type: kind === 'album' ? 'music' : 'book',
    foreign_id: id,
    title,
    ...(instance_id !== undefined && { instance_id }),
  }
}

/** Whether somebody could request a title now. Unknown is neither yes nor no. */
export function createAskableCheck({ database, inventory, preview, tv_matches }: AskableParts) {
  /** A show that no library knows which series it is cannot be delivered (1/4.7). */
  async function isMatched(caller: Caller, tmdb_id: number): Promise<boolean> {
    const found = await inventory.decide(database.read, caller, MANAGER_OF.tv)
    if (!found.instance) return false
    return (await tv_matches.resolve(tmdb_id, found.instance)).state === 'resolved'
  }

  return async function checkAskable(caller: Caller, title: NewsTitle): Promise<Askable> {
    try {
      await preview(caller, selectionOf(title))
      return title.kind !== 'tv' || (await isMatched(caller, Number(title.id))) ? 'yes' : 'no'
    } catch (error) {
      if (error instanceof UpstreamFault) return 'unknown'
      if (!(error instanceof Refusal)) throw error
      return NOT_NOW.has(error.code) ? 'no' : 'unknown'
    }
  }
}

export type CheckAskable = ReturnType<typeof createAskableCheck>
