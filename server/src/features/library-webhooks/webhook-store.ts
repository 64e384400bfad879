import type { Db, Tx } from '#db/database.ts'
import type { InstanceWebhooksTable } from '#db/tables.ts'
import type { Selectable } from 'kysely'

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

/** Only the credential that the manager took becomes the only one; false when it was renewed meanwhile. */
export async function acceptCredential(
  tx: Tx,
  accepted: { instance_id: string; credential_hash: string; accepted_at: string },
): Promise<boolean> {
  const { instance_id, credential_hash, accepted_at } = accepted
  const { numUpdatedRows } = await tx
    .updateTable('instance_webhooks')
    .set({ former_hash: null, pending_box: null, accepted_at })
    .where('instance_id', '=', instance_id)
    .where('credential_hash', '=', credential_hash)
    .executeTakeFirst()
  return numUpdatedRows === 1n
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
