import { isSecureOrigin } from '#features/sessions/index.ts'

const DEFAULT_NAME = 'Passkey'

export interface RelyingParty {
  /** The host that passkeys are bound to. */
  rp_id: string
  /** From where a ceremony may come, exactly as browsers and apps write it. */
  origins: string[]
}

/** 1/4.1: the host of the external address when one is set, else the host that was asked. */
export function relyingParty(known: {
  external_url: string
  request_origin: string
  extra_origins: readonly string[]
}): RelyingParty {
  const asked = new URL(known.request_origin)
  const external = known.external_url === '' ? asked : new URL(known.external_url)
  return {
    rp_id: external.hostname,
    origins: [...new Set([asked.origin, external.origin, ...known.extra_origins])],
  }
}

/** Browsers take a passkey only on a secure page whose host is the relying party's or lies below it. */
export function canUsePasskeys(origin: string, rp_id: string): boolean {
  if (!isSecureOrigin(origin)) return false
  const { hostname } = new URL(origin)
  return hostname === rp_id || hostname.endsWith(`.${rp_id}`)
}

export function namePasskey(given: string | undefined): string {
  return given?.trim() || DEFAULT_NAME
}

/** WebAuthn level 3 §7.2 step 22: many authenticators do not count, and then both numbers stay 0. */
export function isCounterPlausible(stored: number, given: number): boolean {
  return given > stored || (given === 0 && stored === 0)
}

/** What an authenticator stores as the account of a discoverable passkey. */
export function userHandle(user_id: number): string {
  return String(user_id)
}
