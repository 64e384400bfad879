import {
  DESTINATION_KINDS,
  type DestinationKind,
  PERSONAL_KINDS,
} from '@foyer/contract/destinations/destination'

/** Whose destinations: those of everybody here, set up by admins, or a person's own. */
export type Scope = 'household' | 'personal'

interface KindFacts {
  /** A typical address. */
  example: string
  /** The scheme of an address that is entered without one; null when the address is not a URL. */
  scheme: 'http' | 'https' | null
  secret: 'none' | 'optional' | 'required'
}

export const KINDS: Readonly<Record<DestinationKind, KindFacts>> = {
  discord: { example: 'https://discord.com/api/webhooks/…', scheme: 'https', secret: 'none' },
  ntfy: { example: 'https://ntfy.sh/foyer-7f3a', scheme: 'https', secret: 'optional' },
  // Usually at home, without a certificate.
  gotify: { example: 'http://192.168.1.20:8070', scheme: 'http', secret: 'required' },
  telegram: { example: '-1001234567890', scheme: null, secret: 'required' },
  webhook: { example: 'https://example.org/hooks/foyer', scheme: 'https', secret: 'optional' },
  email: { example: 'name@example.org', scheme: null, secret: 'none' },
}

export type SecretKind = 'ntfy' | 'gotify' | 'telegram' | 'webhook'

export function takesSecret(kind: DestinationKind): kind is SecretKind {
  return KINDS[kind].secret !== 'none'
}

export function kindsOf(scope: Scope): readonly DestinationKind[] {
  return scope === 'personal' ? PERSONAL_KINDS : DESTINATION_KINDS
}
