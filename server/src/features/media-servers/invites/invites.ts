import type { CreatedAccount } from '@foyer/contract/media-servers/media-servers'
import type { InviteState } from '@foyer/contract/media-servers/server-sign-in'
import { z } from 'zod'
import type { Database, Tx } from '#db/database.ts'
import type { MediaServerRecord } from '#features/instances/index.ts'
import { findUser } from '#features/sessions/index.ts'
import { acceptEmail, recordInviteEmail } from '#features/users/index.ts'
import type { RunExclusive } from '#jobs/exclusive.ts'
import { defineJob, done, type Jobs } from '#jobs/index.ts'
import type { Caller, CurrentCaller } from '#kit/caller.ts'
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
} from '../account-store.ts'
import { type AccountSync, accountLock } from '../account-sync.ts'
import { deleteRemoval, type Removal, saveRemovals } from '../attempt-store.ts'
import { recordOf } from '../own-accounts.ts'
import type { SwitchOff } from '../removals.ts'
import { accountRefusal, type ServerAccess } from '../server-access.ts'
import { foremost, hasEarlierAddress, isMovable } from './invite-rules.ts'

const sendInvite = defineJob({
  name: 'media-invite',
  payload: z.object({ user_id: z.int(), instance_id: z.string() }),
})

export interface InviteParts {
  database: Database
  jobs: Jobs
  clock: Clock
  log: Log
  access: ServerAccess
  sync: AccountSync
  switchOff: SwitchOff
  exclusive: RunExclusive
  currentCaller: CurrentCaller
}

/** The outcome of an invite on one server. */
interface Invited {
  state: 'sent' | 'adopted' | 'failed'
  /** Null: not sent yet. */
  account: RemoteAccount | null
  managed: boolean
}

