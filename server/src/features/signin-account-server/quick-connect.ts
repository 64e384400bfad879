import { z } from 'zod'
import type { Database } from '#db/database.ts'
import type { DeviceFacts, SessionIssuer, SignedIn } from '#features/sessions/index.ts'
import type { Attempt, Attempts } from '#features/sign-in/index.ts'
import type { Clock } from '#kit/clock.ts'
import { Refusal } from '#kit/refusal.ts'
import { UpstreamFault } from '#kit/upstream-fault.ts'
import type { RemoteAccount } from '#ports/media-server.ts'
import { type AccountServerRecord, type AccountServers, asSignInRefusal } from './account-servers.ts'
import type { OpenAccountSession } from './account-sessions.ts'
import type { AccountSignInConfig } from './account-sign-in-config.ts'
import type { QuickConnectOffers } from './quick-connect-offers.ts'

/** C62: the seconds between two checks. */
export const CHECK_SECONDS = 5

export const QuickConnectAttempt = z.object({
  instance_id: z.string(),
  /** The secret goes only to the address that gave it (C67). */
  url: z.string(),
  secret: z.string(),
  device_name: z.string().optional(),
  hardware_id: z.string().optional(),
  /** Milliseconds since 1970; null: not checked yet. */
  checked_at: z.number().nullable(),
})
type QuickConnectAttempt = z.infer<typeof QuickConnectAttempt>

/** Signing in by a code of Jellyfin's Quick Connect (C62). Any process may serve the next step. */
export function createQuickConnect(parts: {
  database: Database
  clock: Clock
  config: AccountSignInConfig
  servers: AccountServers
  offers: Pick<QuickConnectOffers, 'remember'>
  attempts: Attempts<QuickConnectAttempt>
  openSession: OpenAccountSession
  issuer: SessionIssuer
}) {
  const { database, clock, config, servers, offers, attempts, openSession, issuer } = parts

  /** False when somebody else was faster. */
  const useUp = (attempt: Attempt<QuickConnectAttempt>): Promise<boolean> =>
    database.transaction(tx => attempts.take(tx, attempt))

  /** Null: it was checked a moment ago, maybe by another process at this moment. */
  async function claim(attempt: Attempt<QuickConnectAttempt>): Promise<Attempt<QuickConnectAttempt> | null> {
    const now = clock.now().getTime()
    const { checked_at } = attempt.data
    // A clock that was set back must not stop the checks.
    const is_recent = checked_at !== null && now >= checked_at && now - checked_at < CHECK_SECONDS * 1000
    if (is_recent) return null
    return database.transaction(tx => attempts.change(tx, attempt, { ...attempt.data, checked_at: now }))
  }

  const approvedBy = (instance: AccountServerRecord, secret: string) =>
    servers.call(instance, async ({ quick_connect }, connection, signal) =>
      quick_connect ? quick_connect.check(connection, secret, signal) : 'expired',
    )

  async function finish(
    attempt: Attempt<QuickConnectAttempt>,
    remote: RemoteAccount,
    user_agent: string,
  ): Promise<SignedIn> {
    const { instance_id, device_name, hardware_id } = attempt.data
    const proven = { instance_id, remote, facts: { device_name, hardware_id, user_agent } }
    const session = await openSession(proven, async tx => {
      if (!(await attempts.take(tx, attempt))) throw new Refusal('invalid_flow')
    })
    return issuer.complete(session)
  }

  return {
    async begin(instance_id: string, { device_name, hardware_id }: Omit<DeviceFacts, 'user_agent'>) {
      const { instance } = await config.assertOffered(database.read, instance_id)
      if (!servers.adapterOf(instance).quick_connect) throw new Refusal('not_supported')
      const begun = await servers
        .call(instance, async ({ quick_connect }, connection, signal) =>
          quick_connect ? quick_connect.begin(connection, signal) : null,
        )
        .catch((error: unknown) => {
          throw asSignInRefusal(error)
        })
      await offers.remember(instance_id, begun !== null)
      if (!begun) throw new Refusal('not_supported')
      const { code, secret } = begun
      const data = { instance_id, url: instance.url, secret, device_name, hardware_id, checked_at: null }
      const { flow, expires_at } = await attempts.begin(data)
      return { flow, code, expires_at, interval: CHECK_SECONDS }
    },

    /** Null: nobody has entered the code yet. */
    async check(flow: string, user_agent: string): Promise<SignedIn | null> {
      await config.assertEnabled(database.read)
      const attempt = await attempts.read(database.read, flow)
      if (!attempt) throw new Refusal('invalid_flow')
      const { instance } = await config.assertOffered(database.read, attempt.data.instance_id)
      if (instance.url !== attempt.data.url) throw new Refusal('invalid_flow')
      const claimed = await claim(attempt)
      if (!claimed) return null
      try {
        const remote = await approvedBy(instance, claimed.data.secret)
        if (remote === 'pending') return null
        if (remote === 'expired') throw new Refusal('invalid_flow')
        return await finish(claimed, remote, user_agent)
      } catch (error) {
        const refused = asSignInRefusal(error)
        // There is one result, a refusal included. A server that is away gave none, so the person may check again.
        if (refused instanceof Refusal && !(error instanceof UpstreamFault)) await useUp(claimed)
        throw refused
      }
    },
  }
}

export type QuickConnectSignIn = ReturnType<typeof createQuickConnect>
