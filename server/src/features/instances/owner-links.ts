import type { Clock } from '#kit/clock.ts'
import { iso } from '#kit/clock.ts'
import { newId } from '#kit/ids.ts'
import { Refusal } from '#kit/refusal.ts'
import type { OwnerAccount, OwnerPin, OwnerServer } from '#ports/owner-account.ts'

/** 1/I: a link is valid for fifteen minutes and kept in memory. */
const LIFE_MS = 15 * 60_000
/** Far more than admins start at once; the oldest is dropped first. */
const MAX_LINKS = 100

interface Link {
  pin: OwnerPin
  ends_at: number
  owner: { token: string; username: string; email: string } | null
}

/** Links to the account that owns an invite server. The owner's token never leaves this process. */
export function createOwnerLinks(deps: {
  accounts: OwnerAccount
  clock: Clock
  registerSecret(secret: string): void
}) {
  const { accounts, clock } = deps
  const links = new Map<string, Link>()

  function find(pin_id: string): Link {
    const link = links.get(pin_id)
    if (link && clock.monotonicMs() < link.ends_at) return link
    links.delete(pin_id)
    throw new Refusal('pin_expired')
  }

  async function begin() {
    const pin = await accounts.begin()
    const pin_id = newId('pin')
    links.set(pin_id, { pin, ends_at: clock.monotonicMs() + LIFE_MS, owner: null })
    const oldest = links.keys().next().value
    if (links.size > MAX_LINKS && oldest !== undefined) links.delete(oldest)
    return { pin_id, code: pin.code, url: pin.url, expires_at: iso(clock.now().getTime() + LIFE_MS) }
  }

  async function check(pin_id: string) {
    const link = find(pin_id)
    if (!link.owner) {
      const found = await accounts.check(link.pin)
      if (found === 'expired') {
        links.delete(pin_id)
        throw new Refusal('pin_expired')
      }
      if (!found) return { linked: false } as const
      deps.registerSecret(found.token)
      link.owner = { token: found.token, ...(await accounts.describe(found.token)) }
    }
    const { username, email } = link.owner
    return { linked: true, account: { username, email } } as const
  }

  /** The owner's token of a completed link; 404 if the link expired or is not approved yet. */
  function tokenOf(pin_id: string): string {
    const { owner } = find(pin_id)
    if (!owner) throw new Refusal('pin_expired', { error: 'This link is not complete yet.' })
    return owner.token
  }

  return {
    begin,
    check,
    tokenOf,
    servers: async (pin_id: string): Promise<OwnerServer[]> => accounts.listServers(tokenOf(pin_id)),
  }
}

export type OwnerLinks = ReturnType<typeof createOwnerLinks>
