import type { Database, Tx } from '#db/database.ts'
import type { Alerts } from '#features/notifications/index.ts'
import { isTitleHidden, isWorkHidden } from '#features/hidden-titles/index.ts'
import { findUser } from '#features/sessions/index.ts'
import type { Caller } from '#kit/caller.ts'
import { type Clock, iso } from '#kit/clock.ts'
import type { Log } from '#kit/log.ts'
import { Refusal } from '#kit/refusal.ts'
import { UpstreamFault } from '#kit/upstream-fault.ts'
import { entriesOf, type EntryRow, forgetOwnTitles, insertFact, setAskable } from '../list/entry-store.ts'
import type { Askable } from '../watchlist-tables.ts'
import type { CheckAskable } from './askable.ts'
import type { ItemFacts } from './item-facts.ts'
import type { ReadWatchedItem } from './item-reader.ts'
import * as store from './item-store.ts'
import type { NextSeasons } from './next-seasons.ts'
import {
  alertOf,
  becameAskable,
  factOf,
  type News,
  newsOf,
  nextCheckMs,
  retryCheckMs,
  searchTitles,
  titleOfItem,
  wantsAskable,
} from './watch-rules.ts'

export interface ItemWatchParts {
  database: Database
  clock: Clock
  log: Pick<Log, 'info'>
  alerts: Pick<Alerts, 'raise'>
  readItem: ReadWatchedItem
  checkAskable: CheckAskable
  next_seasons: Pick<NextSeasons, 'requestFor'>
}

/** Lets the writes of a check commit only while this process may still make them. */
type AssertHeld = (tx: Tx) => Promise<void>

/** The watch takes turns with people at a provider that allows one call a second. */
const LANE = 'watchlist'

/**
 * Looks at one watched item: reads it, then saves what it says together with the alerts that follow from it. A check
 * that a crash interrupts is repeated, and finds what it told and requested before.
 */
