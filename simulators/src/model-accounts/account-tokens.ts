import { type Answer, json } from '../kit/answer.ts'
import { hexOf } from '../kit/ids.ts'
import { DAY_MS, HOUR_MS, isoSecond, SECOND_MS } from '../kit/time.ts'

/** The two providers whose accounts are linked by a code. */
export type AccountSide = 'a' | 'b'

export interface ModelAccount {
  email: string
  plan: string
}

export interface UsageWindow {
  label: string
  used_percent: number
  resets_at?: string
}

interface Grant {
  side: AccountSide
  account: ModelAccount
  is_revoked: boolean
}

interface AccessToken {
  grant: Grant
  expires_at: number
}

interface RefreshToken {
  grant: Grant
  is_spent: boolean
}

/** The tokens of linked accounts: issued by the account provider and accepted by the models. */
export interface AccountTokens {
  accepts(side: AccountSide, access_token: string): boolean
  /** The answer of the usage path. */
  usage(access_token: string): Answer
  setUsage(windows: readonly UsageWindow[]): void
  /** Tokens for an account that has just been linked. */
  link(side: AccountSide, account: ModelAccount, client_id: string): TokenPair
  /** New tokens, or null if the refresh token is no longer valid. */
  renew(side: AccountSide, refresh_token: string, client_id: string): TokenPair | null
  /** Revokes every token of this account. */
  revoke(email: string): void
  /** Ends every access token; refresh tokens stay. */
  expireAccess: () => void
  /** The lifetime of access tokens that are issued from now on. */
  setLifetime(seconds: number): void
}

export interface TokenPair {
  access_token: string
  /** Absent when the old one stays. */
  refresh_token?: string
  id_token: string
  expires_in: number
}

const ACCESS_SECONDS = 3600

export function createAccountTokens(seed: string, now: () => number): AccountTokens {
  const access = new Map<string, AccessToken>()
  const refresh = new Map<string, RefreshToken>()
  const grants: Grant[] = []
  let count = 0
  let lifetime = ACCESS_SECONDS
  let windows: readonly UsageWindow[] | null = null

  function issue(grant: Grant, client_id: string, with_refresh: boolean): TokenPair {
    count += 1
    const secret = hexOf(`${seed}:token:${count}`, 24)
    const seconds = Math.floor(now() / SECOND_MS)
    const { email, plan } = grant.account
    const access_token = jwt({ sub: email, exp: seconds + lifetime, jti: `at-${secret}` })
    access.set(access_token, { grant, expires_at: now() + lifetime * SECOND_MS })
    const refresh_token = `rt_${grant.side}_${secret}`
    if (with_refresh) refresh.set(refresh_token, { grant, is_spent: false })
    return {
      access_token,
      ...(with_refresh && { refresh_token }),
      id_token: jwt({
        iss: `https://accounts.test/${grant.side}`,
        aud: client_id,
        sub: `user-${hexOf(email, 12)}`,
        iat: seconds,
        exp: seconds + lifetime,
        email,
        plan_type: plan,
        'https://api.openai.com/auth': { chatgpt_plan_type: plan, chatgpt_account_id: hexOf(email, 16) },
      }),
      expires_in: lifetime,
    }
  }

  function standardWindows(): UsageWindow[] {
    return [
      { label: '5 hours', used_percent: 12, resets_at: isoSecond(now() + 3 * HOUR_MS) },
      { label: 'Week', used_percent: 41.5, resets_at: isoSecond(now() + 4 * DAY_MS) },
    ]
  }

  return {
    accepts(side, token) {
      const found = access.get(token)
      return found?.grant.side === side && !found.grant.is_revoked && now() < found.expires_at
    },
    usage(token) {
      const found = access.get(token)
      if (!found || found.grant.is_revoked || now() >= found.expires_at)
        return json({ error: { message: 'The token is not valid.', code: 'invalid_token' } }, 401)
      return json({ windows: windows ?? standardWindows() })
    },
    setUsage(next) {
      windows = next
    },
    link(side, account, client_id) {
      const grant = { side, account, is_revoked: false }
      grants.push(grant)
      return issue(grant, client_id, true)
    },
    renew(side, token, client_id) {
      const found = refresh.get(token)
      if (!found || found.grant.side !== side || found.grant.is_revoked) return null
      if (side === 'a') return issue(found.grant, client_id, false)
      if (found.is_spent) {
        // A refresh token that is used twice was stolen: everything issued from it is revoked too.
        found.grant.is_revoked = true
        return null
      }
      found.is_spent = true
      return issue(found.grant, client_id, true)
    },
    revoke(email) {
      for (const grant of grants) if (grant.account.email === email) grant.is_revoked = true
    },
    expireAccess: () => access.clear(),
    setLifetime(seconds) {
      lifetime = seconds
    },
  }
}

/** The signature is not real, because nobody checks it: clients take the token from the connection it came over. */
function jwt(claims: Record<string, unknown>): string {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const unsigned = `${part({ alg: 'RS256', kid: 'sim', typ: 'JWT' })}.${part(claims)}`
  return `${unsigned}.${Buffer.from(hexOf(unsigned, 32)).toString('base64url')}`
}
