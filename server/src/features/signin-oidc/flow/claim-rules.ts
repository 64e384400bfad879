import type { ProvedIdentity } from '#ports/oidc-provider.ts'
import type { OidcIdentity } from '../oidc-attempts.ts'
import type { SavedOidc } from '../oidc-settings.ts'

/** 2:4.4: requested always. */
const SCOPES = ['openid', 'profile', 'email']
const NAME_CLAIMS = ['preferred_username', 'name', 'email'] as const
/** The longest value that a test shows, and the most groups. */
const SHOWN_LENGTH = 200
const SHOWN_GROUPS = 30

type Claims = ProvedIdentity['claims']

export function scopesOf({ additional_scopes }: Pick<SavedOidc, 'additional_scopes'>): string[] {
  return [...new Set([...SCOPES, ...additional_scopes])]
}

/** The claims that UserInfo is asked for when the ID token lacks one. */
export function wantedClaims(
  { allowed_groups, group_claim }: Pick<SavedOidc, 'allowed_groups' | 'group_claim'>,
  purpose: 'test' | 'other',
): string[] {
  return allowed_groups.length > 0 || purpose === 'test' ? [...NAME_CLAIMS, group_claim] : [...NAME_CLAIMS]
}

/** Only a list of texts counts, compared exactly: "admins" must not match inside a longer text (2/4.4). */
export function isInAllowedGroup(
  claims: Claims,
  { allowed_groups, group_claim }: Pick<SavedOidc, 'allowed_groups' | 'group_claim'>,
): boolean {
  if (allowed_groups.length === 0) return true
  const groups = claims[group_claim]
  if (!Array.isArray(groups) || !groups.every(one => typeof one === 'string')) return false
  return groups.some(one => allowed_groups.includes(one))
}

/** What is kept of a proved identity until the exchange. */
export function identityOf({ claims, ...proved }: ProvedIdentity): OidcIdentity {
  return { ...proved, username: nameIn(claims), email: textIn(claims, 'email') }
}

/** 2/4.4: preferred_username, name, then the local part of the address. */
function nameIn(claims: Claims): string {
  const [local = ''] = textIn(claims, 'email').split('@')
  return textIn(claims, 'preferred_username') || textIn(claims, 'name') || local
}

function textIn(claims: Claims, name: string): string {
  const value = claims[name]
  return typeof value === 'string' && !/\p{Cc}/u.test(value) ? value.trim() : ''
}

/** What arrived in a test: the claims that matter with their values, the others by name. */
export function reportOf(
  { subject, claims }: ProvedIdentity,
  { group_claim }: Pick<SavedOidc, 'group_claim'>,
): string {
  const shown = ['sub', ...NAME_CLAIMS, group_claim]
  const lines = shown.map(name => `${name}: ${describe(name === 'sub' ? subject : claims[name])}`)
  const others = Object.keys(claims).filter(name => !shown.includes(name))
  return [
    'The sign-in works. Nothing was changed.',
    ...lines,
    `Other claims: ${others.sort().join(', ')}`,
  ].join('\n')
}

function describe(value: unknown): string {
  if (value === undefined) return '(missing)'
  const text = Array.isArray(value)
    ? value.slice(0, SHOWN_GROUPS).map(String).join(', ')
    : typeof value === 'string'
      ? value
      : JSON.stringify(value)
  return Array.from(text).slice(0, SHOWN_LENGTH).join('')
}
