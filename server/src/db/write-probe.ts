import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PROBE_BYTES, PROBE_FILE } from './data-folder.ts'
import type { Database, Tx } from './database.ts'

const PROBE_KEY = 'write_probe'

/**
 * Checks that a change can be saved now, and leaves nothing behind. The row needs new pages, so that a database that
 * cannot grow is detected. SQLite reuses its journal, so a full disk can still accept a few commits: therefore a file
 * is written too.
 */
export async function probeWrites(database: Database, folder: string, now: string): Promise<void> {
  const probe = async (tx: Tx): Promise<void> => {
    const row = { key: PROBE_KEY, value: 'x'.repeat(PROBE_BYTES), encrypted: 0 as const, updated_at: now }
    await tx
      .insertInto('settings')
      .values(row)
      .onConflict(conflict => conflict.column('key').doUpdateSet({ updated_at: now }))
      .execute()
    await tx.deleteFrom('settings').where('key', '=', PROBE_KEY).execute()
  }
  await database.transaction(probe, { changes_rows: false })
  if (database.engine === 'sqlite') await writeAndRemove(join(folder, PROBE_FILE))
}

async function writeAndRemove(file: string): Promise<void> {
  try {
    await writeFile(file, Buffer.alloc(PROBE_BYTES), { mode: 0o600, flush: true })
  } finally {
    await rm(file, { force: true })
  }
}
