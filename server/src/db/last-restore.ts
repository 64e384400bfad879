import { z } from 'zod'
import type { Db, Tx } from './database.ts'

/**
 * What became of the last restore that an admin asked a running server for. The row of a success is part of the
 * restored database from the beginning, so it is there exactly when the restore happened.
 */
const LastRestore = z.object({
  /** The name of the backup. */
  backup: z.string(),
  asked_at: z.string(),
  outcome: z.enum(['restored', 'in_use', 'failed']),
  /** The name of the backup that holds what was replaced. */
  restore_point: z.string().nullable(),
})
export type LastRestore = z.infer<typeof LastRestore>

const KEY = 'last_restore'

export async function readLastRestore(db: Db): Promise<LastRestore | null> {
  const row = await db.selectFrom('settings').select('value').where('key', '=', KEY).executeTakeFirst()
  return row ? LastRestore.parse(JSON.parse(row.value)) : null
}

export async function writeLastRestore(tx: Tx, last: LastRestore): Promise<void> {
  const row = { value: JSON.stringify(last), encrypted: 0 as const, updated_at: last.asked_at }
  await tx
    .insertInto('settings')
    .values({ key: KEY, ...row })
    .onConflict(conflict => conflict.column('key').doUpdateSet(row))
    .execute()
}
