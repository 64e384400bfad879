import type { Config } from '#config'
import { parseEncryptionKey } from '#config-reader'
import type { DataFolder } from '#db/data-folder.ts'
import type { ReadDatabase } from '#db/database.ts'
import { createSecretBox, type SecretBox } from '#kit/crypto.ts'
import { StartupRefusal } from '#kit/startup-refusal.ts'
import { findKey, hasSealedSecrets, isKeyRight } from '#settings/encryption-key.ts'
import { type Finding, note, ok, problem } from './finding.ts'

export interface KeyReport {
  finding: Finding
  /** Set when the key opens the secrets of the database. */
  box?: SecretBox
}

const CHECK = 'key'

/** Whether the key is there and belongs to the database. Without a database only its form is checked. */
export async function checkKey(
  config: Config,
  folder: DataFolder,
  database?: ReadDatabase,
): Promise<KeyReport> {
  const place = config.encryption_key ? 'APP_ENCRYPTION_KEY' : folder.key_file
  const isSealed = database !== undefined && (await hasSealedSecrets(database.read))
  const key = readKey(config, folder)
  if (key instanceof StartupRefusal) {
    return {
      finding: problem(
        CHECK,
        `${key.message} Put back your own copy of it; docs/backup.md says what to do when there is none.`,
      ),
    }
  }
  if (key === null) {
    if (!isSealed)
      return { finding: note(CHECK, `${place} is not there yet. Foyer makes it at its first start.`) }
    return {
      finding: problem(
        CHECK,
        `${place} is missing, and the database has secrets sealed with it. Put the file back from your copy, or set APP_ENCRYPTION_KEY; docs/backup.md says what to do when it is lost.`,
      ),
    }
  }
  if (!database || !isSealed)
    return {
      finding: ok(
        CHECK,
        `${place} has the right form. Nothing is sealed with it yet, or the database cannot be read.`,
      ),
    }
  const box = createSecretBox(key)
  if (await isKeyRight(database.read, box))
    return { finding: ok(CHECK, `${place} opens the secrets of this database.`), box }
  return {
    finding: problem(
      CHECK,
      `${place} is not the key this database was written with. Put back the encryption.key that belongs to it, or set APP_ENCRYPTION_KEY.`,
    ),
  }
}

function readKey(config: Config, folder: DataFolder): Uint8Array | null | StartupRefusal {
  const parse = (text: string) => parseEncryptionKey(text, 'encryption.key')
  try {
    return findKey({ given: config.encryption_key, file: folder.key_file, parse })
  } catch (error) {
    if (error instanceof StartupRefusal) return error
    return new StartupRefusal('The file encryption.key cannot be read.', error)
  }
}
