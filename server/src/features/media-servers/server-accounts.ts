import type { ServerAccount, ServerUser } from '@foyer/contract/media-servers/media-server-accounts'
import type { Role } from '@foyer/contract/permissions'
import type { Database, Db } from '#db/database.ts'
import type { RunExclusive } from '#jobs/exclusive.ts'
import { type Clock, iso } from '#kit/clock.ts'
import type { Log } from '#kit/log.ts'
import { Refusal } from '#kit/refusal.ts'
import { withinBudget } from '#kit/upstream-budget.ts'
import { UpstreamFault } from '#kit/upstream-fault.ts'
import type { RemoteAccount } from '#ports/media-server.ts'
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
import { recordOf } from './own-accounts.ts'
import { asRefusal, type ServerAccess, type ServerRecord } from './server-access.ts'

const READ_MS = 4000

export interface ServerAccountParts {
  database: Database
  clock: Clock
  log: Log
  access: ServerAccess
  sync: AccountSync
  exclusive: RunExclusive
}

type LinkedAccount = AccountRecord & { username: string; role: Role }

/** Accounts on media servers as admins see and change them (2:4.2). */
export function createServerAccounts(parts: ServerAccountParts) {
  const { database, clock, log, access, sync, exclusive } = parts

  /** Everybody on a server by id; null when it did not answer in time. One call, however many are linked. */
  async function readLive(instance: ServerRecord): Promise<Map<string, RemoteAccount> | null> {
    try {
      const { server, connection } = access.reach(instance)
      const budget = { clock, ms: READ_MS, upstream: server.product }
      const all = await withinBudget(budget, signal => server.list(connection, signal))
      return new Map(all.map(one => [one.id, one]))
    } catch (error) {
      if (!(error instanceof UpstreamFault || error instanceof Refusal)) throw error
      log.warn({ err: error, instance_id: instance.id }, 'a media server could not be read')
      return null
    }
  }

  async function present(
    account: LinkedAccount,
    instance: ServerRecord,
    live: RemoteAccount | null | undefined,
  ): Promise<ServerAccount> {
    const { user_id, role } = account
    return {
      user_id,
      username: account.username,
      instance_id: instance.id,
      instance_name: instance.name,
      service_type: instance.service_type,
      remote_user_id: account.remote_user_id,
      remote_username: account.remote_username,
      ...(live && { live_username: live.name }),
      created_by_app: account.created_by_app,
      manage_access: account.manage_access,
      granted: await access.isGranted(database.read, { user_id, role }, instance.id),
      access_sync_pending: account.access_sync_pending,
      disabled: live?.is_disabled ?? account.disabled,
      administrator: live?.is_administrator ?? account.administrator,
      verified: Boolean(live),
      pending: live?.pending ?? false,
      ...(account.invited_at !== null && { invited_at: account.invited_at }),
    }
  }

  async function assertUser(db: Db, user_id: number): Promise<{ username: string; role: Role }> {
    const user = await db
      .selectFrom('users')
      .select(['username', 'role'])
      .where('id', '=', user_id)
      .executeTakeFirst()
    if (!user) throw new Refusal('not_found')
    return user
  }

  async function show(key: AccountKey): Promise<ServerAccount> {
    const user = await assertUser(database.read, key.user_id)
    const account = await findAccount(database.read, key)
    if (!account) throw new Refusal('no_link')
    const instance = await access.assertExists(key.instance_id)
    const live = await readLive(instance)
    return present({ ...account, ...user }, instance, live?.get(account.remote_user_id))
  }

  const changing = <T>(key: AccountKey, run: (signal: AbortSignal) => Promise<T>): Promise<T> =>
    exclusive(accountLock(key), run).catch((error: unknown) => {
      throw asRefusal(error)
    })

  /** Lets Foyer manage the account and applies the current grant; not reached, it is owed. */
  async function manage(key: AccountKey, signal: AbortSignal): Promise<void> {
    await database.transaction(tx =>
      changeAccount(tx, key, { manage_access: true, access_sync_pending: true }),
    )
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
          .map(async instance => [instance.id, { instance, live: await readLive(instance) }] as const),
      )
      const servers = new Map(read)
      const rows = accounts.flatMap(account => {
        const server = servers.get(account.instance_id)
        return server ? [present(account, server.instance, server.live?.get(account.remote_user_id))] : []
      })
      return Promise.all(rows)
    },

    async usersOf(instance_id: string): Promise<{ users: ServerUser[] }> {
      const instance = await access.assertExists(instance_id)
      const { server, connection } = access.reach(instance)
      const budget = { clock, ms: READ_MS, upstream: server.product }
      const all = await withinBudget(budget, signal => server.list(connection, signal)).catch(
        (error: unknown) => {
          throw asRefusal(error)
        },
      )
      const linked = await accountsOfInstance(database.read, instance_id)
      const holders = new Map(linked.map(one => [one.remote_user_id, one.user_id]))
      return {
        users: all.map(({ id, name, is_administrator, is_disabled, pending }) => {
          const linked_user_id = holders.get(id)
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
      key: AccountKey,
      { remote_user_id, manage_access }: { remote_user_id: string; manage_access: boolean },
    ): Promise<ServerAccount> {
      await assertUser(database.read, key.user_id)
      await access.assertExists(key.instance_id)
      await changing(key, async signal => {
        const instance = await access.assertExists(key.instance_id)
        const { server, connection } = access.reach(instance)
        if (await findAccount(database.read, key)) throw new Refusal('account_exists')
        const remote = await server.find(connection, remote_user_id, signal)
        if (!remote) throw new Refusal('not_found')
        if (manage_access && remote.is_administrator) throw new Refusal('administrator_account')
        await database.transaction(async tx => {
          await assertUser(tx, key.user_id)
          if ((await holderOf(tx, key.instance_id, remote.id)) !== undefined)
            throw new Refusal('remote_already_linked')
          await insertAccount(tx, recordOf(key, remote, iso(clock.now())))
          await allowLinking(tx, key)
        })
        if (manage_access) await manage(key, signal)
      })
      return show(key)
    },

    async changeManagement(key: AccountKey, manage_access: boolean): Promise<ServerAccount> {
      if (!(await findAccount(database.read, key))) throw new Refusal('no_link')
      await changing(key, async signal => {
        const account = await findAccount(database.read, key)
        if (!account) throw new Refusal('no_link')
        // Pending changes are cancelled, without a word to the server (2:3).
        if (!manage_access) {
          const change = { manage_access: false, access_sync_pending: false }
          await database.transaction(tx => changeAccount(tx, key, change))
          return
        }
        const { server, connection } = access.reach(await access.assertExists(key.instance_id))
        const remote = await server.find(connection, account.remote_user_id, signal)
        if (!remote) throw new UpstreamFault({ upstream: server.product, kind: 'bad_answer' })
        if (remote.is_administrator) throw new Refusal('administrator_account')
        await manage(key, signal)
      })
      return show(key)
    },

    /** The row only: grant and account stay, and nothing links them again by itself. */
    async unlink(key: AccountKey): Promise<void> {
      await changing(key, () =>
        database.transaction(async tx => {
          if (!(await deleteAccount(tx, key))) throw new Refusal('no_link')
          await suppressLinking(tx, key)
        }),
      )
    },
  }
}

export type ServerAccounts = ReturnType<typeof createServerAccounts>
