import type { CreatedAccount } from '@foyer/contract/media-servers/media-servers'
import type { INVITE_STATES } from '@foyer/contract/users'
import type { Database } from '#db/database.ts'
import type { RunExclusive } from '#jobs/exclusive.ts'
import type { Caller } from '#kit/caller.ts'
import { type Clock, iso } from '#kit/clock.ts'
import type { Log } from '#kit/log.ts'
import { Refusal } from '#kit/refusal.ts'
import { UpstreamFault } from '#kit/upstream-fault.ts'
import type { RemoteAccount } from '#ports/media-server.ts'
import {
  type AccountKey,
  type AccountRecord,
  allowLinking,
  deleteAccount,
  findAccount,
  holderOf,
  insertAccount,
  suppressedInstances,
} from './account-store.ts'
import { type AccountSync, accountLock } from './account-sync.ts'
import { recordOf } from './own-accounts.ts'
import { asRefusal, type ServerAccess, type ServerRecord } from './server-access.ts'

export type InviteState = (typeof INVITE_STATES)[number]

export interface InviteParts {
  database: Database
  clock: Clock
  log: Log
  access: ServerAccess
  sync: AccountSync
  exclusive: RunExclusive
}

/** What became of an invite on one server. */
interface Invited {
  state: Exclude<InviteState, ''>
  account: RemoteAccount | null
  managed: boolean
}

/** Shares of the invite server: asked for, owed, adopted and moved (2:4.13.1). */
export function createInvites(parts: InviteParts) {
  const { database, clock, log, access, sync, exclusive } = parts

  /** Saved as owed before the server is asked, so that nothing is lost; the sweep sends what could not be sent. */
  async function send(key: AccountKey, email: string, signal: AbortSignal): Promise<boolean> {
    await database.transaction(async tx => {
      const remote = { id: email, name: email, is_administrator: false, is_disabled: true, pending: true }
      await insertAccount(tx, {
        ...recordOf(key, remote, iso(clock.now())),
        created_by_app: true,
        manage_access: true,
        access_sync_pending: true,
        // Nothing was shared yet, so that this sync may send the invite.
        removed_by_app: true,
      })
    })
    try {
      await sync.sync(key, signal)
    } catch (error) {
      if (!(error instanceof UpstreamFault)) throw error
      log.warn({ err: error, instance_id: key.instance_id }, 'an invite could not be sent')
    }
    return (await findAccount(database.read, key))?.access_sync_pending === false
  }

  /** A share that Foyer sent to an old address goes; one that an admin linked must be unlinked first. */
  async function moveFrom(before: AccountRecord, instance: ServerRecord, signal: AbortSignal): Promise<void> {
    if (!before.created_by_app) throw new Refusal('account_exists')
    const { server, connection } = access.reach(instance)
    await server.deny(connection, before.remote_user_id, signal)
    await database.transaction(tx => deleteAccount(tx, before))
  }

  async function inviteTo(
    key: AccountKey,
    instance: ServerRecord,
    email: string,
    signal: AbortSignal,
  ): Promise<Invited> {
    const holder = await holderOf(database.read, instance.id, email)
    if (holder !== undefined && holder !== key.user_id)
      return { state: 'claimed', account: null, managed: false }
    const { server, connection } = access.reach(instance)
    const linked = await findAccount(database.read, key)
    if (linked && linked.remote_user_id !== email) await moveFrom(linked, instance, signal)
    const found = await server.find(connection, email, signal)
    if (linked?.remote_user_id === email && found) {
      return {
        state: linked.created_by_app ? 'sent' : 'adopted',
        account: found,
        managed: linked.manage_access,
      }
    }
    if (linked?.remote_user_id === email) await database.transaction(tx => deleteAccount(tx, key))
    if (found) {
      await database.transaction(tx => insertAccount(tx, recordOf(key, found, iso(clock.now()))))
      return { state: 'adopted', account: found, managed: false }
    }
    const is_sent = await send(key, email, signal)
    const account = is_sent ? await server.find(connection, email, signal) : null
    return { state: is_sent ? 'sent' : 'failed', account, managed: true }
  }

  return {
    /** Somebody asks for an invite on one server (2:4.1). */
    async ask(caller: Caller, instance_id: string, email: string): Promise<CreatedAccount> {
      const key = { user_id: caller.user_id, instance_id }
      const id = email.toLowerCase()
      return exclusive(accountLock(key), async signal => {
        const instance = await access.assertOwn(database.read, caller, instance_id)
        if (instance.service_type !== 'invite_server') throw new Refusal('wrong_kind')
        const { server, connection } = access.reach(instance)
        const linked = await findAccount(database.read, key)
        if (linked?.remote_user_id === id && (await server.find(connection, id, signal)))
          throw new Refusal('account_exists')
        await database.transaction(tx => allowLinking(tx, key))
        const { state, account, managed } = await inviteTo(key, instance, id, signal)
        if (state === 'claimed') throw new Refusal('email_in_use')
        if (!account) throw new Refusal('upstream_failed')
        return {
          username: account.name,
          public_address: instance.server_config?.public_address ?? '',
          pending: account.pending,
          administrator: account.is_administrator,
          manage_access: managed,
        }
      }).catch((error: unknown) => {
        throw asRefusal(error)
      })
    },

    /** Sends what is owed to this address on every granted invite server; empty when there is none. */
    async sendOwed(user: Pick<Caller, 'user_id' | 'role'>, email: string): Promise<InviteState> {
      const id = email.toLowerCase()
      const suppressed = await suppressedInstances(database.read, user.user_id)
      const servers = (await access.visibleTo(database.read, user)).filter(
        one => one.service_type === 'invite_server',
      )
      let found: InviteState = ''
      for (const instance of servers) {
        const key = { user_id: user.user_id, instance_id: instance.id }
        if (suppressed.has(instance.id)) {
          found ||= 'unlinked'
          continue
        }
        const state = await exclusive(accountLock(key), async signal => {
          const invited = await inviteTo(key, instance, id, signal)
          return invited.state
        }).catch((error: unknown): InviteState => {
          if (!(error instanceof UpstreamFault || error instanceof Refusal)) throw error
          log.warn({ err: error, instance_id: instance.id }, 'an invite could not be sent')
          return 'failed'
        })
        found = state
      }
      return found
    },
  }
}

export type Invites = ReturnType<typeof createInvites>
