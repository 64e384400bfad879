import type { Config } from '#config'
import { parseEncryptionKey } from '#config-reader'
import type { DataFolder } from '#db/data-folder.ts'
import type { CheckCopy } from '#db/restore.ts'
import { createSecretBox } from '#kit/crypto.ts'
import { StartupRefusal } from '#kit/startup-refusal.ts'
import { findKey, opensSecretsOf } from '#settings/encryption-key.ts'

/** Refuses a backup whose secrets do not open with the key of these settings: Foyer would not start on it. */
export function refuseOtherKey({ encryption_key }: Config, folder: DataFolder): CheckCopy {
  return copy => {
    const parse = (text: string) => parseEncryptionKey(text, 'encryption.key')
    const key = findKey({ given: encryption_key, file: folder.key_file, parse })
    if (opensSecretsOf(copy, key && createSecretBox(key))) return
    const problem = key
      ? 'That backup was written with another encryption key, so Foyer could not open its secrets.'
      : 'That backup has secrets, and there is no encryption.key here to open them.'
    throw new StartupRefusal(
      `${problem} Nothing was changed. Put the encryption.key that belongs to it into the data folder, or set APP_ENCRYPTION_KEY. If that key is lost, add --any-key; docs/backup.md says what to do then.`,
    )
  }
}
