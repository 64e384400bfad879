import type { CreatedAccount } from '@foyer/contract/media-servers/media-servers'
import type { Database } from '#db/database.ts'
import type { MediaServerRecord } from '#features/instances/index.ts'
import { findUser } from '#features/sessions/index.ts'
import type { RunExclusive } from '#jobs/exclusive.ts'
import type { Caller, CurrentCaller } from '#kit/caller.ts'
import { type Clock, iso } from '#kit/clock.ts'
import { newId } from '#kit/ids.ts'
import { Refusal } from '#kit/refusal.ts'
import { UpstreamFault } from '#kit/upstream-fault.ts'
import type {
  AccountServer,
  MediaServerConnection,
  RemoteAccount,
  SharedLibraries,
} from '#ports/media-server.ts'
import {
  type AccountKey,
  type AccountRecord,
  allowLinking,
  deleteAccount,
  findAccount,
  holderOf,
  insertAccount,
} from './account-store.ts'
import { type AccountSync, accountLock } from './account-sync.ts'
import { attemptsOf, deleteAttempt, notLeftOver, saveAttempt, saveRemovals } from './attempt-store.ts'
import { isSameSelection, librariesFor } from './audiobook-policy-store.ts'
import { accountRefusal, type ServerAccess } from './server-access.ts'

export interface OwnAccountParts {
  database: Database
  clock: Clock
  access: ServerAccess
  sync: AccountSync
  exclusive: RunExclusive
  currentCaller: CurrentCaller
}

