import { z } from 'zod'
import type { Database, Db, Tx } from '#db/database.ts'
import type { MediaServerRecord } from '#features/instances/index.ts'
import { findUser } from '#features/sessions/index.ts'
import { defineJob, done, type Jobs } from '#jobs/index.ts'
import type { RunExclusive } from '#jobs/exclusive.ts'
import { type Clock, iso } from '#kit/clock.ts'
import type { Log } from '#kit/log.ts'
import { mapConcurrently } from '#kit/map-concurrently.ts'
import { Refusal } from '#kit/refusal.ts'
import { withinBudget } from '#kit/upstream-budget.ts'
import { UpstreamFault } from '#kit/upstream-fault.ts'
import {
  AccountRefused,
  type InviteServer,
  type MediaServerConnection,
  type SharedLibraries,
} from '#ports/media-server.ts'
import {
  type AccountKey,
  type AccountRecord,
  changeAccount,
  findAccount,
  owedAccounts,
} from './account-store.ts'
import { saveRemovals } from './attempt-store.ts'
import { isSameSelection, librariesFor } from './audiobook-policy-store.ts'
import { hasEarlierAddress } from './invites/invite-rules.ts'
import type { ServerAccess } from './server-access.ts'

export const syncAccount = defineJob({
  name: 'media-account-sync',
  payload: z.object({ user_id: z.int(), instance_id: z.string() }),
})

/** 2:4.13.4: how long an admin's save waits for the accounts of a server. */
const REAPPLY_MS = 30_000
const AT_ONCE = 4

export interface AccountSyncParts {
  database: Database
  jobs: Jobs
  clock: Clock
  log: Log
  access: ServerAccess
  exclusive: RunExclusive
}

/** One change of an account at a time (2:4.13.4). */
export function accountLock({ user_id, instance_id }: AccountKey): string {
  return `media-account:${user_id}:${instance_id}`
}

/** What a managed account should be. */
interface Target {
  account: AccountRecord
  instance: MediaServerRecord
  granted: boolean
  libraries: SharedLibraries
  /** The address that its user shared; empty: none. */
  invite_email: string
}

/** What became of it. */
interface Outcome {
  disabled: boolean
  removed_by_app?: boolean
  invited_at?: string
}

