import type { Database, Tx } from '#db/database.ts'
import { findOldestAdmin, findUserByKey, type UserRow, usernameKey } from '#features/sessions/index.ts'
import type { Clock } from '#kit/clock.ts'
import { linkBase } from '#kit/link-base.ts'
import type { Settings } from '#settings/settings.ts'
import { externalAddress } from './address-settings.ts'
import { mintLink } from './link-minting.ts'

export interface AdminLinkParts {
  database: Database
  settings: Pick<Settings, 'read'>
  clock: Clock
  /** The address of this server, used while no external address is saved. */
  own_address: string
  base_path: string
  /** Runs in the transaction of the link and notifies the admins. */
  linkMade: (tx: Tx, admin: { user_id: number; username: string }) => Promise<void>
}

/**
 * C65: a link that signs in an admin who has lost every other way to sign in. Null if there is no admin, or none
 * of that name; then nothing is written.
 */
export async function makeAdminLink(parts: AdminLinkParts, name: string | undefined): Promise<string | null> {
  const { database, settings, clock, own_address, base_path, linkMade } = parts
  const { external_url } = await settings.read(database.read, externalAddress)
  return database.withWriteLock('users', async tx => {
    const admin = await findAdmin(tx, name)
    if (!admin) return null
    const { path } = await mintLink(tx, admin.id, clock.now())
    await linkMade(tx, { user_id: admin.id, username: admin.username })
    return linkBase(external_url || own_address, base_path) + path
  })
}

async function findAdmin(tx: Tx, name: string | undefined): Promise<UserRow | undefined> {
  if (name === undefined) return findOldestAdmin(tx)
  const user = await findUserByKey(tx, usernameKey(name))
  return user?.role === 'admin' ? user : undefined
}
