import type { AccountSignIn } from '@foyer/contract/sign-in/account-sign-in'
import type { Database, Db, Tx } from '#db/database.ts'
import type { Inventory } from '#features/instances/index.ts'
import type { SessionsBegun } from '#features/sessions/index.ts'
import { Refusal } from '#kit/refusal.ts'
import type { Settings } from '#settings/settings.ts'
import { type AccountServerRecord, isAccountServer } from './account-servers.ts'
import { accountSignInSettings } from './account-sign-in-settings.ts'

export interface AccountSignInConfigParts {
  database: Database
  settings: Settings
  inventory: Pick<Inventory, 'list'>
  endSessionsBegun(tx: Tx, begun: SessionsBegun): Promise<unknown>
  /** Ends every Quick Connect under way. */
  endAttempts(tx: Tx): Promise<void>
}

interface Offer {
  instance: AccountServerRecord
  auto_create: boolean
}

/** Whose accounts may sign in (C62). */
export function createAccountSignInConfig(parts: AccountSignInConfigParts) {
  const { database, settings, inventory, endSessionsBegun, endAttempts } = parts

  async function accountServers(db: Db): Promise<AccountServerRecord[]> {
    return (await inventory.list(db)).filter(isAccountServer)
  }

  /** An instance that was deleted is not in the list any more. */
  async function read(db: Db): Promise<AccountSignIn> {
    const saved = await settings.read(db, accountSignInSettings)
    const existing = new Set((await accountServers(db)).map(one => one.id))
    return { ...saved, instance_ids: saved.instance_ids.filter(id => existing.has(id)) }
  }

  async function assertAccountServers(db: Db, ids: readonly string[]): Promise<void> {
    const existing = new Set((await accountServers(db)).map(one => one.id))
    if (ids.every(id => existing.has(id))) return
    const instance_ids = 'Choose Jellyfin or Emby servers only.'
    throw new Refusal('validation', { fields: { instance_ids } })
  }

  async function save(tx: Tx, change: Partial<AccountSignIn>): Promise<AccountSignIn> {
    const before = await read(tx)
    const instance_ids = [...new Set(change.instance_ids ?? before.instance_ids)]
    await assertAccountServers(tx, instance_ids)
    const after = await settings.update<AccountSignIn>(tx, accountSignInSettings, { ...change, instance_ids })
    if (!after.enabled) {
      await endSessionsBegun(tx, { method: 'account_server' })
      await endAttempts(tx)
      return after
    }
    for (const issuer of before.instance_ids)
      if (!instance_ids.includes(issuer)) await endSessionsBegun(tx, { method: 'account_server', issuer })
    return after
  }

  async function assertEnabled(db: Db): Promise<AccountSignIn> {
    const config = await read(db)
    if (!config.enabled) throw new Refusal('sign_in_disabled')
    return config
  }

  return {
    read,
    assertEnabled,

    /**
     * Sessions are opened under the lock of the users too, so none can be opened while the method is being turned off.
     */
    change: (change: Partial<AccountSignIn>): Promise<AccountSignIn> =>
      settings.lock(async tx => {
        await database.alsoLock(tx, 'users')
        await database.alsoLock(tx, 'instances')
        return save(tx, change)
      }),

    /** The listed servers, in the order of the instances. Null while the method is off. */
    async offered(db: Db): Promise<AccountServerRecord[] | null> {
      const { enabled, instance_ids } = await read(db)
      if (!enabled) return null
      return (await accountServers(db)).filter(one => instance_ids.includes(one.id))
    },

    /** Throws `sign_in_disabled` while the method is off, and for a server that is not listed. */
    async assertOffered(db: Db, instance_id: string): Promise<Offer> {
      const { auto_create, instance_ids } = await assertEnabled(db)
      const instance = (await accountServers(db)).find(one => one.id === instance_id)
      if (!instance || !instance_ids.includes(instance_id)) throw new Refusal('sign_in_disabled')
      return { instance, auto_create }
    },
  }
}

export type AccountSignInConfig = ReturnType<typeof createAccountSignInConfig>
