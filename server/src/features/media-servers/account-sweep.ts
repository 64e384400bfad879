import { z } from 'zod'
import type { Database, Tx } from '#db/database.ts'
import { findUser } from '#features/sessions/index.ts'
import type { RunExclusive } from '#jobs/exclusive.ts'
import { again, defineJob, type Jobs } from '#jobs/index.ts'
import type { Clock } from '#kit/clock.ts'
import { MINUTE_MS } from '#kit/durations.ts'
import type { Log } from '#kit/log.ts'
import { Refusal } from '#kit/refusal.ts'
import { UpstreamFault } from '#kit/upstream-fault.ts'
import { owedAccounts } from './account-store.ts'
import { type AccountSync, accountLock } from './account-sync.ts'
import { allAttempts, allRemovals, type Attempt, deleteAttempt, notLeftOver } from './attempt-store.ts'
import { owedInvites } from './invites/invite-store.ts'
import type { Invites } from './invites/invites.ts'
import { isSameName } from './own-account-rules.ts'
import type { SwitchOff } from './removals.ts'
import type { ServerAccess } from './server-access.ts'

const sweep = defineJob({ name: 'media-account-sweep', payload: z.object({}) })
const KEY = 'sweep'

/** 2/4.13: every five minutes, and once 15 seconds after the start. */
const EVERY_MS = 5 * MINUTE_MS
const AFTER_START_MS = 15_000

export interface AccountSweepParts {
  database: Database
  jobs: Jobs
  clock: Clock
  log: Log
  access: ServerAccess
  sync: AccountSync
  invites: Pick<Invites, 'enqueue'>
  switchOff: SwitchOff
  exclusive: RunExclusive
}

/** Retries what is owed to the servers, and nothing else: it never compares with the live server (2:4.13.4). */
export function createAccountSweep(parts: AccountSweepParts) {
  const { database, jobs, clock, log, access, sync, invites, switchOff, exclusive } = parts
  const inMs = (ms: number) => new Date(clock.now().getTime() + ms)

  /** A failing server must not end the sweep of the others. */
  async function tolerate(what: string, run: () => Promise<void>): Promise<void> {
    try {
      await run()
    } catch (error) {
      if (!(error instanceof UpstreamFault || error instanceof Refusal)) throw error
      log.warn({ err: error }, what)
    }
  }

  async function isGranted({ user_id, instance_id }: Attempt): Promise<boolean> {
    const user = await findUser(database.read, user_id)
    return (
      user !== undefined && (await access.isGranted(database.read, { user_id, role: user.role }, instance_id))
    )
  }

  /** What a creation left behind that was interrupted by a crash or a lost answer. */
  async function finish(attempt: Attempt, signal: AbortSignal): Promise<void> {
    const { id, instance_id, remote_username: name } = attempt
    const instance = await access.find(database.read, instance_id)
    const reached = instance && access.reach(instance)
    if (reached?.server.kind !== 'account') return
    const { server, connection } = reached
    const known_ids = await notLeftOver(database.read, attempt)
    let is_clean = await server.discard(connection, { name, known_ids, password: null }, signal)
    // Without the password nobody can prove whose it is; without a grant it must not be used.
    if (!is_clean && !(await isGranted(attempt))) {
      const all = await server.list(connection, signal)
      const left = all.filter(one => isSameName(one.name, name) && !known_ids.includes(one.id))
      for (const account of left) await server.deny(connection, account.id, signal)
      is_clean = true
    }
    if (is_clean) await database.transaction(tx => deleteAttempt(tx, id))
  }

  jobs.define(sweep)
  jobs.handle(sweep, async ({ signal }) => {
    const owed = await owedAccounts(database.read)
    const unsent = await owedInvites(database.read)
    await database.transaction(async tx => {
      for (const key of owed) await sync.enqueue(tx, key)
      for (const key of unsent) await invites.enqueue(tx, key)
    })
    for (const attempt of await allAttempts(database.read)) {
      await tolerate('an interrupted account could not be cleaned up', () =>
        exclusive(accountLock(attempt), held => finish(attempt, held), signal),
      )
    }
    for (const removal of await allRemovals(database.read)) {
      await tolerate('an account could not be switched off', () => switchOff(removal, signal))
    }
    return again(inMs(EVERY_MS))
  })

  return {
    /** At every start. The pass after a start is earlier than the one that was due. */
    schedule: () =>
      database.transaction(async tx => {
        await jobs.cancel(tx, sweep, KEY)
        await jobs.enqueue(tx, sweep, {}, { dedupe_key: KEY, run_at: inMs(AFTER_START_MS) })
      }),
    /** Something is owed that need not wait for the next pass. */
    wake: async (tx: Tx): Promise<void> => void (await jobs.wake(tx, sweep, KEY)),
  }
}
