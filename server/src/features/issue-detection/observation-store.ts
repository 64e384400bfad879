import type { Insertable, Selectable } from 'kysely'
import type { Db, Tx } from '#db/database.ts'
import { readInBatches } from '#db/read-in-batches.ts'
import type { IssueObservationsTable } from './issue-detection-tables.ts'

export type Observation = Selectable<IssueObservationsTable>

/** Of these issues. */
export async function findObservations(db: Db, issue_ids: readonly number[]): Promise<Observation[]> {
  return readInBatches(issue_ids, some =>
    db.selectFrom('issue_observations').selectAll().where('issue_id', 'in', some).execute(),
  )
}

/** The newest of each subject, whatever became of its issue. */
export async function lastObservations(
  db: Db,
  instance_id: string,
  subjects: readonly string[],
): Promise<Map<string, Observation>> {
  const rows = await readInBatches(subjects, some =>
    db
      .selectFrom('issue_observations')
      .selectAll()
      .where('instance_id', '=', instance_id)
      .where('subject', 'in', some)
      .orderBy('issue_id')
      .execute(),
  )
  return new Map(rows.map(row => [row.subject, row]))
}

export async function saveObservation(
  tx: Tx,
  { issue_id, ...fields }: Insertable<IssueObservationsTable>,
): Promise<void> {
  const { download_id, fingerprint, changed_at, seen_at } = fields
  await tx
    .insertInto('issue_observations')
    .values({ issue_id, ...fields })
    .onConflict(conflict =>
      conflict.column('issue_id').doUpdateSet({ download_id, fingerprint, changed_at, seen_at }),
    )
    .execute()
}

export async function noteChecked(tx: Tx, issue_ids: readonly number[], checked_at: string): Promise<void> {
  if (issue_ids.length === 0) return
  await tx.updateTable('issue_observations').set({ checked_at }).where('issue_id', 'in', issue_ids).execute()
}
