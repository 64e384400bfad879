import type { ServerAccount, ServerUser } from '@foyer/contract/media-servers/media-server-accounts'
import type { Role } from '@foyer/contract/permissions'
import type { Database, Db, Tx } from '#db/database.ts'
import type { MediaServerRecord } from '#features/instances/index.ts'
import { assertStillMay } from '#features/sessions/index.ts'
import { findUser } from '#features/sessions/index.ts'
import type { RunExclusive } from '#jobs/exclusive.ts'
import type { Caller } from '#kit/caller.ts'
import { type Clock, iso } from '#kit/clock.ts'
import type { Log } from '#kit/log.ts'
import { Refusal } from '#kit/refusal.ts'
import { UpstreamFault } from '#kit/upstream-fault.ts'
import { idsOf, type RemoteAccount } from '#ports/media-server.ts'
import {
  type AccountKey,
  type AccountRecord,
  accountsOfInstance,
  allAccounts,
  allowLinking,
  changeAccount,
  deleteAccount,
  findAccount,
  holderOf,
  insertAccount,
  suppressLinking,
} from './account-store.ts'
import { type AccountSync, accountLock } from './account-sync.ts'
import { type IdentityError, identityError, type InviteIdentities } from './invite-identities.ts'
import { recordOf } from './own-accounts.ts'
import { accountRefusal, type ServerAccess } from './server-access.ts'

export interface ServerAccountParts {
  database: Database
  clock: Clock
  log: Log
  access: ServerAccess
  sync: AccountSync
  exclusive: RunExclusive
  invite_identities: Pick<InviteIdentities, 'conflictOf'>
  /** Ends what the link allowed. */
  unlinked(tx: Tx, key: AccountKey): Promise<void>
}

type LinkedAccount = AccountRecord & { username: string; role: Role }

interface ReadServer {
  instance: MediaServerRecord
  /** By id; null: it did not answer. */
  live: ReadonlyMap<string, RemoteAccount> | null
  /** The users who have a grant. */
  granted: ReadonlySet<number>
}

