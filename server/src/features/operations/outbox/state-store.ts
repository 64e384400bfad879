import type { Db } from '#db/database.ts'

type Counted = ReadonlyMap<string, number>

/** Saved jobs by state. */
export function countJobs(db: Db): Promise<Counted> {
  return countStates(db, 'jobs')
}

export function countDeliveries(db: Db): Promise<Counted> {
  return countStates(db, 'request_deliveries')
}

/** Alerts by what became of their way to one destination. */
export function countSends(db: Db): Promise<Counted> {
  return countStates(db, 'alert_sends')
}

async function countStates(db: Db, table: 'jobs' | 'request_deliveries' | 'alert_sends'): Promise<Counted> {
  const rows = await db
    .selectFrom(table)
    .select(eb => ['state', eb.fn.countAll<number>().as('total')])
    .groupBy('state')
    .execute()
  return new Map(rows.map(({ state, total }) => [state, total]))
}