export function createItemWatch(parts: ItemWatchParts) {
  const { database, clock, log, alerts, readItem, checkAskable, next_seasons } = parts
  const now = () => clock.now().getTime()

  async function callerOf(user_id: number): Promise<Caller | null> {
    const user = await findUser(database.read, user_id)
    return user ? { user_id, username: user.username, role: user.role, device_id: LANE } : null
  }

  /**
   * Null: there is no such item any more, or it cannot be read now. What one person called it must not keep it from being
   * found by the words of another.
   */
  async function read(
    item: store.ItemRow,
    entries: readonly EntryRow[],
    signal: AbortSignal,
  ): Promise<ItemFacts | null> {
    for (const title of searchTitles(item, entries)) {
      try {
        const found = await readItem(item, { lane: LANE, title, signal })
        if (found) return { ...found, parts: await found.parts() }
      } catch (error) {
        signal.throwIfAborted()
        if (!(error instanceof UpstreamFault || error instanceof Refusal)) throw error
        log.info({ err: error, kind: item.kind, id: item.item_id }, 'a watched title could not be read')
        // Who does not answer now is not asked for the next one.
        if (!isUnknownYet(error)) return null
      }
    }
    return null
  }

  async function checkEach(entries: readonly EntryRow[], title: string): Promise<Map<number, Askable>> {
    const found = new Map<number, Askable>()
    for (const entry of entries.filter(wantsAskable)) {
      const caller = await callerOf(entry.user_id)
      const subject = titleOfItem(entry, title)
      if (caller && subject) found.set(entry.id, await checkAskable(caller, subject))
    }
    return found
  }

  async function requestNextSeasons(entries: readonly EntryRow[], { parts: seasons }: ItemFacts) {
    for (const entry of entries.filter(one => one.kind === 'tv' && one.request_next_seasons === 1)) {
      const caller = await callerOf(entry.user_id)
      if (caller) await next_seasons.requestFor(caller, entry, seasons)
    }
  }

  async function tell(tx: Tx, { watch, title, user_ids: wanted }: News): Promise<void> {
    const { kind, id } = title
    // Nobody finds it, so nobody is told of it; once it is shown again, the next check tells what still holds.
    if (await isHidden(tx, kind, id)) return
    const user_ids: number[] = []
    for (const user_id of wanted) {
      if (await insertFact(tx, user_id, factOf(watch, title), iso(clock.now()))) user_ids.push(user_id)
    }
    if (user_ids.length === 0) return
    await alerts.raise(tx, { ...alertOf({ watch, title }), audience: { to: 'users', user_ids } })
  }

  /** Answers the entries as they are then. */
  async function saveAskable(
    tx: Tx,
    entries: readonly EntryRow[],
    checked: ReadonlyMap<number, Askable>,
    title: string,
  ): Promise<EntryRow[]> {
    const saved: EntryRow[] = []
    for (const entry of entries) {
      const askable = checked.get(entry.id) ?? 'unknown'
      const subject = titleOfItem(entry, title)
      if (askable === 'unknown' || askable === entry.askable || !subject) {
        saved.push(entry)
        continue
      }
      await setAskable(tx, entry.id, askable)
      if (becameAskable(entry, askable))
        await tell(tx, { watch: 'askable', title: subject, user_ids: [entry.user_id] })
      saved.push({ ...entry, askable })
    }
    return saved
  }

  async function save(
    tx: Tx,
    item: store.ItemRow,
    facts: ItemFacts,
    checked: ReadonlyMap<number, Askable>,
  ): Promise<void> {
    const today = iso(now()).slice(0, 10)
    const entries = await saveAskable(tx, await entriesOf(tx, item), checked, facts.title)
    const known_parts = item.read_at === null || facts.parts_incomplete ? null : await store.partsOf(tx, item)
    for (const news of newsOf({ item, facts, entries, known_parts, today })) await tell(tx, news)
    await store.saveParts(tx, item, facts.parts)
    const { title, detail, poster_path, released_on, adult } = facts
    await forgetOwnTitles(tx, item)
    await store.saveCheck(tx, item, {
      title,
      title_unverified: 0,
      detail,
      poster_path,
      released_on,
      adult: adult ? 1 : 0,
      // What a search finds is no list of all of them: the first read of the library is that.
      read_at: facts.parts_incomplete ? item.read_at : iso(now()),
      failures: 0,
      next_check_at: iso(nextCheckMs({ item, facts, entries, today }, now())),
    })
  }

  /** In the transaction that ends a check: the item as it is now, unless nobody watches it any more. */
  async function current(tx: Tx, item: store.ItemRow): Promise<store.ItemRow | undefined> {
    const found = await store.findItem(tx, item)
    if (found && (await entriesOf(tx, item)).length > 0) return found
    await store.deleteItem(tx, item)
    return undefined
  }

  return async function look(
    item: store.ItemRow,
    { assertHeld, signal }: { assertHeld: AssertHeld; signal: AbortSignal },
  ): Promise<void> {
    const entries = await entriesOf(database.read, item)
    const facts = entries.length === 0 ? null : await read(item, entries, signal)
    const checked = facts ? await checkEach(entries, facts.title) : new Map<number, Askable>()
    // Before the check is saved, so that a crash repeats it: a season that was requested is remembered with it.
    if (facts) await requestNextSeasons(entries, facts)
    await database.withWriteLock('watchlist', async tx => {
      await assertHeld(tx)
      const row = await current(tx, item)
      if (!row) return
      if (facts) return save(tx, row, facts, checked)
      const failures = row.failures + 1
      await store.saveCheck(tx, row, { failures, next_check_at: iso(retryCheckMs(failures, now())) })
    })
  }
}

/** A book of a list that the manager has not heard of yet. */
const isUnknownYet = (error: UpstreamFault | Refusal) =>
  error instanceof Refusal && error.code === 'unavailable'

function isHidden(tx: Tx, kind: News['title']['kind'], id: string): Promise<boolean> {
  if (kind === 'movie' || kind === 'tv') return isTitleHidden(tx, { kind, tmdb_id: Number(id) })
  return isWorkHidden(tx, { media_type: kind === 'album' ? 'music' : 'book', foreign_id: id })
}

export type LookAtItem = ReturnType<typeof createItemWatch>
