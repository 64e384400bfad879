import type { Passkey } from '@foyer/contract/passkeys'
import type { Selectable } from 'kysely'
import { z } from 'zod'
import type { Db, Tx } from '#db/database.ts'
import type { PasskeysTable } from './signin-passkey-tables.ts'
import type { StoredCredential } from './webauthn.ts'

const Transports = z.array(z.string())
/**
 * Authenticators count to 2^32, PostgreSQL's integer columns to 2^31. Beyond that a cloned passkey is no longer
 * detected, but sign-in still works.
 */
const MAX_COUNTER = 2 ** 31 - 1
const storable = (counter: number) => Math.min(counter, MAX_COUNTER)

export interface PasskeyRow extends StoredCredential {
  id: string
  user_id: number
}

function rowFrom({ id, user_id, credential_id, public_key, counter, transports }: Selectable<PasskeysTable>) {
  const list = Transports.parse(JSON.parse(transports))
  return { id, user_id, credential_id, public_key, counter, transports: list } satisfies PasskeyRow
}

export async function passkeysOf(db: Db, user_id: number): Promise<PasskeyRow[]> {
  const rows = await db.selectFrom('passkeys').selectAll().where('user_id', '=', user_id).execute()
  return rows.map(rowFrom)
}

/** The fields people see of their passkeys. */
export async function listPasskeys(db: Db, user_id: number): Promise<Passkey[]> {
  const rows = await db
    .selectFrom('passkeys')
    .select(['id', 'name', 'created_at', 'last_used_at'])
    .where('user_id', '=', user_id)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map(({ last_used_at, ...passkey }) => ({ ...passkey, ...(last_used_at && { last_used_at }) }))
}

export async function findByCredential(db: Db, credential_id: string): Promise<PasskeyRow | undefined> {
  const row = await db
    .selectFrom('passkeys')
    .selectAll()
    .where('credential_id', '=', credential_id)
    .executeTakeFirst()
  return row && rowFrom(row)
}

export async function insertPasskey(
  tx: Tx,
  passkey: PasskeyRow & { name: string; created_at: string },
): Promise<void> {
  await tx
    .insertInto('passkeys')
    .values({
      ...passkey,
      counter: storable(passkey.counter),
      transports: JSON.stringify(passkey.transports),
      last_used_at: null,
    })
    .execute()
}

export async function markUsed(
  tx: Tx,
  id: string,
  change: { counter: number; last_used_at: string },
): Promise<void> {
  const counter = storable(change.counter)
  await tx
    .updateTable('passkeys')
    .set({ ...change, counter })
    .where('id', '=', id)
    .execute()
}

export async function deletePasskey(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('passkeys').where('id', '=', id).execute()
}

export interface SetupToken {
  token_hash: string
  user_id: number
  expires_at: string
}

/** Also deletes expired links. */
export async function insertSetupToken(tx: Tx, token: SetupToken, now: string): Promise<void> {
  await tx.deleteFrom('passkey_setup_tokens').where('expires_at', '<=', now).execute()
  await tx.insertInto('passkey_setup_tokens').values(token).execute()
}

/** The user of a valid link; undefined when it is unknown, used or expired. */
export async function findSetupUser(db: Db, token_hash: string, now: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('passkey_setup_tokens')
    .select('user_id')
    .where('token_hash', '=', token_hash)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row?.user_id
}

export async function deleteSetupToken(tx: Tx, token_hash: string): Promise<void> {
  await tx.deleteFrom('passkey_setup_tokens').where('token_hash', '=', token_hash).execute()
}
