import type { InviteState } from '@foyer/contract/media-servers/server-sign-in'
import { createApprovalPins } from '#features/instances/index.ts'
import { acceptEmail } from '#features/users/index.ts'
import type { Caller, CurrentCaller } from '#kit/caller.ts'
import type { Clock } from '#kit/clock.ts'
import type { Log } from '#kit/log.ts'
import { Refusal } from '#kit/refusal.ts'
import { untilAborted } from '#kit/until-aborted.ts'
import { withinBudget } from '#kit/upstream-budget.ts'
import { UpstreamFault } from '#kit/upstream-fault.ts'
import type { PersonalAccount } from '#ports/owner-account.ts'
import type { EmailSharing } from '../invites/email-sharing.ts'

/** 2/4.13: how long the person waits for shares and invites; the sweep does what is left. */
const SHARE_PASS_MS = 8000
const MAX_PINS = 2000
const PROVIDER = 'The provider'

export interface ServerSignInParts {
  clock: Clock
  log: Log
  accounts: PersonalAccount
  emails: Pick<EmailSharing, 'share'>
  currentCaller: CurrentCaller
  registerSecret(secret: string): void
}

interface SignedIn {
  linked: true
  username: string
  email: string
  invite_state: InviteState
}

/** People prove their address by signing in to the provider (2:4.13.2). The token is used once and never kept. */
export function createServerSignIn(parts: ServerSignInParts) {
  const { clock, log, accounts, emails, currentCaller } = parts
  const pins = createApprovalPins<SignedIn>({ ...parts, max: MAX_PINS })

  /** Anything unfinished after the budget stays owed, and the sweep sends it. */
  async function sharePass(caller: Caller, input: string): Promise<InviteState> {
    const email = acceptEmail(input)
    if (email === null) return 'failed'
    const budget = { clock, ms: SHARE_PASS_MS, upstream: PROVIDER }
    try {
      return await withinBudget(budget, signal => untilAborted(emails.share(caller, email, signal), signal))
    } catch (error) {
      if (error instanceof Refusal && error.code === 'email_in_use') return 'claimed'
      if (error instanceof UpstreamFault) return 'failed'
      throw error
    }
  }

  /** Its failure changes nothing for the person. */
  async function signOut(token: string): Promise<void> {
    const budget = { clock, ms: SHARE_PASS_MS, upstream: PROVIDER }
    await withinBudget(budget, signal => untilAborted(accounts.signOut(token), signal)).catch(
      (error: unknown) => {
        if (!(error instanceof UpstreamFault)) throw error
        log.warn({ err: error }, 'the device of a sign-in could not be removed at the provider')
      },
    )
  }

  return {
    begin: (caller: Caller) => pins.begin(caller.user_id),

    async check(caller: Caller, pin_id: string): Promise<SignedIn | { linked: false }> {
      const complete = async (token: string): Promise<SignedIn> => {
        const { username, email } = await accounts.describe(token)
        const now = await currentCaller(caller)
        const [invite_state] = await Promise.all([sharePass(now, email), signOut(token)])
        return { linked: true, username, email, invite_state }
      }
      const signed_in = await pins.check(pin_id, complete, caller.user_id)
      await currentCaller(caller)
      return signed_in ?? { linked: false }
    },
  }
}

export type ServerSignIn = ReturnType<typeof createServerSignIn>
