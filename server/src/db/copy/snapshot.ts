import { sql } from 'kysely'
import { systemClock } from '#kit/clock.ts'
import { StartupRefusal } from '#kit/startup-refusal.ts'
import type { Db, ReadDatabase } from '../database.ts'
import { postgresKey } from '../locks.ts'
import { LIFT_LIMITS } from '../postgres-pool.ts'
import type { Snapshot } from './copy-tables.ts'

/** A server that has just ended may still be listed. */
const CONNECTION_TRIES = 4
const CONNECTION_PAUSE_MS = 200

/** Somebody else uses the database. */
export class InUse extends StartupRefusal {}

/** Reads everything as it was at one moment, also while others write. */
export function withSnapshot<T>(
  { engine, read }: ReadDatabase,
  run: (snapshot: Snapshot) => Promise<T>,
): Promise<T> {
  if (engine === 'postgres') {
    return read
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async db => {
        await sql.raw(LIFT_LIMITS).execute(db)
        return run({ engine, db })
      })
  }
  return read.connection().execute(async db => {
    // Deferred: the connection only reads, and so takes no lock that a writer would wait for.
    await sql`begin`.execute(db)
    try {
      return await run({ engine, db })
    } finally {
      await sql`rollback`.execute(db)
    }
  })
}

/**
 * Until the end of the snapshot no server starts on this database. SQLite has the lock of the data folder for that.
 */
export async function holdOffServers({ engine, db }: Snapshot): Promise<void> {
  if (engine === 'sqlite') return
  const { rows } = await sql<{ is_ours: boolean }>`
    select pg_try_advisory_xact_lock(${postgresKey('migrations')}) as is_ours`.execute(db)
  if (rows[0]?.is_ours) return
  throw new StartupRefusal('A Foyer is starting on this PostgreSQL database. Stop it first.')
}

/**
 * PostgreSQL has no lock on a folder that would tell of a server: every other connection to the database counts. To be
 * asked over the only connection of this process.
 */
export async function refuseOtherConnections({ read }: Pick<ReadDatabase, 'read'>): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    const others = await countOthers(read)
    if (others === 0) return
    if (tries === CONNECTION_TRIES) {
      throw new InUse(
        `Something else is connected to this PostgreSQL database (${others} connections). Stop every Foyer that uses it, and close other programs.`,
      )
    }
    await systemClock.sleep(CONNECTION_PAUSE_MS)
  }
}

async function countOthers(read: Db): Promise<number> {
  const { rows } = await sql<{ others: number }>`
    select count(*) as others from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()
      and coalesce(backend_type, 'client backend') = 'client backend' and usesysid is not null`.execute(read)
  return rows[0]?.others ?? 0
}
