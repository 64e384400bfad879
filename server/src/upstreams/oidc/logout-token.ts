import { createLocalJWKSet, decodeJwt, errors, type JSONWebKeySet, type JWTPayload, jwtVerify } from 'jose'
import type { Clock } from '#kit/clock.ts'
import { isRecord } from '#kit/is-record.ts'
import { type LogoutToken, type OidcClient, OidcFault } from '#ports/oidc-provider.ts'

const EVENT = 'http://schemas.openid.net/event/backchannel-logout'
const TYPES = [undefined, 'jwt', 'logout+jwt']

export interface LogoutTokenChecks {
  issuer: string
  client_id: string
  signatures: readonly string[]
  skew_seconds: number
  clock: Clock
  /** `fresh`: the token names a key that the kept ones do not contain. */
  readKeys(fresh: boolean): Promise<JSONWebKeySet>
}

/** OpenID Connect Back-Channel Logout 1.0 §2.6. */
export async function verifyLogoutToken(token: string, checks: LogoutTokenChecks): Promise<LogoutToken> {
  try {
    return accept(await verify(token, checks, false), checks)
  } catch (error) {
    if (error instanceof errors.JWKSNoMatchingKey)
      return accept(await verify(token, checks, true).catch(refuse), checks)
    return refuse(error)
  }
}

/** Before any call to the provider, so that a stranger's token causes none. Proves nothing yet. */
export function assertMeantFor({ issuer, client_id }: OidcClient, token: string): void {
  let claims: JWTPayload
  try {
    claims = decodeJwt(token)
  } catch {
    throw notAccepted('is not a token')
  }
  const is_issuer = claims.iss !== undefined && URL.parse(claims.iss)?.href === URL.parse(issuer)?.href
  if (!is_issuer || ![claims.aud].flat().includes(client_id)) throw notAccepted('is meant for somebody else')
}

async function verify(token: string, checks: LogoutTokenChecks, fresh: boolean): Promise<JWTPayload> {
  const { issuer, client_id, signatures, skew_seconds, clock } = checks
  const keys = createLocalJWKSet(await checks.readKeys(fresh))
  const { payload, protectedHeader } = await jwtVerify(token, keys, {
    issuer,
    audience: client_id,
    algorithms: [...signatures],
    clockTolerance: skew_seconds,
    currentDate: clock.now(),
    requiredClaims: ['iat', 'exp', 'jti', 'events'],
  })
  // An explicit type keeps tokens that were made for something else out (RFC 8725 §3.11).
  if (!TYPES.includes(protectedHeader.typ?.toLowerCase())) throw notAccepted('has another type')
  return payload
}

function accept(claims: JWTPayload, { issuer, skew_seconds, clock }: LogoutTokenChecks): LogoutToken {
  const { jti, exp, iat, sub, sid, events } = claims
  if (typeof jti !== 'string' || jti === '' || exp === undefined || iat === undefined)
    throw notAccepted('lacks a claim')
  if (iat > clock.now().getTime() / 1000 + skew_seconds) throw notAccepted('is from the future')
  // With a nonce an ID token could be passed off as a logout token.
  if ('nonce' in claims) throw notAccepted('has a nonce')
  if (!isRecord(events) || !isRecord(events[EVENT])) throw notAccepted('is not about a logout')
  const subject = typeof sub === 'string' && sub !== '' ? sub : undefined
  const provider_session = typeof sid === 'string' && sid !== '' ? sid : undefined
  if (subject === undefined && provider_session === undefined) throw notAccepted('names no session')
  return {
    issuer,
    jti,
    expires_at: new Date(exp * 1000),
    ...(subject !== undefined && { subject }),
    ...(provider_session !== undefined && { provider_session }),
  }
}

function notAccepted(why: string): OidcFault {
  return new OidcFault('refused', `The logout token ${why}.`)
}

function refuse(error: unknown): never {
  if (error instanceof errors.JOSEError) throw notAccepted('could not be verified')
  throw error
}
