import type { Selectable } from 'kysely'
import type { Db, Tx } from '#db/database.ts'
import type { SignInAttemptsTable } from './sign-in-tables.ts'

export type AttemptRow = Selectable<SignInAttemptsTable>
export type AttemptMethod = AttemptRow['method']

export async function countAttempts(tx: Tx, method: AttemptMethod): Promise<number> {
  const { total } = await tx
    .selectFrom('sign_in_attempts')
    .select(eb => eb.fn.countAll<number>().as('total'))
    .where('method', '=', method)
    .executeTakeFirstOrThrow()
  return total
}

export async function deleteExpiredAttempts(tx: Tx, now: string): Promise<void> {
  await tx.deleteFrom('sign_in_attempts').where('expires_at', '<=', now).execute()
}

export async function insertAttempt(tx: Tx, attempt: AttemptRow): Promise<void> {
  await tx.insertInto('sign_in_attempts').values(attempt).execute()
}

interface Which {
  method: AttemptMethod
  flow_hash: string
  now: string
}

export async function findAttempt(
  db: Db,
  { method, flow_hash, now }: Which,
): Promise<AttemptRow | undefined> {
  return db
    .selectFrom('sign_in_attempts')
    .selectAll()
    .where('flow_hash', '=', flow_hash)
    .where('method', '=', method)
    .where('expires_at', '>', now)
    .executeTakeFirst()
}

/** False when it was changed or used in the meantime. */
export async function replaceAttempt(tx: Tx, attempt: AttemptRow, earlier_version: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('sign_in_attempts')
    .set({ data: attempt.data, version: attempt.version, expires_at: attempt.expires_at })
    .where('flow_hash', '=', attempt.flow_hash)
    .where('version', '=', earlier_version)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Only one caller gets it. */
export async function takeAttempt(tx: Tx, flow_hash: string, version: number): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('sign_in_attempts')
    .where('flow_hash', '=', flow_hash)
    .where('version', '=', version)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

/** Every attempt of this method that has not expired. */
export async function openAttempts(
  tx: Tx,
  { method, now }: Pick<Which, 'method' | 'now'>,
): Promise<AttemptRow[]> {
  return tx
    .selectFrom('sign_in_attempts')
    .selectAll()
    .where('method', '=', method)
    .where('expires_at', '>', now)
    .execute()
}

export async function deleteAttempts(tx: Tx, method: AttemptMethod): Promise<void> {
  await tx.deleteFrom('sign_in_attempts').where('method', '=', method).execute()
}
