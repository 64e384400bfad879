import { closeSync, openSync, readSync } from 'node:fs'
import type { RefusalCode } from '@foyer/contract/refusals'
import { inspectInBackground } from '#db/background-check.ts'
import type { DatabaseFile } from '#db/database-file.ts'
import type { SecretBox } from '#kit/crypto.ts'
import { Refusal } from '#kit/refusal.ts'
import { opensSecretsOf } from '#settings/encryption-key.ts'
import { kindOfFile } from './backup-rules.ts'

const HEAD_BYTES = 64

/** Throws unless the file is a whole backup that this version can use and this installation's key opens. */
export async function assertUsable(file: string, box: SecretBox): Promise<void> {
  const kind = kindOfFile(readHead(file))
  if (kind !== 'sqlite') throw new Refusal(kind === 'packed' ? 'backup_packed' : 'backup_foreign')
  const problem = problemOf(await inspectInBackground(file))
  if (problem) throw new Refusal(problem)
  if (!opensSecretsOf(file, box)) throw new Refusal('backup_other_key')
}

function problemOf(found: DatabaseFile): RefusalCode | null {
  if (found.is === 'foyer') return found.newer_than_us === null ? null : 'backup_newer'
  return found.is === 'damaged' ? 'backup_damaged' : 'backup_foreign'
}

function readHead(file: string): Buffer {
  const handle = openSync(file, 'r')
  try {
    const head = Buffer.alloc(HEAD_BYTES)
    return head.subarray(0, readSync(handle, head))
  } finally {
    closeSync(handle)
  }
}
