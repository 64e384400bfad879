import { CHECK_SECONDS } from '@foyer/contract/sign-in/invite-sign-in'
import type { Database } from '#db/database.ts'
import { type Attempt, type Attempts, provesChallenge } from '#features/sign-in/index.ts'
import { type Clock, iso } from '#kit/clock.ts'
import { MINUTE_MS } from '#kit/durations.ts'
import { newSecret } from '#kit/ids.ts'
import { Refusal } from '#kit/refusal.ts'
import { UpstreamFault } from '#kit/upstream-fault.ts'
import type { OwnerPin, PersonalAccount, ProviderAccount } from '#ports/owner-account.ts'
import type { InviteAttempt, Purpose } from './invite-attempt.ts'
import type { InviteAuthService } from './invite-auth.ts'

/** 2:4.3: how long the code of a proven account can be exchanged. */
const CODE_MS = MINUTE_MS

export interface InviteFlowParts {
  database: Database
  clock: Clock
  attempts: Attempts<InviteAttempt>
  auth: Pick<InviteAuthService, 'assertOffered'>
  accounts: PersonalAccount
  /** Ends the provider's token; never throws for a fault of the provider. */
  signOut(token: string): Promise<void>
  registerSecret(secret: string): void
}

type Checked = { status: 'pending'; interval: number } | { status: 'complete'; code: string }

/** From the begin of a sign-in to the proof of the provider's account (2:4.3). */
export function createInviteFlow(parts: InviteFlowParts) {
  const { database, clock, attempts, auth, accounts, signOut } = parts

  /** Reads the attempt and replaces its data under the common lock, so that no change is lost. */
  function change(
    flow: string,
    next: (data: InviteAttempt) => Partial<InviteAttempt> | null,
    lifetime_ms = Number.POSITIVE_INFINITY,
  ): Promise<Attempt<InviteAttempt>> {
    return database.withWriteLock('sign-in-attempts', async tx => {
      const attempt = await attempts.read(tx, flow)
      if (!attempt) throw new Refusal('invalid_flow')
      const changed = next(attempt.data)
      if (!changed) return attempt
      const ends_at = Math.min(Date.parse(attempt.expires_at), clock.now().getTime() + lifetime_ms)
      const data = { ...attempt.data, ...changed }
      const saved = await attempts.change(tx, { ...attempt, expires_at: iso(ends_at) }, data)
      if (!saved) throw new Refusal('invalid_flow')
      return saved
    })
  }

  async function drop(flow: string): Promise<void> {
    await database.withWriteLock('sign-in-attempts', async tx => {
      const attempt = await attempts.read(tx, flow)
      if (attempt) await attempts.take(tx, attempt)
    })
  }

  /** Unknown, expired and used flows, and those of another verifier, are refused alike. */
  async function readOwn(flow: string, verifier: string): Promise<Attempt<InviteAttempt>> {
    const attempt = await attempts.read(database.read, flow)
    if (!attempt || !provesChallenge(attempt.data.challenge, verifier)) throw new Refusal('invalid_flow')
    return attempt
  }

  /** 2:4.3: one poll in three seconds, counted in the row because the next check may reach another process. */
  function isPolledRecently({ polled_at }: InviteAttempt): boolean {
    if (polled_at === null) return false
    const elapsed = clock.now().getTime() - Date.parse(polled_at)
    return elapsed >= 0 && elapsed < CHECK_SECONDS * 1000
  }

  function lastAnswer({ proven, failed }: InviteAttempt): Checked {
    if (proven) return { status: 'complete', code: proven.code }
    if (failed) throw unavailable()
    return { status: 'pending', interval: CHECK_SECONDS }
  }

  async function prove(flow: string, account: ProviderAccount): Promise<Attempt<InviteAttempt>> {
    const proven = { account, code: newSecret('c') }
    return change(flow, data => (data.proven ? null : { proven, failed: false }), CODE_MS)
  }

  /** Another check ended the token after it had proven the account; otherwise the person has to start again. */
  async function afterLostToken(flow: string): Promise<InviteAttempt> {
    const now = await attempts.read(database.read, flow)
    if (now?.data.proven) return now.data
    await drop(flow)
    throw new Refusal('invalid_flow')
  }

  /** The token is used once: the account is described and saved, then the token is ended. */
  async function complete(flow: string, token: string): Promise<InviteAttempt> {
    parts.registerSecret(token)
    const account = await accounts.describe(token).catch((error: unknown) => {
      if (error instanceof UpstreamFault && error.kind === 'rejected_key') return null
      throw error
    })
    if (!account) return afterLostToken(flow)
    try {
      return (await prove(flow, account)).data
    } finally {
      await signOut(token)
    }
  }

  async function poll(flow: string, pin: OwnerPin): Promise<InviteAttempt> {
    const found = await accounts.check(pin)
    if (found === 'expired') {
      await drop(flow)
      throw new Refusal('invalid_flow')
    }
    if (found) return complete(flow, found.token)
    return (await change(flow, data => (data.failed ? { failed: false } : null))).data
  }

  /** Another check may have proven the account in the meantime. */
  async function afterFault(flow: string, fault: UpstreamFault): Promise<InviteAttempt> {
    const { data } = await change(flow, now => (now.proven ? null : { failed: true }))
    if (data.proven) return data
    throw unavailable(fault)
  }

  return {
    readOwn,

    async begin(purpose: Purpose, challenge: string) {
      await auth.assertOffered(database.read)
      const begun = { purpose, challenge, pin: null, polled_at: null, failed: false, proven: null }
      // The row first: when too many are open, the provider receives nothing.
      const { flow, expires_at } = await attempts.begin(begun)
      const pin = await accounts.begin().catch(async (error: unknown) => {
        await drop(flow)
        throw asUnavailable(error)
      })
      await change(flow, () => ({ pin }))
      return { flow, url: pin.url, expires_at, interval: CHECK_SECONDS }
    },

    async check(flow: string, verifier: string): Promise<Checked> {
      await auth.assertOffered(database.read)
      const { data } = await readOwn(flow, verifier)
      if (data.proven || isPolledRecently(data)) return lastAnswer(data)
      let may_poll = false
      const claimed = await change(flow, now => {
        may_poll = !now.proven && !isPolledRecently(now)
        return may_poll ? { polled_at: iso(clock.now()) } : null
      })
      const { pin } = claimed.data
      if (!may_poll || !pin) return lastAnswer(claimed.data)
      const polled = await poll(flow, pin).catch((error: unknown) => {
        if (error instanceof UpstreamFault) return afterFault(flow, error)
        throw error
      })
      await auth.assertOffered(database.read)
      return lastAnswer(polled)
    },

    async cancel(flow: string, verifier: string): Promise<void> {
      await readOwn(flow, verifier)
      await drop(flow)
    },
  }
}

export type InviteFlow = ReturnType<typeof createInviteFlow>

function unavailable(cause?: unknown): Refusal {
  return new Refusal('unavailable', { error: 'Plex did not answer. Try again shortly.', cause })
}

/** 2/4.3: the provider's faults are 503. */
export function asUnavailable(error: unknown): unknown {
  return error instanceof UpstreamFault ? unavailable(error) : error
}