/** Accounts that people make or link for themselves (2:4.1). Passwords are used once and never kept. */
export function createOwnAccounts(parts: OwnAccountParts) {
  const { database, clock, access, sync, exclusive } = parts

  function accountServer(instance: MediaServerRecord): {
    server: AccountServer
    connection: MediaServerConnection
  } {
    const { server, connection } = access.reach(instance)
    if (server.kind !== 'account') throw new Refusal('wrong_kind')
    return { server, connection }
  }

  /**
   * A linked account that the server no longer has makes room for a new one. State is judged before the upstream (0.3):
   * where the server cannot be read, the row stands.
   */
  async function assertNone(
    key: AccountKey,
    { server, connection }: { server: AccountServer; connection: MediaServerConnection },
    signal: AbortSignal,
  ): Promise<void> {
    const linked = await findAccount(database.read, key)
    if (!linked) return
    const found = await server.find(connection, linked.remote_user_id, signal).catch((error: unknown) => {
      if (error instanceof UpstreamFault) throw new Refusal('account_exists', { cause: error })
      throw error
    })
    if (found) throw new Refusal('account_exists')
    await database.transaction(tx => deleteAccount(tx, key))
  }

  /** What an interrupted attempt left behind is removed first, now that there is a password to prove it with. */
  async function discardLeftOver(
    key: AccountKey,
    { server, connection }: { server: AccountServer; connection: MediaServerConnection },
    password: string,
    signal: AbortSignal,
  ): Promise<void> {
    for (const attempt of await attemptsOf(database.read, key)) {
      const known_ids = await notLeftOver(database.read, attempt)
      const left = { name: attempt.remote_username, known_ids, password }
      if (await server.discard(connection, left, signal))
        await database.transaction(tx => deleteAttempt(tx, attempt.id))
    }
  }

  /**
   * Saves the new account. Somebody deleted meanwhile, or without the grant, must not keep it; libraries that were chosen
   * meanwhile are owed (2:4.13.4).
   */
  async function keep(
    caller: Caller,
    instance: MediaServerRecord,
    {
      remote,
      libraries,
      attempt_id,
    }: { remote: RemoteAccount; libraries: SharedLibraries; attempt_id: string },
  ): Promise<void> {
    const key = { user_id: caller.user_id, instance_id: instance.id }
    const created_at = iso(clock.now())
    // Grants and libraries are saved under this lock: a change is either seen here, or finds the row and owes it.
    await database.withWriteLock('instances', async tx => {
      await deleteAttempt(tx, attempt_id)
      const user = await findUser(tx, key.user_id)
      if (!user) {
        await saveRemovals(tx, [{ instance_id: instance.id, remote_user_id: remote.id, created_at }])
        return
      }
      const is_granted = await access.isGranted(tx, { user_id: key.user_id, role: user.role }, instance.id)
      const now = await access.find(tx, instance.id)
      const is_same = now !== null && isSameSelection(await librariesFor(tx, now, key.user_id), libraries)
      const is_current = is_granted && is_same
      await insertAccount(tx, {
        ...recordOf(key, remote, created_at),
        created_by_app: true,
        manage_access: true,
        access_sync_pending: !is_current,
      })
      await allowLinking(tx, key)
      if (!is_current) await sync.enqueue(tx, key)
    })
    await access.assertOwn(database.read, await parts.currentCaller(caller), instance.id)
  }

  async function createOn(caller: Caller, instance_id: string, password: string, signal: AbortSignal) {
    const instance = await access.assertOwn(database.read, caller, instance_id)
    const reached = accountServer(instance)
    const { server, connection } = reached
    const key = { user_id: caller.user_id, instance_id }
    await assertNone(key, reached, signal)
    await discardLeftOver(key, reached, password, signal)
    const libraries = await librariesFor(database.read, instance, caller.user_id)
    const known_ids = await server.assertFree(connection, caller.username, signal)
    const attempt = { id: newId('mat'), ...key, remote_username: caller.username, known_ids }
    await database.transaction(tx => saveAttempt(tx, { ...attempt, created_at: iso(clock.now()) }))
    try {
      const account = { name: caller.username, password, ...libraries }
      const remote = await server.create(connection, account, known_ids, signal)
      await keep(caller, instance, { remote, libraries, attempt_id: attempt.id })
      return { instance, remote }
    } catch (error) {
      const may_be_left = error instanceof UpstreamFault && error.kind === 'outcome_unknown'
      if (!may_be_left) await database.transaction(tx => deleteAttempt(tx, attempt.id))
      throw error
    }
  }

  return {
    /** C17: a missing grant is reported before errors in the body. */
    async assertGranted(caller: Caller, instance_id: string): Promise<void> {
      await access.assertOwn(database.read, caller, instance_id)
    },

    async create(caller: Caller, instance_id: string, password: string): Promise<CreatedAccount> {
      const key = { user_id: caller.user_id, instance_id }
      await access.assertOwn(database.read, caller, instance_id)
      const { instance, remote } = await exclusive(accountLock(key), signal =>
        createOn(caller, instance_id, password, signal),
      ).catch((error: unknown) => {
        throw accountRefusal(error)
      })
      return {
        username: remote.name,
        public_address: instance.server_config?.public_address ?? '',
        pending: remote.pending,
        administrator: remote.is_administrator,
        manage_access: true,
      }
    },

    /** The row is checked before credentials are sent, so that a refused request moves no lockout counter. */
    async link(caller: Caller, instance_id: string, credentials: { username: string; password: string }) {
      const key = { user_id: caller.user_id, instance_id }
      await access.assertOwn(database.read, caller, instance_id)
      return exclusive(accountLock(key), async signal => {
        const instance = await access.assertOwn(database.read, caller, instance_id)
        const reached = accountServer(instance)
        await assertNone(key, reached, signal)
        const remote = await reached.server.authenticate(reached.connection, credentials, signal)
        const now = await parts.currentCaller(caller)
        await database.transaction(async tx => {
          await access.assertOwn(tx, now, instance_id)
          if ((await holderOf(tx, instance_id, remote.id)) !== undefined)
            throw new Refusal('remote_already_linked')
          await insertAccount(tx, recordOf(key, remote, iso(clock.now())))
          await allowLinking(tx, key)
        })
        return {
          username: remote.name,
          public_address: instance.server_config?.public_address ?? '',
          administrator: remote.is_administrator,
          manage_access: false as const,
        }
      }).catch((error: unknown) => {
        throw accountRefusal(error)
      })
    },
  }
}

export type OwnAccounts = ReturnType<typeof createOwnAccounts>

/** A linked account that Foyer neither made nor manages. */
export function recordOf(key: AccountKey, remote: RemoteAccount, created_at: string): AccountRecord {
  return {
    user_id: key.user_id,
    instance_id: key.instance_id,
    remote_user_id: remote.id,
    remote_username: remote.name,
    created_by_app: false,
    manage_access: false,
    disabled: remote.is_disabled,
    administrator: remote.is_administrator,
    access_sync_pending: false,
    removed_by_app: false,
    invited_at: null,
    created_at,
  }
}
