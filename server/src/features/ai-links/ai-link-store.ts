import type { AiOauthProvider } from '@foyer/contract/assistant/ai-providers'
import type { Selectable, Updateable } from 'kysely'
import type { Db, Tx } from '#db/database.ts'
import type { AiDeviceFlowsTable, AiLinksTable, LinkOwner } from './ai-links-tables.ts'

export type LinkRow = Selectable<AiLinksTable>
export type FlowRow = Selectable<AiDeviceFlowsTable>

export async function findLink(
  db: Db,
  owner: LinkOwner,
  provider: AiOauthProvider,
): Promise<LinkRow | undefined> {
  return db
    .selectFrom('ai_links')
    .selectAll()
    .where('owner', '=', owner)
    .where('provider', '=', provider)
    .executeTakeFirst()
}

export async function findLinkById(db: Db, id: string): Promise<LinkRow | undefined> {
  return db.selectFrom('ai_links').selectAll().where('id', '=', id).executeTakeFirst()
}

/** One link per owner and provider: a new one replaces the former. */
export async function replaceLink(tx: Tx, row: LinkRow): Promise<void> {
  await deleteLink(tx, row.owner, row.provider)
  await tx.insertInto('ai_links').values(row).execute()
}

/** False: there was none. */
export async function deleteLink(tx: Tx, owner: LinkOwner, provider: AiOauthProvider): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('ai_links')
    .where('owner', '=', owner)
    .where('provider', '=', provider)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

/** Updates only a row of that revision. False: it was renewed, replaced or deleted in the meantime. */
export async function updateLink(
  tx: Tx,
  { id, revision }: Pick<LinkRow, 'id' | 'revision'>,
  change: Updateable<AiLinksTable>,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('ai_links')
    .set(change)
    .where('id', '=', id)
    .where('revision', '=', revision)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function insertFlow(tx: Tx, row: FlowRow): Promise<void> {
  await tx.insertInto('ai_device_flows').values(row).execute()
}

export async function findFlow(db: Db, id: string): Promise<FlowRow | undefined> {
  return db.selectFrom('ai_device_flows').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Only a pending link can end, and it keeps no tokens. False: it has already ended. */
export async function endFlow(
  tx: Tx,
  id: string,
  end: Pick<FlowRow, 'status'> & Partial<Pick<FlowRow, 'error'>>,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('ai_device_flows')
    .set({ ...end, tokens_box: null })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** A newer link of the same person for the same owner replaces the older ones. */
export async function cancelFlows(
  tx: Tx,
  { user_id, owner, provider }: Pick<FlowRow, 'user_id' | 'owner' | 'provider'>,
): Promise<void> {
  await tx
    .updateTable('ai_device_flows')
    .set({ status: 'cancelled', tokens_box: null })
    .where('user_id', '=', user_id)
    .where('owner', '=', owner)
    .where('provider', '=', provider)
    .where('status', '=', 'pending')
    .execute()
}

/** Claims the right to advance this link now. At most one process gets it. */
export async function claimFlow(
  tx: Tx,
  id: string,
  { now, next_poll_at }: { now: string; next_poll_at: string },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('ai_device_flows')
    .set({ next_poll_at })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .where('next_poll_at', '<=', now)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Only for a pending link. False: it has ended. */
export async function updateFlow(
  tx: Tx,
  id: string,
  change: Pick<FlowRow, 'next_poll_at'> & Partial<Pick<FlowRow, 'interval_seconds' | 'tokens_box'>>,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('ai_device_flows')
    .set(change)
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function deleteFlowsBefore(tx: Tx, created_before: string): Promise<void> {
  await tx.deleteFrom('ai_device_flows').where('created_at', '<', created_before).execute()
}
