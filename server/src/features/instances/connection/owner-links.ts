import type { Clock } from '#kit/clock.ts'
import { Refusal } from '#kit/refusal.ts'
import type { OwnerAccount, OwnerServer } from '#ports/owner-account.ts'
import { createApprovalPins } from '../grants/approval-pins.ts'

const MAX_LINKS = 100

interface Owner {
  token: string
  username: string
  email: string
}

/** Links to the account that owns an invite server. The owner's token never leaves this process. */
export function createOwnerLinks(deps: {
  accounts: OwnerAccount
  clock: Clock
  registerSecret(secret: string): void
}) {
  const { accounts } = deps
  const pins = createApprovalPins<Owner>({ ...deps, max: MAX_LINKS })

  async function check(pin_id: string) {
    const owner = await pins.check(pin_id, async token => ({ token, ...(await accounts.describe(token)) }))
    if (!owner) return { linked: false } as const
    const { username, email } = owner
    return { linked: true, account: { username, email } } as const
  }

  /** The owner's token of a completed link; 404 if the link expired or is not approved yet. */
  function tokenOf(pin_id: string): string {
    const owner = pins.resultOf(pin_id)
    if (!owner) throw new Refusal('pin_expired', { error: 'This link is not complete yet.' })
    return owner.token
  }

  return {
    begin: () => pins.begin(),
    check,
    tokenOf,
    servers: async (pin_id: string): Promise<OwnerServer[]> => accounts.listServers(tokenOf(pin_id)),
  }
}

export type OwnerLinks = ReturnType<typeof createOwnerLinks>
