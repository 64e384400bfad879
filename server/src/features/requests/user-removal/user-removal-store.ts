import type { Tx } from '#db/database.ts'

/** Requests this person owns or joined that concern somebody else or are still open. */
export async function listConcerned(tx: Tx, user_id: number): Promise<number[]> {
  const rows = await tx
    .selectFrom('request_subscribers as own')
    .select('own.request_id')
    .distinct()
    .where('own.user_id', '=', user_id)
    .where(eb =>
      eb.or([
        eb.exists(
          eb
            .selectFrom('request_deliveries')
            .select('request_deliveries.id')
            .whereRef('request_deliveries.request_id', '=', 'own.request_id')
            .where('request_deliveries.state', 'not in', ['complete', 'cancelled']),
        ),
        eb.exists(
          eb
            .selectFrom('request_subscribers as others')
            .select('others.user_id')
            .whereRef('others.request_id', '=', 'own.request_id')
            .where('others.user_id', '!=', user_id),
        ),
      ]),
    )
    .orderBy('own.request_id')
    .execute()
  return rows.map(row => row.request_id)
}
