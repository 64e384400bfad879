import { Worker } from 'node:worker_threads'
import { sql } from 'kysely'
import { StorageFault } from '#kit/storage-fault.ts'
import { withSnapshot } from './copy/snapshot.ts'
import type { Db, ReadDatabase } from './database.ts'
import { damagedPages } from './inspection.ts'

/** In a thread of its own, because SQLite is synchronous and a large file takes seconds. Reads only. */
const CHECK = `
  const { workerData, parentPort } = require('node:worker_threads')
  const { DatabaseSync } = require('node:sqlite')
  const handle = new DatabaseSync(workerData, { readOnly: true, timeout: 5000 })
  const row = handle.prepare('pragma integrity_check(1)').get()
  handle.close()
  parentPort.postMessage(String(Object.values(row)[0]))
`

/** What SQLite finds wrong in the file, or null when it is intact. */
export async function checkIntegrity(database_file: string): Promise<string | null> {
  const worker = new Worker(CHECK, { eval: true, workerData: database_file, env: {} })
  try {
    const verdict = await new Promise<string>((resolve, reject) => {
      worker.once('message', resolve)
      worker.once('error', reject)
      worker.once('exit', () => reject(new Error('the check of the database ended early')))
    })
    return verdict === 'ok' ? null : verdict
  } finally {
    await worker.terminate()
  }
}

/** PostgreSQL's codes for a page, row or index that is damaged. */
const DAMAGE = new Set(['XX001', 'XX002'])

/**
 * What PostgreSQL finds wrong when every row is read as a whole, and the pages that it has counted as damaged; null when
 * there is nothing. Indexes are not compared: that takes pg_amcheck.
 */
export async function checkRows(database: ReadDatabase): Promise<string | null> {
  try {
    await withSnapshot(database, async ({ db }) => {
      for (const table of await readableTables(db))
        await sql`select sum(octet_length((one.*)::text)) from ${sql.table(table)} as one`.execute(db)
    })
  } catch (error) {
    const cause = error instanceof StorageFault ? error.cause : error
    if (cause instanceof Error && 'code' in cause && DAMAGE.has(String(cause.code))) return cause.message
    throw error
  }
  const pages = await damagedPages(database.read)
  return pages ? `PostgreSQL counted ${pages} damaged pages in this database.` : null
}

/** Another program may have tables of its own there. */
async function readableTables(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select relname::text as name from pg_class
    where relnamespace = to_regnamespace(current_schema()) and relkind = 'r'
      and has_table_privilege(oid, 'select')`.execute(db)
  return rows.map(({ name }) => name)
}
