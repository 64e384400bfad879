import { basePath } from '#lib/base-url.ts'

/**
 * The provider returns to the external address only, and the verifier stays with the address that began. At another
 * address, single sign-on therefore starts with moving to the external one. Null if this is it.
 */
export function otherOrigin(sso_origin: string | undefined, here: string): string | null {
  return sso_origin && sso_origin !== here ? sso_origin : null
}

/** A page of Foyer at the external address. `path` starts with a slash. */
export function addressAt(origin: string, path: string): string {
  return new URL(`${basePath().replace(/\/$/, '')}${path}`, origin).href
}
