import { statSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import { StorageFault } from '#kit/storage-fault.ts'
import { type DatabaseFile, describeIntactFile } from './database-file.ts'
import { isDamageCode } from './sqlite-codes.ts'

/** Plain JavaScript of its own: it runs the same from the sources and from the bundle. */
const CHECK = `
const { parentPort, workerData } = require('node:worker_threads')
const { DatabaseSync } = require('node:sqlite')
try {
  const handle = new DatabaseSync(workerData)
  handle.exec('pragma query_only = on')
  const row = handle.prepare('pragma integrity_check(1)').get()
  handle.close()
  parentPort.postMessage({ verdict: row ? String(Object.values(row)[0]) : 'no answer' })
} catch (error) {
  parentPort.postMessage({ message: error.message, errcode: error.errcode })
}`

type Answer = { verdict: string } | { message: string; errcode?: number }

/** `inspectDatabaseFile` with the full check, while the server goes on: a large file takes seconds to read. */
export async function inspectInBackground(file: string): Promise<DatabaseFile> {
  const found = statSync(file, { throwIfNoEntry: false })
  if (!found) return { is: 'missing' }
  if (found.size === 0) return { is: 'empty' }
  const answer = await checkInWorker(file)
  if ('message' in answer) {
    const { message, errcode } = answer
    if (errcode !== undefined && isDamageCode(errcode)) return { is: 'damaged', damage: message }
    throw new StorageFault(new Error(message))
  }
  return answer.verdict === 'ok' ? describeIntactFile(file) : { is: 'damaged', damage: answer.verdict }
}

function checkInWorker(file: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(CHECK, { eval: true, workerData: file })
    worker.once('message', resolve)
    worker.once('error', reject)
    // After an answer this changes nothing.
    worker.once('exit', code => reject(new Error(`The check of a file ended with ${code}.`)))
  })
}
