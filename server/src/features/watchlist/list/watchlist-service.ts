import { MANAGER_OF } from '@foyer/contract/instances/instance-types'
import {
  type putWatchlistEntry,
  WATCHLIST_LIMIT,
  type WatchKind,
  type WatchlistEntry,
  type WatchlistSettings,
} from '@foyer/contract/watchlist'
import type { RouteInput } from '@foyer/contract/route'
import type { Database, Db, Tx } from '#db/database.ts'
import type { Inventory } from '#features/instances/index.ts'
import type { CurrentHidden } from '#features/hidden-titles/index.ts'
import { notAvailable, type TitleGate } from '#features/kids/index.ts'
import { findUser } from '#features/sessions/index.ts'
import { within } from '#jobs/within.ts'
import { type Caller, type CurrentCaller, sessionRevoked } from '#kit/caller.ts'
import { type Clock, iso } from '#kit/clock.ts'
import { Refusal } from '#kit/refusal.ts'
import { titleKey } from '#kit/screen-title.ts'
import { UpstreamFault } from '#kit/upstream-fault.ts'
import type { Settings } from '#settings/settings.ts'
import { watchlistSettings } from '../watchlist-settings.ts'
import type { ReadItem, ReadWatchedItem } from '../watch/item-reader.ts'
import { deleteItem, findItem, saveCheckNow, saveItem } from '../watch/item-store.ts'
import {
  isItemId,
  isMusic,
  isOfLibrary,
  isVisible,
  keysOf,
  mergeTell,
  presentEntry,
  sameIds,
  screenTitle,
  workOf,
} from './entry-rules.ts'
import * as store from './entry-store.ts'

export interface WatchlistParts {
  database: Database
  clock: Clock
  settings: Settings
  inventory: Pick<Inventory, 'decide' | 'resolve' | 'visibleTo'>
  kids: Pick<TitleGate, 'isLimited' | 'allowedTitles' | 'assertAllowed'>
  hidden_titles: { current: CurrentHidden }
  currentCaller: CurrentCaller
  /** Refuses a person that this caller may not see. */
  assertPerson(caller: Caller, id: number): Promise<void>
  readItem: ReadWatchedItem
  /** In the transaction that saves something to watch. */
  scheduleWatch(tx: Tx): Promise<void>
}

type Change = RouteInput<typeof putWatchlistEntry>['body']

/** C69: how long an answer waits for the provider's title; after that the watch reads it. */
const TITLE_MS = 2_000

