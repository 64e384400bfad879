import { z } from 'zod'
import type { Db, Tx } from '#db/database.ts'
import { fromStorage } from '#kit/storage-fault.ts'
import type { ApplicationType } from './redirect-rules.ts'

const Redirects = z.array(z.string())

export interface ToolClient {
  id: string
  /** Empty when it gave none. */
  client_name: string
  application_type: ApplicationType
  redirect_uris: string[]
  created_at: string
}

export async function insertClient(tx: Tx, client: ToolClient): Promise<void> {
  await tx
    .insertInto('tool_clients')
    .values({
      ...client,
      redirect_uris: JSON.stringify(client.redirect_uris),
      last_used_at: client.created_at,
    })
    .execute()
}

export async function findClient(db: Db, id: string): Promise<ToolClient | undefined> {
  const row = await db.selectFrom('tool_clients').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) return undefined
  const { last_used_at: _, redirect_uris, ...client } = row
  return { ...client, redirect_uris: fromStorage(() => Redirects.parse(JSON.parse(redirect_uris))) }
}

export async function markClientUsed(tx: Tx, id: string, last_used_at: string): Promise<void> {
  await tx.updateTable('tool_clients').set({ last_used_at }).where('id', '=', id).execute()
}

/** Leaves at most `kept` clients that nobody ever used: the newest. */
export async function deleteOldestUnused(tx: Tx, kept: number): Promise<void> {
  const unused = await tx
    .selectFrom('tool_clients')
    .select('id')
    .whereRef('last_used_at', '=', 'created_at')
    .where('id', 'not in', tx.selectFrom('tool_grants').select('client_id'))
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .offset(kept)
    // SQLite knows an offset only together with a limit.
    .limit(1000)
    .execute()
  if (unused.length === 0) return
  const ids = unused.map(({ id }) => id)
  await tx.deleteFrom('tool_clients').where('id', 'in', ids).execute()
}

/** A client with a live grant is in use, however long its person was away. */
export async function deleteClientsUnusedSince(tx: Tx, time: string): Promise<void> {
  await tx
    .deleteFrom('tool_clients')
    .where('last_used_at', '<=', time)
    .where('id', 'not in', tx.selectFrom('tool_grants').select('client_id'))
    .execute()
}
