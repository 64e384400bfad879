import type { Database, Db } from '#db/database.ts'
import type { LibraryEvent } from '#features/library-webhooks/index.ts'
import { ALERTS_LOCK, type Alerts } from './alerts.ts'
import type { Audience, NewAlert } from './alert.ts'
import { type Import, readImport } from './import-rules.ts'

/** The shows that these series are, as far as storage knows. */
export type ShowsOf = (db: Db, tvdb_ids: readonly number[]) => Promise<ReadonlyMap<number, readonly number[]>>

/** Imports that library managers tell of become news for those who see the library. */
export function createLibraryNews(parts: { database: Database; alerts: Alerts; showsOf: ShowsOf }) {
  const { database, alerts, showsOf } = parts

  /** What a kid is judged by, so it is worth a look when the manager does not say it. */
  async function named({ data, tvdb_id }: Import) {
    if (data.media_type !== 'tv' || data.tmdb_id !== undefined || tvdb_id === undefined) return data
    const [tmdb_id] = (await showsOf(database.read, [tvdb_id])).get(tvdb_id) ?? []
    return tmdb_id === undefined ? data : { ...data, tmdb_id }
  }

  return async (event: LibraryEvent, body: Readonly<Record<string, unknown>>): Promise<void> => {
    const found = readImport(event, body)
    if (!found) return
    const { instance_id } = event
    const { kind, identity, parts: imported } = found
    const isUpgrade = kind === 'upgrade'
    const audience: Audience = isUpgrade ? { to: 'admins' } : { to: 'viewers', instance_id }
    const alert: NewAlert & { topic: string } = {
      type: isUpgrade ? 'content_upgraded' : found.type,
      audience,
      data: { ...(await named(found)), instance_id },
      topic: `${instance_id} ${identity}`,
      parts: imported,
    }
    await database.withWriteLock(ALERTS_LOCK, tx => alerts.raiseNews(tx, alert, kind))
  }
}
