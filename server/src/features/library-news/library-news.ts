import type { Database, Db, Tx } from '#db/database.ts'
import { type InstanceRecord, type Inventory, isLibraryManager } from '#features/instances/index.ts'
import type { LibraryEvent } from '#features/library-webhooks/index.ts'
import type { LibraryManagerType } from '@foyer/contract/instance-types'
import { type Clock, iso } from '#kit/clock.ts'
import type { ImportHistory } from '#ports/import-history.ts'
import type { AlertData, Alerts, NewAlert } from '#features/notifications/index.ts'
import {
  ARRIVALS_KEPT_MS,
  type ArrivalSource,
  firstCursor,
  freshPart,
  nextCursor,
  readFrom,
} from './arrival-rules.ts'
import * as store from './arrival-store.ts'
import { type Import, importOf, readImport } from './import-rules.ts'

/** The shows that these series are, as far as storage knows. */
export type ShowsOf = (db: Db, tvdb_ids: readonly number[]) => Promise<ReadonlyMap<number, readonly number[]>>

export interface LibraryNewsParts {
  database: Database
  clock: Clock
  inventory: Pick<Inventory, 'connectionOf' | 'find'>
  alerts: Alerts
  showsOf: ShowsOf
  histories: Readonly<Record<LibraryManagerType, ImportHistory>>
}

/** Rows of a history that are announced in one transaction: others wait for it. */
const TOGETHER = 100

/**
 * Imports become news for those who see the library. Managers report them by webhook; what no webhook
 * reported is found in their history at the next poll (C60). Each is remembered in the transaction that
 * raises its alert, so that whoever comes second, or again after a crash, finds it announced.
 */
export function createLibraryNews(parts: LibraryNewsParts) {
  const { database, clock, inventory, alerts, showsOf, histories } = parts
  const now = () => clock.now().getTime()

  /** What a kid is judged by, so it is worth a look when the manager does not say it. */
  async function named({ data, tvdb_id }: Import): Promise<AlertData> {
    if (data.media_type !== 'tv' || data.tmdb_id !== undefined || tvdb_id === undefined) return data
    const [tmdb_id] = (await showsOf(database.read, [tvdb_id])).get(tvdb_id) ?? []
    return tmdb_id === undefined ? data : { ...data, tmdb_id }
  }

  /** Under the lock `alerts`. */
  async function announce(tx: Tx, instance_id: string, found: Import, source: ArrivalSource): Promise<void> {
    const known = await store.arrivalsOf(tx, instance_id, found.keys)
    const judged = freshPart(found, { source, now: iso(now()), known })
    await store.replaceArrivals(tx, instance_id, judged)
    if (!judged.is_news) return
    const isUpgrade = found.kind === 'upgrade'
    const alert: NewAlert & { topic: string } = {
      type: isUpgrade ? 'content_upgraded' : found.type,
      audience: isUpgrade ? { to: 'admins' } : { to: 'viewers', instance_id },
      data: { ...found.data, instance_id },
      topic: `${instance_id} ${found.identity}`,
      parts: judged.parts,
    }
    await alerts.raiseNews(tx, alert, found.kind)
  }

  /** Each time the reading goes on from here: what was announced stays so when the rest fails. */
  async function announceRows(instance: InstanceRecord, rows: readonly Import[]): Promise<boolean> {
    const { id } = instance
    return database.withWriteLock('alerts', async tx => {
      const current = await inventory.find(tx, id)
      const cursor = await store.findCursor(tx, id)
      // Pointed elsewhere while its history was read, or gone.
      if (!current || current.url !== instance.url || cursor === undefined) return false
      for (const one of rows) await announce(tx, id, one, 'history')
      await store.forgetArrivals(tx, iso(now() - ARRIVALS_KEPT_MS))
      const next = nextCursor(
        cursor,
        rows.flatMap(one => one.at ?? []),
      )
      if (next !== cursor) await store.saveCursor(tx, id, next)
      return true
    })
  }

  async function complete(found: readonly Import[]): Promise<Import[]> {
    return Promise.all(found.map(async one => ({ ...one, data: await named(one) })))
  }

  return {
    /** A webhook. */
    async received(event: LibraryEvent, body: Readonly<Record<string, unknown>>): Promise<void> {
      const found = readImport(event, body)
      if (!found) return
      const [whole] = await complete([found])
      if (!whole) return
      await database.withWriteLock('alerts', tx => announce(tx, event.instance_id, whole, 'webhook'))
    },

    /**
     * A library is new, or at another address: what came into it before is no news, and what came into the one
     * that was at the former address says nothing of this one.
     */
    connected: async (tx: Tx, { id, service_type }: InstanceRecord): Promise<void> => {
      if (!isLibraryManager(service_type)) return
      await store.forgetArrivalsOf(tx, id)
      await store.saveCursor(tx, id, firstCursor(now()))
    },

    /** At each poll of a manager: what came in since the last one, whoever reported it. */
    async poll(instance: InstanceRecord, signal: AbortSignal): Promise<void> {
      const { id, service_type } = instance
      if (!isLibraryManager(service_type)) return
      const cursor = await store.findCursor(database.read, id)
      if (cursor === undefined) {
        // Connected before arrivals were looked for.
        await database.transaction(async tx => {
          if (await inventory.find(tx, id)) await store.saveCursor(tx, id, firstCursor(now()))
        })
        return
      }
      const files = await histories[service_type].since(
        inventory.connectionOf(instance),
        readFrom(cursor, now()),
        signal,
      )
      const found = await complete(files.flatMap(file => importOf(file) ?? []))
      for (let i = 0; i < found.length; i += TOGETHER) {
        signal.throwIfAborted()
        if (!(await announceRows(instance, found.slice(i, i + TOGETHER)))) return
      }
    },
  }
}
