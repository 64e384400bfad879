import type { Tx } from '#db/database.ts'

/** One holder of one name. `owner` is unique to this holding, so that a late holder cannot pass for it. */
export interface LeaseHolder {
  name: string
  owner: string
}

/** The name under which jobs of one lane exclude each other, and anybody else who writes to it. */
export function laneLease(lane: string): string {
  return `lane:${lane}`
}

/** Takes a free or expired lease. False: somebody else holds it. */
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

/** False: it was lost, and whatever it protected must stop. */
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

/** False: it was lost before; the holder after us keeps it. */
export async function releaseLease(tx: Tx, { name, owner }: LeaseHolder): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('leases')
    .where('name', '=', name)
    .where('leased_by', '=', owner)
    .executeTakeFirst()
  return numDeletedRows === 1n
}
