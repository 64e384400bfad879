import type { Selection } from '@foyer/contract/requests/requests'
import type { Database, Tx } from '#db/database.ts'
import type { Caller } from '#kit/caller.ts'
import { type Clock, iso } from '#kit/clock.ts'
import type { Log } from '#kit/log.ts'
import { Refusal } from '#kit/refusal.ts'
import { UpstreamFault } from '#kit/upstream-fault.ts'
import type { SavedRequest } from '#ports/request-record.ts'
import type { Settings } from '#settings/settings.ts'
import { type EntryRow, hasFact, insertFact, setSeasonsAfter, wantsNextSeasons } from '../list/entry-store.ts'
import { watchlistSettings } from '../watchlist-settings.ts'
import type { ItemPart } from './item-facts.ts'
import { factOf, lastBegun, seasonsToRequest } from './watch-rules.ts'

export interface NextSeasonsParts {
  database: Database
  clock: Clock
  log: Pick<Log, 'info'>
  settings: Pick<Settings, 'read'>
  /** The ordinary intake: quota, approval and limits of that person apply. */
  createRequest(caller: Caller, selection: Selection): Promise<unknown>
}

const seasonFact = (tmdb_id: string, season_number: number) =>
  factOf('requested', { kind: 'tv', id: tmdb_id, season_number })

/** Requests the next seasons of a show in the name of somebody who follows it, if an admin allows that. */
export function createNextSeasons(parts: NextSeasonsParts) {
  const { database, clock, log, settings, createRequest } = parts

  const remember = (tx: Tx, user_id: number, fact: string) => insertFact(tx, user_id, fact, iso(clock.now()))

  async function request(caller: Caller, { id, user_id, item_id }: EntryRow, season: number): Promise<void> {
    const fact = seasonFact(item_id, season)
    if (await hasFact(database.read, user_id, fact)) return
    // The provider and the requests before took time, in which its owner may have changed their mind.
    if (!(await wantsNextSeasons(database.read, id))) return
    try {
      await createRequest(caller, { media_type: 'tv', tmdb_id: Number(item_id), seasons: [season] })
    } catch (error) {
      if (!(error instanceof Refusal || error instanceof UpstreamFault)) throw error
      // An allowance that is used up, or a library that is away: the next check tries again.
      log.info({ err: error, user_id, tmdb_id: item_id, season }, 'a next season could not be requested yet')
      return
    }
    // A new request has it already; this is for a season that was there, or requested before.
    await database.transaction(tx => remember(tx, user_id, fact))
  }

  return {
    async requestFor(caller: Caller, entry: EntryRow, seasons: readonly ItemPart[]): Promise<void> {
      if (entry.request_next_seasons !== 1) return
      const now = clock.now().getTime()
      if (entry.seasons_after === null) {
        const begun = lastBegun(seasons, iso(clock.now()).slice(0, 10))
        await database.transaction(tx => setSeasonsAfter(tx, entry.id, begun))
        return this.requestFor(caller, { ...entry, seasons_after: begun }, seasons)
      }
      if (!(await settings.read(database.read, watchlistSettings)).next_seasons_allowed) return
      const { seasons_after } = entry
      for (const season of seasonsToRequest(seasons, { seasons_after, now })) {
        await request(caller, entry, season)
      }
    },

    /** In the transaction that saves a request, whoever made it: these seasons are never requested again here. */
    async requestSaved(tx: Tx, { request: { user_id, media_type, tmdb_id, seasons } }: SavedRequest) {
      if (media_type !== 'tv' || tmdb_id === null) return
      for (const season of seasons ?? []) await remember(tx, user_id, seasonFact(String(tmdb_id), season))
    },
  }
}

export type NextSeasons = ReturnType<typeof createNextSeasons>
