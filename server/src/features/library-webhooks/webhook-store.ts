import { WebhookState } from '@foyer/contract/library-webhooks'
import type { Db, Tx } from '#db/database.ts'
import { fromStorage } from '#kit/storage-fault.ts'
import type { Selectable } from 'kysely'
import type { InstanceWebhooksTable, WebhookStatesTable } from './library-webhooks-tables.ts'

export type WebhookRow = Selectable<InstanceWebhooksTable>

export async function findWebhook(db: Db, instance_id: string): Promise<WebhookRow | undefined> {
  return db
    .selectFrom('instance_webhooks')
    .selectAll()
    .where('instance_id', '=', instance_id)
    .executeTakeFirst()
}

export async function saveWebhook(tx: Tx, row: WebhookRow): Promise<void> {
  const { instance_id: _id, ...fields } = row
  await tx
    .insertInto('instance_webhooks')
    .values(row)
    .onConflict(conflict => conflict.column('instance_id').doUpdateSet(fields))
    .execute()
}

/** Drops all credentials except the one that the manager stored; false if it was renewed in the meantime. */
export async function acceptCredential(
  tx: Tx,
  accepted: { instance_id: string; credential_hash: string; accepted_at: string },
): Promise<boolean> {
  const { instance_id, credential_hash, accepted_at } = accepted
  const { numUpdatedRows } = await tx
    .updateTable('instance_webhooks')
    .set({ former_hash: null, pending_box: null, accepted_at, refused_at: null })
    .where('instance_id', '=', instance_id)
    .where('credential_hash', '=', credential_hash)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** C60: since when the manager has used a wrong password; null after it used the right one. */
export async function markRefused(tx: Tx, instance_id: string, refused_at: string | null): Promise<void> {
  await tx
    .updateTable('instance_webhooks')
    .set({ refused_at })
    .where('instance_id', '=', instance_id)
    .execute()
}

export type StateRow = Selectable<WebhookStatesTable>

export async function findState(db: Db, instance_id: string): Promise<StateRow | undefined> {
  return db.selectFrom('webhook_states').selectAll().where('instance_id', '=', instance_id).executeTakeFirst()
}

export async function saveState(tx: Tx, row: StateRow): Promise<void> {
  const { instance_id: _id, ...fields } = row
  await tx
    .insertInto('webhook_states')
    .values(row)
    .onConflict(conflict => conflict.column('instance_id').doUpdateSet(fields))
    .execute()
}

export async function forgetState(tx: Tx, instance_id: string): Promise<void> {
  await tx.deleteFrom('webhook_states').where('instance_id', '=', instance_id).execute()
}

/** The states of instances whose webhook does not work. */
export async function webhookStates(db: Db): Promise<Map<string, WebhookState>> {
  const rows = await db
    .selectFrom('webhook_states')
    .select(['instance_id', 'state'])
    .where('state', '!=', '')
    .execute()
  return new Map(rows.map(row => [row.instance_id, fromStorage(() => WebhookState.parse(row.state))]))
}

/** C60: the states of webhooks that worked once and do not any more. */
export async function lostWebhooks(db: Db): Promise<Map<string, WebhookState>> {
  const rows = await db.selectFrom('webhook_states').select('instance_id').where('is_lost', '=', 1).execute()
  const states = await webhookStates(db)
  return new Map(
    rows.flatMap(({ instance_id }) => {
      const state = states.get(instance_id)
      return state ? [[instance_id, state]] : []
    }),
  )
}

/** The instances whose manager accepted our webhook. */
export async function acceptedWebhooks(db: Db): Promise<Set<string>> {
  const rows = await db
    .selectFrom('instance_webhooks')
    .select('instance_id')
    .where('accepted_at', 'is not', null)
    .execute()
  return new Set(rows.map(row => row.instance_id))
}
