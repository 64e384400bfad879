import { isSecureOrigin } from '#features/sessions/index.ts'

const DEFAULT_NAME = 'Passkey'

export interface RelyingParty {
  /** The host that passkeys are bound to. */
  rp_id: string
  /** The allowed origins of a ceremony, exactly as browsers and apps send them. */
  origins: string[]
}

/** 1/4.1: the host of the external address if one is set, otherwise the requested host. */
export function relyingParty(known: {
  external_url: string
  request_origin: string
  extra_origins: readonly string[]
}): RelyingParty {
  const requested = new URL(known.request_origin)
  const external = known.external_url === '' ? requested : new URL(known.external_url)
  return {
    rp_id: external.hostname,
    origins: [...new Set([requested.origin, external.origin, ...known.extra_origins])],
  }
}

/** Browsers accept a passkey only on a secure page whose host is the relying party's or below it. */
export function canUsePasskeys(origin: string, rp_id: string): boolean {
  if (!isSecureOrigin(origin)) return false
  const { hostname } = new URL(origin)
  return hostname === rp_id || hostname.endsWith(`.${rp_id}`)
}

export function namePasskey(input: string | undefined): string {
  return input?.trim() || DEFAULT_NAME
}

/** WebAuthn level 3 §7.2 step 22: many authenticators do not count; both numbers are then 0. */
export function isCounterPlausible(stored: number, received: number): boolean {
  return received > stored || (received === 0 && stored === 0)
}

/** The account id an authenticator stores for a discoverable passkey. */
export function userHandle(user_id: number): string {
  return String(user_id)
}
