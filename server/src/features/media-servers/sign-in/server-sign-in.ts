import type { IdentityState, InviteState } from '@foyer/contract/media-servers/server-sign-in'
import { createApprovalPins } from '#features/instances/index.ts'
import { createProviderSignOut } from '#features/sign-in/index.ts'
import { acceptEmail } from '#features/users/index.ts'
import type { Caller, CurrentCaller } from '#kit/caller.ts'
import type { Clock } from '#kit/clock.ts'
import type { Log } from '#kit/log.ts'
import { Refusal } from '#kit/refusal.ts'
import { untilAborted } from '#kit/until-aborted.ts'
import { withinBudget } from '#kit/upstream-budget.ts'
import { UpstreamFault } from '#kit/upstream-fault.ts'
import type { PersonalAccount, ProviderAccount } from '#ports/owner-account.ts'
import type { InviteIdentities } from '../invite-identities.ts'
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
  invite_identities: Pick<InviteIdentities, 'linkProven'>
  currentCaller: CurrentCaller
  registerSecret(secret: string): void
}

interface SignedIn {
  linked: true
  username: string
  email: string
  invite_state: InviteState
  identity_state: IdentityState
  identity_error?: string
}

/** People prove their address by signing in to the provider (2:4.13.2). The token is used once and never kept. */
export function createServerSignIn(parts: ServerSignInParts) {
  const { clock, accounts, emails, invite_identities, currentCaller } = parts
  const signOut = createProviderSignOut(parts)
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

  /** The account also becomes a sign-in method of the caller, where that is turned on. */
  async function linkIdentity(caller: Caller, account: ProviderAccount) {
    const identity_state = await invite_identities.linkProven(caller, account)
    return { identity_state, ...(identity_state === 'conflict' && { identity_error: IDENTITY_CONFLICT }) }
  }

  return {
    begin: (caller: Caller) => pins.begin(caller.user_id),

    async check(caller: Caller, pin_id: string): Promise<SignedIn | { linked: false }> {
      const complete = async (token: string): Promise<SignedIn> => {
        const account = await accounts.describe(token)
        const { username, email } = account
        const now = await currentCaller(caller)
        const identity = await linkIdentity(now, account)
        const [invite_state] = await Promise.all([sharePass(now, email), signOut(token)])
        return { linked: true, username, email, invite_state, ...identity }
      }
      const signed_in = await pins.check(pin_id, complete, caller.user_id)
      await currentCaller(caller)
      return signed_in ?? { linked: false }
    },
  }
}

export type ServerSignIn = ReturnType<typeof createServerSignIn>

const IDENTITY_CONFLICT =
  'This Plex account does not sign you in: it signs in somebody else, or you sign in with another one.'