/** What people want to hear about. */
export function createWatchlist(parts: WatchlistParts) {
  const { database, clock, settings, inventory, kids, readItem, scheduleWatch } = parts

  async function isHidden(): Promise<(row: { kind: WatchKind; item_id: string }) => boolean> {
    const { isWorkHidden } = await parts.hidden_titles.current()
    return row => {
      const work = workOf(row)
      return work !== null && isWorkHidden(work)
    }
  }

  async function visible(caller: Caller, rows: readonly store.ListedRow[]): Promise<store.ListedRow[]> {
    const titles = rows.flatMap(row => screenTitle(row) ?? [])
    const [is_limited, allowed, instances] = await Promise.all([
      kids.isLimited(caller),
      kids.allowedTitles(caller, titles),
      inventory.visibleTo(database.read, caller),
    ])
    const reader = {
      is_limited,
      allowed_titles: new Set(allowed.map(titleKey)),
      instances: new Set(instances.map(({ id }) => id)),
      has_music: caller.role === 'admin' || instances.some(one => one.service_type === MANAGER_OF.music),
    }
    const is_hidden = await isHidden()
    return rows.filter(row => !is_hidden(row) && isVisible(row, reader))
  }

  /** Rights may have changed while titles were judged. */
  async function visibleNow(caller: Caller, rows: readonly store.ListedRow[]): Promise<store.ListedRow[]> {
    const shown = await visible(caller, rows)
    return visible(await parts.currentCaller(caller), shown)
  }

  async function assertAllowed(caller: Caller, kind: WatchKind, item_id: string): Promise<void> {
    const title = screenTitle({ kind, item_id })
    if (title) await kids.assertAllowed(caller, title)
    if (kind === 'person') await parts.assertPerson(caller, Number(item_id))
    if (isMusic(kind)) await assertMusic(caller)
    if ((await isHidden())({ kind, item_id })) throw notAvailable()
  }

  /** 1:4.3, 0.6: admins may look before there is any library. */
  async function assertMusic(caller: Caller): Promise<void> {
    const found = await inventory.decide(database.read, caller, MANAGER_OF.music)
    const mayBrowse = caller.role === 'admin' && !found.instance && found.refusal === 'no_instance'
    if (!found.instance && !mayBrowse) throw new Refusal(found.refusal)
  }

  /** The library that the id belongs to; empty for ids of a provider. */
  async function libraryOf(caller: Caller, kind: WatchKind, instance_id?: string): Promise<string> {
    if (!isOfLibrary(kind)) return ''
    return (await inventory.resolve(database.read, caller, 'book_manager', instance_id)).id
  }

  /** Undefined: the provider did not answer in time, which is not an absence. */
  async function describe(caller: Caller, item: store.WatchedItem, title: string) {
    const reading = readItem(item, { lane: String(caller.user_id), title }).catch((error: unknown) => {
      if (error instanceof UpstreamFault || error instanceof Refusal) return undefined
      throw error
    })
    return (await within(clock, TITLE_MS, reading)) ? reading : undefined
  }

  async function assertChoice(kind: WatchKind, item_id: string, change: Change): Promise<void> {
    if (!isItemId(kind, item_id))
      throw new Refusal('validation', { fields: { id: 'Use an id of this kind, as the search gives it.' } })
    if (!change.request_next_seasons) return
    if (kind !== 'tv')
      throw new Refusal('validation', { fields: { request_next_seasons: 'Only shows have seasons.' } })
    const { next_seasons_allowed } = await settings.read(database.read, watchlistSettings)
    if (!next_seasons_allowed) throw new Refusal('choice_not_allowed')
  }

  /** The entry with this id, or with another id of the same book (C8). */
  async function findEntry(db: Db, user_id: number, { kind, item_id }: { kind: WatchKind; item_id: string }) {
    const found = await store.findEntries(db, { user_id, kind, item_ids: sameIds({ kind, item_id }) })
    return found.find(entry => entry.item_id === item_id) ?? found[0]
  }

  interface Addition {
    item: store.WatchedItem
    change: Change
    described: ReadItem | undefined
  }

  async function add(tx: Tx, user_id: number, { item, change, described }: Addition): Promise<void> {
    if ((await store.countEntries(tx, user_id)) >= WATCHLIST_LIMIT) throw new Refusal('watchlist_full')
    const now = iso(clock.now())
    await saveItem(tx, item, described ?? null, now)
    await store.insertEntry(tx, {
      ...item,
      user_id,
      tell: mergeTell(undefined, change.tell),
      request_next_seasons: change.request_next_seasons ?? false,
      own_title: change.title || null,
      added_at: now,
    })
    // It may have been confirmed just now, or for somebody who watches it already.
    if ((await findItem(tx, item))?.title_unverified === 0) await store.forgetOwnTitles(tx, item)
  }

  async function update(tx: Tx, entry: store.EntryRow, change: Change): Promise<void> {
    await store.changeEntry(tx, entry.id, {
      tell: mergeTell(entry, change.tell),
      request_next_seasons: change.request_next_seasons ?? entry.request_next_seasons === 1,
    })
    await saveCheckNow(tx, entry, iso(clock.now()))
  }

  return {
    async list(
      caller: Caller,
      { kind, before, limit }: { kind?: WatchKind | undefined; before?: number | undefined; limit: number },
    ) {
      const rows = await store.listEntries(database.read, caller.user_id, { kind, before, limit: limit + 1 })
      const page = rows.slice(0, limit)
      const entries = await visibleNow(caller, page)
      const { next_seasons_allowed } = await settings.read(database.read, watchlistSettings)
      const next = rows.length > limit ? (page.at(-1)?.id ?? null) : null
      return { entries: entries.map(presentEntry), next, next_seasons_allowed }
    },

    async keys(caller: Caller) {
      const rows = await store.listEntries(database.read, caller.user_id)
      const shown = await visibleNow(caller, rows)
      return { keys: [...new Set(shown.flatMap(keysOf))] }
    },

    async put(
      caller: Caller,
      { kind, id: item_id }: { kind: WatchKind; id: string },
      change: Change,
    ): Promise<WatchlistEntry> {
      await assertChoice(kind, item_id, change)
      await assertAllowed(caller, kind, item_id)
      const { user_id } = caller
      const known = await findEntry(database.read, user_id, { kind, item_id })
      const instance_id = known?.instance_id ?? (await libraryOf(caller, kind, change.instance_id))
      const item = { kind, item_id, instance_id }
      const described = known ? undefined : await describe(caller, item, change.title ?? '')
      if (described === null) throw new Refusal('not_found')
      // Role, limits and grants may have changed while the provider was read.
      const current = await parts.currentCaller(caller)
      await assertAllowed(current, kind, item_id)
      if (!known) await libraryOf(current, kind, instance_id || undefined)
      return database.withWriteLock('watchlist', async tx => {
        if (!(await findUser(tx, user_id))) throw sessionRevoked()
        const entry = await findEntry(tx, user_id, { kind, item_id })
        if (entry) await update(tx, entry, change)
        else await add(tx, user_id, { item, change, described })
        await scheduleWatch(tx)
        const saved = await store.findListed(tx, { user_id, kind, item_id: entry?.item_id ?? item_id })
        if (!saved) throw new Error('a watchlist entry was saved without its item')
        return { ...presentEntry(saved), id: item_id }
      })
    },

    remove: ({ user_id }: Caller, { kind, id: item_id }: { kind: WatchKind; id: string }) =>
      database.withWriteLock('watchlist', async tx => {
        const item_ids = sameIds({ kind, item_id })
        for (const entry of await store.findEntries(tx, { user_id, kind, item_ids })) {
          await store.deleteEntry(tx, entry)
          if ((await store.entriesOf(tx, entry)).length === 0) await deleteItem(tx, entry)
        }
        return { status: 'deleted' as const }
      }),

    readSettings: (): Promise<WatchlistSettings> => settings.read(database.read, watchlistSettings),

    changeSettings: ({ next_seasons_allowed }: { next_seasons_allowed?: boolean | undefined }) =>
      settings.lock(tx =>
        settings.update<WatchlistSettings>(
          tx,
          watchlistSettings,
          next_seasons_allowed === undefined ? {} : { next_seasons_allowed },
        ),
      ),
  }
}

export type Watchlist = ReturnType<typeof createWatchlist>
