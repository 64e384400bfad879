import { setImmediate } from 'node:timers/promises'
import type { Database, Db, Tx } from '#db/database.ts'
import type { InstanceRecord, Inventory } from '#features/instances/index.ts'
import type { LibraryEvent } from '#features/library-webhooks/index.ts'
import { isLibraryManager, type LibraryManagerType } from '@foyer/contract/instances/instance-types'
import { within } from '#jobs/within.ts'
import { type Clock, iso } from '#kit/clock.ts'
import { UpstreamFault } from '#kit/upstream-fault.ts'
import type { BookLibrary } from '#ports/book-library.ts'
import type { ImportHistory } from '#ports/import-history.ts'
import type { Alerts, NewAlert } from '#features/notifications/index.ts'
import { forgetAdditions, hasAdditions, saveAddition } from '#features/recently-added/index.ts'
import { findWatchedArrival } from '#features/watchlist/index.ts'
import {
  ADDITIONS_KEPT_MS,
  ARRIVALS_KEPT_MS,
  type ArrivalSource,
  earliestRead,
  firstCursor,
  freshPart,
  nextCursor,
  readFrom,
  splitAt,
} from './arrival-rules.ts'
import * as store from './arrival-store.ts'
import { hiddenAudience } from './hidden-arrival-store.ts'
import { additionOf, type Import, importOf, namedByLibrary, readImport } from './import-rules.ts'

/** The shows of these series, as far as they are stored. */
export type ShowsOf = (db: Db, tvdb_ids: readonly number[]) => Promise<ReadonlyMap<number, readonly number[]>>

export interface LibraryNewsParts {
  database: Database
  clock: Clock
  inventory: Pick<Inventory, 'connectionOf' | 'find'>
  alerts: Alerts
  showsOf: ShowsOf
  histories: Readonly<Record<LibraryManagerType, ImportHistory>>
  books: Pick<BookLibrary, 'find'>
}

/** How long the news of a book waits for its record. */
const BOOK_MS = 5_000

/**
 * Rows of a history announced in one transaction; small, because other writers, and on SQLite everybody, wait for it.
 */
const BATCH_SIZE = 20

/**
 * Announces imports to everybody who sees the library. Managers report them by webhook; imports without a webhook
 * are found in the history at the next poll (C60). Each import is stored in the transaction that raises its alert,
 * so that a second report, or a repetition after a crash, finds it announced.
 */