/** Shares of the invite server: requested, owed, adopted and moved (2:4.13.1). */
export function createInvites(parts: InviteParts) {
  const { database, jobs, clock, log, access, sync, switchOff, exclusive, currentCaller } = parts

  /** A failing server leaves it owed; the sweep tries again. */
  async function tolerate(instance_id: string, run: () => Promise<void>): Promise<void> {
    try {
      await run()
    } catch (error) {
      if (!(error instanceof UpstreamFault)) throw error
      log.warn({ err: error, instance_id }, 'a share could not be changed')
    }
  }

  /** Whether the server has the linked share. Null: it could not be read, so the row decides (0.3: state before upstream). */
  async function hasShare(
    { remote_user_id }: AccountRecord,
    instance: MediaServerRecord,
    signal: AbortSignal,
  ): Promise<boolean | null> {
    const { server, connection } = access.reach(instance)
    try {
      return (await server.find(connection, remote_user_id, signal)) !== null
    } catch (error) {
      if (!(error instanceof UpstreamFault)) throw error
      log.warn({ err: error, instance_id: instance.id }, 'a share could not be read')
      return null
    }
  }

  /** Whether this account makes room for another address. One that an admin linked must be unlinked first. */
  async function makesRoom(
    linked: AccountRecord,
    instance: MediaServerRecord,
    signal: AbortSignal,
  ): Promise<boolean> {
    return isMovable(linked) || (await hasShare(linked, instance, signal)) === false
  }

  /**
   * Saves the new row, and the share to remove for it, before anything is sent. Throws a refusal if the grant or the
   * address was lost meanwhile. `is_own`: Foyer was about to remove the share at this address, so it is Foyer's own and
   * stays.
   */
  async function replaceRow(
    tx: Tx,
    linked: AccountRecord | null,
    record: AccountRecord,
  ): Promise<{ old: Removal | null; is_own: boolean }> {
    const { user_id, instance_id, remote_user_id, created_at } = record
    const user = await findUser(tx, user_id)
    if (!user || !(await access.isGranted(tx, { user_id, role: user.role }, instance_id)))
      throw new Refusal('instance_forbidden')
    const holder = await holderOf(tx, instance_id, remote_user_id)
    if (holder !== undefined && holder !== user_id) throw new Refusal('email_in_use')
    await deleteAccount(tx, record)
    const is_own = (await deleteRemoval(tx, record)) && !record.administrator
    await insertAccount(tx, is_own ? { ...record, ...OWED } : record)
    if (!linked || linked.remote_user_id === remote_user_id || !isMovable(linked))
      return { old: null, is_own }
    const old = { instance_id, remote_user_id: linked.remote_user_id, created_at }
    await saveRemovals(tx, [old])
    return { old, is_own }
  }

  function owedRecord(key: AccountKey, email: string): AccountRecord {
    const remote = { id: email, name: email, is_administrator: false, is_disabled: true, pending: true }
    return { ...recordOf(key, remote, iso(clock.now())), ...OWED }
  }

  /** The account behind an invite that was just sent. */
  async function readSent(
    { server, connection }: ReturnType<ServerAccess['reach']>,
    email: string,
    signal: AbortSignal,
  ): Promise<RemoteAccount> {
    const unread = { id: email, name: email, is_administrator: false, is_disabled: false, pending: true }
    const read = await server.find(connection, email, signal).catch((error: unknown) => {
      // It was sent and confirmed; only its details are not known.
      if (error instanceof UpstreamFault) return null
      throw error
    })
    return read ?? unread
  }

  /** Under the lock of the account, for an address in lower case. */
  async function inviteTo(
    key: AccountKey,
    instance: MediaServerRecord,
    email: string,
    signal: AbortSignal,
  ): Promise<Invited> {
    const reached = access.reach(instance)
    const linked = await findAccount(database.read, key)
    if (linked && linked.remote_user_id !== email && !(await makesRoom(linked, instance, signal)))
      throw new Refusal('account_exists', { error: UNLINK_FIRST })
    const found = await reached.server.find(reached.connection, email, signal)
    if (found && linked?.remote_user_id === email) {
      const state = linked.created_by_app ? 'sent' : 'adopted'
      return { state, account: found, managed: linked.manage_access }
    }
    const record = found ? recordOf(key, found, iso(clock.now())) : owedRecord(key, email)
    const { old, is_own } = await database.transaction(tx => replaceRow(tx, linked, record))
    if (old) await tolerate(instance.id, () => switchOff(old, signal))
    if (found && !is_own) return { state: 'adopted', account: found, managed: false }
    await tolerate(instance.id, () => sync.sync(key, signal))
    const now = await findAccount(database.read, key)
    if (!now || now.access_sync_pending || now.disabled)
      return { state: 'failed', account: null, managed: true }
    return { state: 'sent', account: await readSent(reached, email, signal), managed: true }
  }

  /** One server of somebody who shared their address; nothing is sent where an admin unlinked them (2:3). */
  async function sendTo(
    key: AccountKey,
    instance: MediaServerRecord,
    email: string,
    signal?: AbortSignal,
  ): Promise<InviteState> {
    try {
      return await exclusive(
        accountLock(key),
        async held => {
          if ((await suppressedInstances(database.read, key.user_id)).has(key.instance_id)) return 'unlinked'
          const holder = await holderOf(database.read, key.instance_id, email)
          if (holder !== undefined && holder !== key.user_id) return 'claimed'
          return (await inviteTo(key, instance, email, held)).state
        },
        signal,
      )
    } catch (error) {
      if (error instanceof Refusal && error.code === 'email_in_use') return 'claimed'
      if (!(error instanceof UpstreamFault || error instanceof Refusal)) throw error
      log.warn({ err: error, instance_id: instance.id }, 'an invite could not be sent')
      return 'failed'
    }
  }

  /** Sends what is owed to somebody who has no invite or share on this server, or one with an earlier address. */
  async function sendIfOwed(key: AccountKey, signal: AbortSignal): Promise<void> {
    const user = await findUser(database.read, key.user_id)
    const instance = await access.find(database.read, key.instance_id)
    if (!user?.invite_email || instance?.service_type !== 'invite_server') return
    const caller = { user_id: user.id, role: user.role }
    if (!(await access.isGranted(database.read, caller, instance.id))) return
    const email = user.invite_email.toLowerCase()
    const linked = await findAccount(database.read, key)
    if (linked && !hasEarlierAddress(linked, email)) return
    await sendTo(key, instance, email, signal)
  }

  jobs.define(sendInvite)
  jobs.handle(sendInvite, async ({ payload, signal }) => {
    await sendIfOwed(payload, signal)
    return done()
  })

  return {
    /** In the transaction that makes it owed. The job checks again whether it still is. */
    async enqueue(tx: Tx, { user_id, instance_id }: AccountKey): Promise<void> {
      const payload = { user_id, instance_id }
      const dedupe_key = `${user_id}:${instance_id}`
      await jobs.enqueue(tx, sendInvite, payload, { dedupe_key, lane: `media-server:${instance_id}` })
    },

    /** Somebody asks for an invite on one server (2:4.1). The address is saved before anything is sent. */
    async request(caller: Caller, instance_id: string, input: string): Promise<CreatedAccount> {
      const key = { user_id: caller.user_id, instance_id }
      const { service_type } = await access.assertOwn(database.read, caller, instance_id)
      if (service_type !== 'invite_server') throw new Refusal('wrong_kind')
      const address = acceptEmail(input)
      if (address === null) throw new Refusal('invalid_email')
      const email = address.toLowerCase()
      return exclusive(accountLock(key), async signal => {
        const instance = await access.assertOwn(database.read, await currentCaller(caller), instance_id)
        const linked = await findAccount(database.read, key)
        // An invite that is still owed is not there yet.
        if (
          linked?.remote_user_id === email &&
          ((await hasShare(linked, instance, signal)) ?? !linked.disabled)
        )
          throw new Refusal('account_exists')
        if (linked && linked.remote_user_id !== email && !(await makesRoom(linked, instance, signal)))
          throw new Refusal('account_exists', { error: UNLINK_FIRST })
        await database.withWriteLock('users', async tx => {
          const holder = await holderOf(tx, instance_id, email)
          if (holder !== undefined && holder !== key.user_id) throw new Refusal('email_in_use')
          await recordInviteEmail(tx, key.user_id, address)
          await allowLinking(tx, key)
        })
        const { account, managed } = await inviteTo(key, instance, email, signal)
        await access.assertOwn(database.read, await currentCaller(caller), instance_id)
        if (!account) throw new Refusal('upstream_failed', { error: NOT_SENT_YET })
        return {
          username: account.name,
          public_address: instance.server_config?.public_address ?? '',
          pending: account.pending,
          administrator: account.is_administrator,
          manage_access: managed,
        }
      }).catch((error: unknown) => {
        throw accountRefusal(error)
      })
    },

    /** Everything that is owed to somebody who just shared this address; empty when they have no invite server. */
    async sendAll(
      user: Pick<Caller, 'user_id' | 'role'>,
      email: string,
      signal?: AbortSignal,
    ): Promise<InviteState> {
      const visible = await access.visibleTo(database.read, user)
      const servers = visible.filter(one => one.service_type === 'invite_server')
      const states = servers.map(instance =>
        sendTo({ user_id: user.user_id, instance_id: instance.id }, instance, email.toLowerCase(), signal),
      )
      return foremost(await Promise.all(states))
    },
  }
}

export type Invites = ReturnType<typeof createInvites>

/** Foyer's own share, which the sync is to send: it may, because nothing is shared that somebody else removed. */
const OWED = {
  created_by_app: true,
  manage_access: true,
  access_sync_pending: true,
  removed_by_app: true,
} as const satisfies Partial<AccountRecord>

const UNLINK_FIRST =
  'An admin linked another address of yours to this server. Ask them to unlink it before you use a new one.'
const NOT_SENT_YET = 'Plex did not take the invite. Your address is saved, and Foyer keeps trying.'
