import type { Db } from '#db/database.ts'

/** The instances whose manager accepted our webhook. */
export async function acceptedWebhooks(db: Db): Promise<Set<string>> {
  const rows = await db
    .selectFrom('instance_webhooks')
    .select('instance_id')
    .where('accepted_at', 'is not', null)
    .execute()
  return new Set(rows.map(row => row.instance_id))
}