/** Accounts on media servers as admins see and change them (2:4.2). */
export function createServerAccounts(parts: ServerAccountParts) {
  const { database, clock, log, access, sync, exclusive, invite_identities, unlinked } = parts

  /** Everybody on a server by id; null when it did not answer in time. One call, however many are linked. */
  async function readLive(instance: MediaServerRecord): Promise<Map<string, RemoteAccount> | null> {
    try {
      const all = await access.listAccounts(instance)
      return new Map(all.flatMap(one => idsOf(one).map(id => [id, one] as const)))
    } catch (error) {
      if (!(error instanceof UpstreamFault || error instanceof Refusal)) throw error
      log.warn({ err: error, instance_id: instance.id }, 'a media server could not be read')
      return null
    }
  }

  function present(account: LinkedAccount, { instance, live, granted }: ReadServer): ServerAccount {
    const remote = live?.get(account.remote_user_id)
    return {
      user_id: account.user_id,
      username: account.username,
      instance_id: instance.id,
      instance_name: instance.name,
      service_type: instance.service_type,
      remote_user_id: account.remote_user_id,
      remote_username: account.remote_username,
      ...(remote && { live_username: remote.name }),
      created_by_app: account.created_by_app,
      manage_access: account.manage_access,
      granted: granted.has(account.user_id),
      access_sync_pending: account.access_sync_pending,
      disabled: remote?.is_disabled ?? account.disabled,
      administrator: remote?.is_administrator ?? account.administrator,
      verified: remote !== undefined,
      pending: remote?.pending ?? false,
      ...(account.invited_at !== null && { invited_at: account.invited_at }),
    }
  }

  /** What is needed to show accounts of one server: one call and one query, however many they are. */
  async function readServer(
    instance: MediaServerRecord,
    accounts: readonly LinkedAccount[],
  ): Promise<ReadServer> {
    return { ...(await readStored(instance, accounts)), live: await readLive(instance) }
  }

  async function readStored(
    instance: MediaServerRecord,
    accounts: readonly LinkedAccount[],
  ): Promise<ReadServer> {
    const granted = await access.grantedAmong(database.read, accounts, instance.id)
    return { instance, live: null, granted }
  }

  async function assertUser(db: Db, user_id: number): Promise<{ username: string; role: Role }> {
    const user = await findUser(db, user_id)
    if (!user) throw new Refusal('not_found')
    return { username: user.username, role: user.role }
  }

  async function assertFree(...remote: Parameters<typeof holderOf>): Promise<void> {
    if ((await holderOf(...remote)) !== undefined) throw new Refusal('remote_already_linked')
  }

  async function show(key: AccountKey, read = readServer): Promise<ServerAccount> {
    const user = await assertUser(database.read, key.user_id)
    const account = await findAccount(database.read, key)
    if (!account) throw new Refusal('no_link')
    const linked = { ...account, ...user }
    return present(linked, await read(await access.assertExists(key.instance_id), [linked]))
  }

  const changing = <T>(key: AccountKey, run: (signal: AbortSignal) => Promise<T>): Promise<T> =>
    exclusive(accountLock(key), run).catch((error: unknown) => {
      throw accountRefusal(error)
    })

  /**
   * Lets Foyer manage the account, which the server just said is not an administrator's, and applies the current grant;
   * not reached, it is owed.
   */
  async function manage(caller: Caller, key: AccountKey, signal: AbortSignal): Promise<void> {
    await database.transaction(async tx => {
      await assertStillMay(tx, caller, 'users:manage')
      await changeAccount(tx, key, { manage_access: true, administrator: false, access_sync_pending: true })
    })
    await sync.sync(key, signal).catch((error: unknown) => {
      if (!(error instanceof UpstreamFault)) throw error
      log.warn({ err: error, instance_id: key.instance_id }, 'a media server could not be updated')
    })
  }

  return {
    async list(): Promise<ServerAccount[]> {
      const accounts = await allAccounts(database.read)
      const ids = [...new Set(accounts.map(one => one.instance_id))]
      const instances = await Promise.all(ids.map(id => access.find(database.read, id)))
      const read = await Promise.all(
        instances
          .filter(instance => instance !== null)
          .map(async instance => {
            const own = accounts.filter(one => one.instance_id === instance.id)
            return [instance.id, await readServer(instance, own)] as const
          }),
      )
      const servers = new Map(read)
      return accounts.flatMap(account => {
        const server = servers.get(account.instance_id)
        return server ? [present(account, server)] : []
      })
    },

    async usersOf(instance_id: string): Promise<{ users: ServerUser[] }> {
      const instance = await access.assertExists(instance_id)
      const all = await access.listAccounts(instance).catch((error: unknown) => {
        throw accountRefusal(error)
      })
      const linked = await accountsOfInstance(database.read, instance_id)
      const holders = new Map(linked.map(one => [one.remote_user_id, one.user_id]))
      return {
        users: all.map(({ id, other_ids, name, is_administrator, is_disabled, pending }) => {
          const [linked_user_id] = idsOf({ id, other_ids }).flatMap(one => holders.get(one) ?? [])
          return {
            id,
            name,
            is_administrator,
            is_disabled,
            pending,
            ...(linked_user_id !== undefined && { linked_user_id }),
          }
        }),
      }
    },

    async link(
      caller: Caller,
      key: AccountKey,
      { remote_user_id, manage_access }: { remote_user_id: string; manage_access: boolean },
    ): Promise<ServerAccount & IdentityError> {
      await assertUser(database.read, key.user_id)
      await access.assertExists(key.instance_id)
      const provider_id = await changing(key, async signal => {
        const instance = await access.assertExists(key.instance_id)
        const { server, connection } = access.reach(instance)
        if (await findAccount(database.read, key)) throw new Refusal('account_exists')
        // No server has such an id, and it can be neither looked up nor sent.
        if (!remote_user_id.isWellFormed() || remote_user_id.includes('\0')) throw new Refusal('not_found')
        // 0.3: conflicts with stored data are reported before any upstream is called. The id may be written otherwise.
        await assertFree(database.read, key.instance_id, remote_user_id)
        const remote = await server.find(connection, remote_user_id, signal)
        if (!remote) throw new Refusal('not_found')
        if (manage_access && remote.is_administrator) throw new Refusal('administrator_account')
        await database.transaction(async tx => {
          await assertStillMay(tx, caller, 'users:manage')
          await assertUser(tx, key.user_id)
          await assertFree(tx, key.instance_id, ...idsOf(remote))
          await insertAccount(tx, recordOf(key, remote, iso(clock.now())))
          await allowLinking(tx, key)
        })
        if (manage_access) await manage(caller, key, signal)
        return remote.provider_id
      })
      const conflict = await invite_identities.conflictOf(database.read, key.user_id, provider_id)
      return { ...(await show(key)), ...identityError(conflict) }
    },

    async changeManagement(caller: Caller, key: AccountKey, manage_access: boolean): Promise<ServerAccount> {
      if (!(await findAccount(database.read, key))) throw new Refusal('no_link')
      await changing(key, async signal => {
        const account = await findAccount(database.read, key)
        if (!account) throw new Refusal('no_link')
        // Pending changes are cancelled, and the server is not called, not even to show the account (2:3).
        if (!manage_access) {
          const change = { manage_access: false, access_sync_pending: false }
          await database.transaction(tx => changeAccount(tx, key, change))
          return
        }
        const { server, connection } = access.reach(await access.assertExists(key.instance_id))
        const remote = await server.find(connection, account.remote_user_id, signal)
        if (!remote) throw new UpstreamFault({ upstream: server.product, kind: 'bad_answer' })
        if (remote.is_administrator) throw new Refusal('administrator_account')
        await manage(caller, key, signal)
      })
      return show(key, manage_access ? readServer : readStored)
    },

    /** The row only: grant and account stay, and nothing links them again by itself. */
    async unlink(key: AccountKey): Promise<void> {
      // Sessions are opened under the lock of the users, so none can begin with a link that is going.
      await changing(key, () =>
        database.withWriteLock('users', async tx => {
          if (!(await deleteAccount(tx, key))) throw new Refusal('no_link')
          await suppressLinking(tx, key)
          await unlinked(tx, key)
        }),
      )
    },
  }
}

export type ServerAccounts = ReturnType<typeof createServerAccounts>
