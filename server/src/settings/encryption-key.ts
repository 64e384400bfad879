import { randomBytes } from 'node:crypto'
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs'
import { createSecretBox, type SecretBox, WrongKey } from '#kit/crypto.ts'
import { StartupRefusal } from '#kit/startup-refusal.ts'
import type { Database, Db } from '#db/database.ts'
import { openSqliteFile } from '#db/sqlite.ts'

const CHECK_KEY = 'encryption_check'
const CHECK_TEXT = 'foyer'

export interface KeySource {
  /** From APP_ENCRYPTION_KEY; takes precedence over the file. */
  given: Uint8Array | undefined
  file: string
  parse(text: string): Uint8Array
}

/**
 * The key for secrets at rest. The file is created once, readable only by its owner; a database with sealed secrets
 * never gets a new key, because they would be lost silently.
 */
export async function openEncryptionKey(
  source: KeySource,
  database: Database,
  now: string,
): Promise<SecretBox> {
  const sealed = await readCheck(database.read)
  const box = createSecretBox(readKey(source, sealed !== undefined))
  if (sealed === undefined) {
    await database.withWriteLock('settings', tx =>
      tx
        .insertInto('settings')
        .values({ key: CHECK_KEY, value: box.seal(CHECK_TEXT, CHECK_KEY), encrypted: 1, updated_at: now })
        .onConflict(conflict => conflict.doNothing())
        .execute(),
    )
  }
  // Two processes may start on one empty database; the second must hold the same key.
  if (!(await isKeyRight(database.read, box))) {
    throw new StartupRefusal(
      'The encryption key is not the one this database was written with. Put back the encryption.key that belongs to it, or set APP_ENCRYPTION_KEY.',
    )
  }
  return box
}

/** Whether the key opens the value sealed when this database was new. */
export async function isKeyRight(db: Db, box: SecretBox): Promise<boolean> {
  return opensCheck(box, (await readCheck(db)) ?? '')
}

/** Whether the key opens the secrets of a database file; also true when nothing in it is sealed. */
export function opensSecretsOf(file: string, box: SecretBox | null): boolean {
  const handle = openSqliteFile(file, ['query_only = ON'])
  try {
    const row = handle.prepare('select value from settings where key = ?').get(CHECK_KEY)
    return row === undefined || (box !== null && opensCheck(box, String(row['value'])))
  } finally {
    handle.close()
  }
}

function opensCheck(box: SecretBox, sealed: string): boolean {
  try {
    return box.open(sealed, CHECK_KEY) === CHECK_TEXT
  } catch (error) {
    if (error instanceof WrongKey) return false
    throw error
  }
}

/** Whether this database has sealed secrets, which nothing but its own key opens. */
export async function hasSealedSecrets(db: Db): Promise<boolean> {
  return (await readCheck(db)) !== undefined
}

/** The key as it is, without making one; null when there is none yet. */
export function findKey(source: KeySource): Uint8Array | null {
  if (source.given) return source.given
  return existsSync(source.file) ? source.parse(readFileSync(source.file, 'utf8').trim()) : null
}

async function readCheck(db: Db): Promise<string | undefined> {
  const row = await db.selectFrom('settings').select('value').where('key', '=', CHECK_KEY).executeTakeFirst()
  return row?.value
}

function readKey(source: KeySource, databaseHasSecrets: boolean): Uint8Array {
  const found = findKey(source)
  if (found) return found
  if (databaseHasSecrets) {
    throw new StartupRefusal(
      'The file encryption.key is missing, but the database holds secrets sealed with it. Put the file back from your backup, or set APP_ENCRYPTION_KEY; docs/backup.md says what to do when it is lost.',
    )
  }
  const key = randomBytes(32)
  writeOnce(source.file, `${key.toString('base64')}\n`)
  return key
}

/** `wx`: two simultaneous starts cannot both believe they created it. */
function writeOnce(file: string, text: string): void {
  const handle = openSync(file, 'wx', 0o600)
  try {
    writeSync(handle, text)
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
