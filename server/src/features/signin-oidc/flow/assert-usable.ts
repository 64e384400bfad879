import { Refusal } from '#kit/refusal.ts'
import type { Purpose } from '../oidc-attempts.ts'
import type { OidcConfiguration } from '../oidc-configuration.ts'

/** Signing in and linking need a method that is on and complete. */
export function assertEnabled(configuration: OidcConfiguration): OidcConfiguration {
  if (!configuration.saved.enabled || !configuration.is_complete) throw new Refusal('sso_disabled')
  return configuration
}

/** A test may run while the method is off. */
export function assertUsable(configuration: OidcConfiguration, { type }: Purpose): OidcConfiguration {
  if (type !== 'test') return assertEnabled(configuration)
  if (!configuration.is_complete) throw new Refusal('sso_disabled')
  return configuration
}
