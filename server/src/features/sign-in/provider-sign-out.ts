import type { Clock } from '#kit/clock.ts'
import type { Log } from '#kit/log.ts'
import { untilAborted } from '#kit/until-aborted.ts'
import { withinBudget } from '#kit/upstream-budget.ts'
import { UpstreamFault } from '#kit/upstream-fault.ts'
import type { PersonalAccount } from '#ports/owner-account.ts'

/** 2/4.13: how long a person waits for it at most. */
const SIGN_OUT_MS = 8000

/** Ends the token of a person's own account after its single use. A failure changes nothing for the person. */
export function createProviderSignOut(parts: {
  clock: Clock
  log: Log
  accounts: Pick<PersonalAccount, 'signOut'>
}) {
  const { clock, log, accounts } = parts
  return async function signOut(token: string): Promise<void> {
    const budget = { clock, ms: SIGN_OUT_MS, upstream: 'The provider' }
    await withinBudget(budget, signal => untilAborted(accounts.signOut(token), signal)).catch(
      (error: unknown) => {
        if (!(error instanceof UpstreamFault)) throw error
        log.warn({ err: error }, 'the device of a sign-in could not be removed at the provider')
      },
    )
  }
}
