import type { Tx } from '#db/database.ts'
import type { Selectable } from 'kysely'
import type { ToolCodesTable } from '../oauth-server-tables.ts'

export type CodeRow = Selectable<ToolCodesTable>

export async function insertCode(tx: Tx, code: CodeRow): Promise<void> {
  await tx.insertInto('tool_codes').values(code).execute()
}

export async function findCode(
  tx: Tx,
  { code_hash, purpose, now }: Pick<CodeRow, 'code_hash' | 'purpose'> & { now: string },
): Promise<CodeRow | undefined> {
  return tx
    .selectFrom('tool_codes')
    .selectAll()
    .where('code_hash', '=', code_hash)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now)
    .executeTakeFirst()
}

/** Only one caller gets it. */
export async function useUpCode(tx: Tx, code_hash: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('tool_codes')
    .where('code_hash', '=', code_hash)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

export async function deleteExpiredCodes(tx: Tx, now: string): Promise<void> {
  await tx.deleteFrom('tool_codes').where('expires_at', '<=', now).execute()
}

export async function deleteTickets(tx: Tx): Promise<void> {
  await tx.deleteFrom('tool_codes').where('purpose', '=', 'consent').execute()
}