export function createLibraryNews(parts: LibraryNewsParts) {
  const { database, clock, inventory, alerts, showsOf, histories, books } = parts
  const now = () => clock.now().getTime()

  /** Kids accounts are judged by this id, so it is looked up when the manager does not report it. */
  async function withTmdbId({ data, tvdb_id }: Import): Promise<Import['data']> {
    if (data.media_type !== 'tv' || data.tmdb_id !== undefined || tvdb_id === undefined) return data
    const [tmdb_id] = (await showsOf(database.read, [tvdb_id])).get(tvdb_id) ?? []
    return tmdb_id === undefined ? data : { ...data, tmdb_id }
  }

  /**
   * Watchlists, requests and hidden titles contain a book's id in its library, which the message lacks (chaptarr.md,
   * 8). While the library does not answer, the book is news as the message names it.
   */
  async function withLibraryId(instance: InstanceRecord, found: Import): Promise<Import> {
    const { record_id } = found
    if (record_id === undefined) return found
    const reading = books.find(inventory.connectionOf(instance), record_id).catch((error: unknown) => {
      if (error instanceof UpstreamFault) return null
      throw error
    })
    const book = (await within(clock, BOOK_MS, reading)) ? await reading : null
    return book ? namedByLibrary(found, book) : found
  }

  /** Must be called under the lock `alerts`. */
  async function announce(tx: Tx, instance_id: string, found: Import, source: ArrivalSource): Promise<void> {
    const known = await store.arrivalsOf(tx, instance_id, found.keys)
    const fresh = freshPart(found, { source, now: iso(now()), known })
    await store.replaceArrivals(tx, instance_id, fresh)
    if (!fresh.is_news) return
    const isUpgrade = found.kind === 'upgrade'
    if (!isUpgrade) await saveAddition(tx, additionOf(found, instance_id, iso(now())))
    const only = isUpgrade ? null : await hiddenAudience(tx, instance_id, found)
    if (only?.length === 0) return
    const watched = isUpgrade || only ? null : await findWatchedArrival(tx, found.data, found.other_ids)
    const data = { ...found.data, instance_id }
    const topic = `${instance_id} ${found.identity}`
    const alert: NewAlert & { topic: string } = {
      type: isUpgrade ? 'content_upgraded' : found.type,
      audience: isUpgrade
        ? { to: 'admins' }
        : only
          ? { to: 'users', user_ids: only }
          : { to: 'viewers', instance_id, ...(watched && { except: watched.user_ids }) },
      data,
      topic,
      parts: fresh.parts,
    }
    await alerts.raiseContent(tx, alert, found.kind)
    if (!watched) return
    const own: NewAlert & { topic: string } = {
      type: watched.type,
      audience: { to: 'users', user_ids: watched.user_ids },
      data: { ...data, watch: 'arrived' },
      topic: `watched ${topic}`,
      parts: fresh.parts,
    }
    await alerts.raiseContent(tx, own, found.kind)
  }

  /** The cursor is saved with each batch: announced rows stay announced if a later batch fails. */
  async function announceRows(instance: InstanceRecord, rows: readonly Import[]): Promise<boolean> {
    const { id } = instance
    return database.withWriteLock('alerts', async tx => {
      const current = await inventory.find(tx, id)
      const cursor = await store.findCursor(tx, id)
      // The instance got another address or was removed while its history was read.
      if (!current || current.url !== instance.url || cursor === undefined) return false
      for (const one of rows) await announce(tx, id, one, 'history')
      await store.forgetArrivals(tx, iso(now() - ARRIVALS_KEPT_MS))
      await forgetAdditions(tx, iso(now() - ADDITIONS_KEPT_MS))
      const next = nextCursor(
        cursor,
        rows.flatMap(one => one.at ?? []),
        now(),
      )
      if (next !== cursor) await store.saveCursor(tx, id, next)
      return true
    })
  }

  /** Titles from before the library was connected are not announced, but remembered as the latest. */
  async function saveEarlier(instance: InstanceRecord, rows: readonly Import[]): Promise<void> {
    const { id, url } = instance
    await database.transaction(async tx => {
      if ((await inventory.find(tx, id))?.url !== url) return
      for (const one of rows) await saveAddition(tx, additionOf(one, id, iso(now())))
    })
  }

  async function complete(found: readonly Import[]): Promise<Import[]> {
    return Promise.all(found.map(async one => ({ ...one, data: await withTmdbId(one) })))
  }

  return {
    /** Handles a webhook. */
    async received(event: LibraryEvent, body: Readonly<Record<string, unknown>>): Promise<void> {
      const { instance_id } = event
      const found = readImport(event, body)
      if (!found) return
      const instance = await inventory.find(database.read, instance_id)
      if (!instance) return
      const [completed] = await complete([await withLibraryId(instance, found)])
      if (!completed) return
      await database.withWriteLock('alerts', async tx => {
        // The instance got another address or was removed while the book was read.
        if ((await inventory.find(tx, instance_id))?.url !== instance.url) return
        await announce(tx, instance_id, completed, 'webhook')
      })
    },

    /**
     * A library is new or has a new address: earlier imports are not announced, and arrivals from the former
     * address do not apply to it.
     */
    connected: async (tx: Tx, { id, service_type }: InstanceRecord): Promise<void> => {
      if (!isLibraryManager(service_type)) return
      await store.forgetArrivalsOf(tx, id)
      await store.saveCursor(tx, id, firstCursor(now()))
    },

    /** At each poll of a manager: announces imports since the last poll, from any source. */
    async poll(instance: InstanceRecord, signal: AbortSignal): Promise<void> {
      const { id, service_type } = instance
      if (!isLibraryManager(service_type)) return
      const cursor = await store.findCursor(database.read, id)
      if (cursor === undefined) {
        // Connected before arrivals were tracked.
        await database.transaction(async tx => {
          if (await inventory.find(tx, id)) await store.saveCursor(tx, id, firstCursor(now()))
        })
        return
      }
      const from = readFrom(cursor, now())
      const is_empty = !(await hasAdditions(database.read, id))
      const files = await histories[service_type].since(
        inventory.connectionOf(instance),
        is_empty ? earliestRead(now()) : from,
        signal,
      )
      const rows = await complete(files.flatMap(file => importOf(file) ?? []))
      const { earlier, found } = splitAt(rows, from)
      if (earlier.length > 0) await saveEarlier(instance, earlier)
      for (let i = 0; i < found.length; i += BATCH_SIZE) {
        signal.throwIfAborted()
        if (!(await announceRows(instance, found.slice(i, i + BATCH_SIZE)))) return
        await setImmediate()
      }
    },
  }
}
