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

/** Takes a free or expired lease. False: another holder has it. */
export async function acquireLease(
  tx: Tx,
  { name, owner, now, until }: LeaseHolder & { now: string; until: string },
): Promise<boolean> {
  const taken = await tx
    .insertInto('leases')
    .values({ name, leased_by: owner, leased_until: until })
    .onConflict(conflict =>
      conflict
        .column('name')
        .doUpdateSet({ leased_by: owner, leased_until: until })
        .where('leases.leased_until', '<=', now),
    )
    .returning('name')
    .executeTakeFirst()
  return taken !== undefined
}

/** False: it was lost, and the work it protects must stop. */
export async function renewLease(
  tx: Tx,
  { name, owner, until }: LeaseHolder & { until: string },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('leases')
    .set({ leased_until: until })
    .where('name', '=', name)
    .where('leased_by', '=', owner)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** False: it was already lost; the new holder keeps it. */
export async function releaseLease(tx: Tx, { name, owner }: LeaseHolder): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('leases')
    .where('name', '=', name)
    .where('leased_by', '=', owner)
    .executeTakeFirst()
  return numDeletedRows === 1n
}
