import { sql } from 'kysely'
import type { Database, Db, Tx } from '#db/database.ts'
import { LISTENER_NAME } from '#db/postgres-listener.ts'

/** A session that is open: its device, and the tokens that renew it. */
interface OpenSession {
  id: string
  refresh_hash: string | null
  grant_hash: string | null
}

export function listOpenSessions(db: Db): Promise<OpenSession[]> {
  return db
    .selectFrom('devices')
    .leftJoin('tool_grants', 'tool_grants.device_id', 'devices.id')
    .select(['devices.id', 'devices.refresh_hash', 'tool_grants.refresh_hash as grant_hash'])
    .execute()
}

export async function countContents(
  db: Db,
): Promise<{ people: number; instances: number; requests: number }> {
  const count = async (table: 'users' | 'instances' | 'requests') => {
    const rows = db.selectFrom(table).select(eb => eb.fn.countAll<number>().as('rows'))
    return (await rows.executeTakeFirstOrThrow()).rows
  }
  return {
    people: await count('users'),
    instances: await count('instances'),
    requests: await count('requests'),
  }
}

/** Every server keeps one connection of this name open; SQLite has one server by its lock. */
export async function countServers(database: Pick<Database, 'engine' | 'read'>): Promise<number> {
  if (database.engine === 'sqlite') return 1
  const { rows } = await sql<{ servers: number }>`
    select count(*) as servers from pg_stat_activity
    where datname = current_database() and application_name = ${LISTENER_NAME}`.execute(database.read)
  return rows[0]?.servers ?? 0
}

/**
 * In the copy of a backup: a session that was ended since stays ended, and a link that was used or replaced since opens
 * nothing again.
 */
export async function endOtherSessions(copy: Tx, open: readonly OpenSession[]): Promise<void> {
  const live = new Set(open.map(keyOf))
  for (const session of await listOpenSessions(copy)) {
    if (!live.has(keyOf(session))) await copy.deleteFrom('devices').where('id', '=', session.id).execute()
  }
  await copy.deleteFrom('connect_tokens').execute()
  await copy.deleteFrom('passkey_setup_tokens').execute()
}

const keyOf = ({ id, refresh_hash, grant_hash }: OpenSession) => [id, refresh_hash, grant_hash].join(' ')
