import { defineQuery } from '#db/compiled-query.ts'
import type { Tx } from '#db/database.ts'

/** The holder of one name. `owner` is unique to this lease, so that a late holder cannot be mistaken for it. */
export interface LeaseHolder {
  name: string
  owner: string
}

/** The lease name of a lane, shared by its jobs and by everything else that writes to it. */
export function laneLease(lane: string): string {
  return `lane:${lane}`
}

const acquire = defineQuery((db, { name, owner, now, until }: LeaseHolder & { now: string; until: string }) =>
  db
    .insertInto('leases')
    .values({ name, leased_by: owner, leased_until: until })
    .onConflict(conflict =>
      conflict
        .column('name')
        .doUpdateSet({ leased_by: owner, leased_until: until })
        .where('leases.leased_until', '<=', now),
    )
    .returning('name'),
)

const renew = defineQuery((db, { name, owner, until }: LeaseHolder & { until: string }) =>
  db
    .updateTable('leases')
    .set({ leased_until: until })
    .where('name', '=', name)
    .where('leased_by', '=', owner)
    .returning('name'),
)

const release = defineQuery((db, { name, owner }: LeaseHolder) =>
  db.deleteFrom('leases').where('name', '=', name).where('leased_by', '=', owner).returning('name'),
)

/** Takes a free or expired lease. False: another holder has it. */
export async function acquireLease(
  tx: Tx,
  lease: LeaseHolder & { now: string; until: string },
): Promise<boolean> {
  return (await acquire(tx, lease)).length === 1
}

/** False: it was lost, and the work it protects must stop. */
export async function renewLease(tx: Tx, lease: LeaseHolder & { until: string }): Promise<boolean> {
  return (await renew(tx, lease)).length === 1
}

/** False: it was already lost; the new holder keeps it. */
export async function releaseLease(tx: Tx, lease: LeaseHolder): Promise<boolean> {
  return (await release(tx, lease)).length === 1
}
