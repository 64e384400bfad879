import { Worker } from 'node:worker_threads'

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
