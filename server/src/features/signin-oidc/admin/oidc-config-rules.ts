import { needsSecretAgain, originOf } from '@foyer/contract/secret-origin'
import type { OidcChange, OidcConfig } from '@foyer/contract/sign-in/oidc-admin'
import { fingerprintOf } from '../oidc-configuration.ts'
import { oidcSettings, type SavedOidc } from '../oidc-settings.ts'
import { ssoOnlyInForce } from '../sso-policy.ts'
import { isLoopbackHost } from '#kit/loopback.ts'

const ISSUER_MAX = 2000
const CLIENT_ID_MAX = 1024
const CLAIM_MAX = 200
const GROUP_MAX = 256

/** Partial: omitted fields stay. `client_secret` null keeps the stored one, "" clears it (2/4.4). */
export function applyChange(saved: SavedOidc, change: OidcChange): SavedOidc {
  const issuer = change.issuer?.trim() ?? saved.issuer
  const client_secret = change.client_secret ?? saved.client_secret
  const next = {
    enabled: change.enabled ?? saved.enabled,
    label: (change.label?.trim() ?? saved.label) || oidcSettings.default.label,
    issuer,
    client_id: change.client_id?.trim() ?? saved.client_id,
    client_secret,
    secret_origin:
      client_secret && ((keepsSecret(saved, change) && saved.secret_origin) || (originOf(issuer) ?? '')),
    additional_scopes: cleanList(change.additional_scopes ?? saved.additional_scopes),
    allowed_groups: cleanList(change.allowed_groups ?? saved.allowed_groups),
    group_claim: (change.group_claim?.trim() ?? saved.group_claim) || oidcSettings.default.group_claim,
    auto_create: change.auto_create ?? saved.auto_create,
    sso_only: change.sso_only ?? saved.sso_only,
    use_proxy: change.use_proxy ?? saved.use_proxy,
    tested_with: saved.tested_with,
  }
  return { ...next, tested_with: isTested(next) ? next.tested_with : '' }
}

/** C44 */
export function isTested(saved: SavedOidc): boolean {
  return saved.tested_with !== '' && saved.tested_with === fingerprintOf(saved)
}

function keepsSecret(saved: SavedOidc, { client_secret }: OidcChange): boolean {
  return saved.client_secret !== '' && (client_secret === undefined || client_secret === null)
}

function cleanList(entries: readonly string[]): string[] {
  return [...new Set(entries.map(entry => entry.trim()).filter(entry => entry !== ''))]
}

/** C67: whether the stored secret would be sent to another origin than it was saved for. */
export function movesSecret(saved: SavedOidc, change: OidcChange): boolean {
  return needsSecretAgain({
    keeps_secret: keepsSecret(saved, change),
    saved_for: saved.secret_origin,
    address: change.issuer ?? saved.issuer,
  })
}

/** The problems of a configuration before it is saved, by field; empty when it is valid. */
export function findProblems(next: SavedOidc): Record<string, string> {
  const problems: Record<string, string | undefined> = {
    label: hasControls(next.label) ? 'Leave out line breaks and other control characters.' : undefined,
    issuer: issuerProblem(next),
    client_id: clientProblem(next),
    additional_scopes: next.additional_scopes.every(isScope)
      ? undefined
      : 'Enter each scope by itself, without spaces, quotation marks or backslashes.',
    allowed_groups: next.allowed_groups.every(group => isShortText(group, GROUP_MAX))
      ? undefined
      : `Use at most ${GROUP_MAX} characters for each group, on one line.`,
    group_claim: isShortText(next.group_claim, CLAIM_MAX)
      ? undefined
      : `Use at most ${CLAIM_MAX} characters, on one line.`,
  }
  return Object.fromEntries(
    Object.entries(problems).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
}

/**
 * The issuer is compared with the provider's own spelling, character by character (OpenID Connect Discovery 1.0 §4.3).
 * So nothing is removed from it, not even a slash at its end.
 */
function issuerProblem({ issuer, enabled }: SavedOidc): string | undefined {
  if (issuer === '') return enabled ? 'Enter the issuer of the provider.' : undefined
  const url = /^https?:\/\/[^/]/i.test(issuer) && !/[\\\s]/.test(issuer) ? URL.parse(issuer) : null
  if (!url || issuer.length > ISSUER_MAX) return 'Use an address such as https://login.example.org.'
  if (url.username !== '' || url.password !== '') return 'Leave the name and the password out of the address.'
  if (/[?#]/.test(issuer)) return 'Leave out everything after a question mark or # sign.'
  return url.protocol === 'https:' || isLoopbackHost(url.hostname)
    ? undefined
    : 'Use https. Only a provider on this machine may be used without it.'
}

function clientProblem({ client_id, enabled }: SavedOidc): string | undefined {
  if (client_id === '') return enabled ? 'Enter the client ID that the provider gave you.' : undefined
  return isShortText(client_id, CLIENT_ID_MAX)
    ? undefined
    : `Use at most ${CLIENT_ID_MAX} characters, on one line.`
}

const hasControls = (text: string) => /\p{Cc}/u.test(text)
const isShortText = (text: string, max: number) => text.length <= max && !hasControls(text)

/** RFC 6749 §3.3 */
const isScope = (scope: string) => /^[\x21\x23-\x5b\x5d-\x7e]+$/.test(scope)

/** Whether the change needs a passed test and an admin with a password: it is saved as on, or comes into force. */
export function turnsSsoOnlyOn(before: SavedOidc, next: SavedOidc): boolean {
  return (next.sso_only && !before.sso_only) || (ssoOnlyInForce(next) && !ssoOnlyInForce(before))
}

/**
 * Whether sessions and identities of the provider in use lose their validity: it is off, or another one takes its
 * place, which cannot end the sessions of its predecessor (C63).
 */
export function dropsProvider(before: SavedOidc, next: SavedOidc): boolean {
  return before.enabled && (!next.enabled || next.issuer !== before.issuer)
}

export function presentConfig(saved: SavedOidc, callback_url: string): OidcConfig {
  const { client_secret, secret_origin: _, tested_with: __, ...shown } = saved
  return {
    ...shown,
    has_secret: client_secret !== '',
    callback_url,
    tested: isTested(saved),
  }
}