/** Applies grants and library selections to managed accounts; linked-only accounts are never touched (2:3). */
export function createAccountSync(parts: AccountSyncParts) {
  const { database, jobs, clock, log, access, exclusive } = parts

  async function targetOf(db: Db, key: AccountKey): Promise<Target | null> {
    const account = await findAccount(db, key)
    if (!account?.manage_access) return null
    const instance = await access.find(db, key.instance_id)
    const user = await findUser(db, key.user_id)
    if (!instance || !user) return null
    return {
      account,
      instance,
      granted: await access.isGranted(db, { user_id: key.user_id, role: user.role }, instance.id),
      libraries: await librariesFor(db, instance, key.user_id),
      invite_email: user.invite_email,
    }
  }

  /** Saved only if nothing changed meanwhile; otherwise the change is still owed. */
  async function settle(applied: Target, key: AccountKey, outcome: Outcome): Promise<void> {
    await database.transaction(async tx => {
      const now = await targetOf(tx, key)
      if (!now || now.account.remote_user_id !== applied.account.remote_user_id) {
        if (applied.granted) await takeBack(tx, applied.account)
        return
      }
      const is_current = now.granted === applied.granted && isSameSelection(now.libraries, applied.libraries)
      // The server let Foyer change it, so it is not an administrator's any more.
      await changeAccount(tx, key, { ...outcome, administrator: false, access_sync_pending: !is_current })
      if (!is_current) await enqueue(tx, key)
    })
  }

  /** A user who was deleted while the server let them in must not stay in; the sweep switches the account off. */
  async function takeBack(tx: Tx, { user_id, instance_id, remote_user_id }: AccountRecord): Promise<void> {
    const is_deleted = !(await findUser(tx, user_id))
    // Removals go with their instance.
    if (is_deleted && (await access.find(tx, instance_id)))
      await saveRemovals(tx, [{ instance_id, remote_user_id, created_at: iso(clock.now()) }])
  }

  async function applyTo(target: Target, key: AccountKey, signal: AbortSignal): Promise<Outcome> {
    const { account, granted, libraries } = target
    const { server, connection } = access.reach(target.instance)
    const id = account.remote_user_id
    if (server.kind === 'invite') return applyShare(target, key, { server, connection }, signal)
    if (granted) return { disabled: (await server.allow(connection, id, libraries, signal)) === null }
    await server.deny(connection, id, signal)
    return { disabled: true }
  }

  /** 2:4.13.1: only a share that Foyer itself removed, or never sent, is sent (again). */
  async function applyShare(
    { account, granted, libraries }: Target,
    key: AccountKey,
    { server, connection }: { server: InviteServer; connection: MediaServerConnection },
    signal: AbortSignal,
  ): Promise<Outcome> {
    const id = account.remote_user_id
    if (granted && account.removed_by_app) {
      const shared = await server.allow(connection, id, libraries, signal)
      return { disabled: shared === null, removed_by_app: false, invited_at: iso(clock.now()) }
    }
    const found = await server.find(connection, id, signal)
    if (granted) {
      if (found) await server.share(connection, id, libraries, signal)
      return { disabled: found === null }
    }
    if (found) {
      // Saved first: if the answer is lost, it is still known who removed the share.
      await database.transaction(tx => changeAccount(tx, key, { removed_by_app: true }))
      await server.deny(connection, id, signal)
    }
    return { disabled: true }
  }

  async function sync(key: AccountKey, signal: AbortSignal): Promise<void> {
    const target = await targetOf(database.read, key)
    if (!target || !isOwed(target)) return
    try {
      await settle(target, key, await applyTo(target, key, signal))
    } catch (error) {
      if (!(error instanceof AccountRefused)) {
        // It may have been carried out nevertheless.
        if (target.granted) await database.transaction(tx => takeBack(tx, target.account))
        throw error
      }
      // Somebody made it an administrator on the server: nothing is owed until the grant or the libraries change.
      await database.transaction(tx =>
        changeAccount(tx, key, { administrator: true, access_sync_pending: false }),
      )
    }
  }

  async function enqueue(tx: Tx, key: AccountKey): Promise<number> {
    const { user_id, instance_id } = key
    return jobs.enqueue(
      tx,
      syncAccount,
      { user_id, instance_id },
      // A slow server holds up one worker, not all of them.
      { dedupe_key: `${user_id}:${instance_id}`, lane: `media-server:${instance_id}` },
    )
  }

  jobs.define(syncAccount)
  jobs.handle(syncAccount, async ({ payload, signal }) => {
    await trySync(payload, signal)
    return done()
  })

  /** A failing server is still owed; the sweep tries again (2:3). */
  async function trySync(key: AccountKey, signal?: AbortSignal): Promise<void> {
    try {
      await exclusive(accountLock(key), held => sync(key, held), signal)
    } catch (error) {
      if (!(error instanceof UpstreamFault || error instanceof Refusal)) throw error
      log.warn({ err: error, instance_id: key.instance_id }, 'a media server could not be updated')
    }
  }

  return {
    enqueue,
    /** Under the lock of the account already. */
    sync,
    /** Everything that is owed to one server, for as long as an admin may wait; the sweep does the rest. */
    async syncInstance(instance_id: string): Promise<void> {
      const owed = (await owedAccounts(database.read)).filter(key => key.instance_id === instance_id)
      const budget = { clock, ms: REAPPLY_MS, upstream: 'The media server' }
      await withinBudget(budget, signal =>
        mapConcurrently(owed, AT_ONCE, async key => {
          if (!signal.aborted) await trySync(key, signal)
        }),
      )
    },
  }
}

export type AccountSync = ReturnType<typeof createAccountSync>

/**
 * 2:4.13.4. A share that somebody else removed is not sent again, so nothing is owed (2:4.13.1). An administrator's
 * account may disagree with the grant (2:3).
 */
function isOwed({ account, instance, granted, invite_email }: Target): boolean {
  const is_share = instance.service_type === 'invite_server'
  // Nobody is invited at an address that they replaced: the invite that is owed to the new one takes the row.
  if (is_share && granted && account.removed_by_app && hasEarlierAddress(account, invite_email)) return false
  if (account.access_sync_pending) return true
  if (account.administrator) return false
  const is_final = is_share && !account.removed_by_app
  return granted ? account.disabled && !is_final : !account.disabled
}
