import { createHash, randomBytes } from 'node:crypto'
import { type Answer, json, type SimRequest, text } from '../kit/answer.ts'
import type { Faults } from '../kit/faults.ts'
import type { Journal } from '../kit/journal.ts'
import type { JsonRecord } from '../kit/json.ts'
import { createSimServer } from '../kit/sim-server.ts'
import { OIDC_USERS, type OidcUser } from './oidc-users.ts'
import { signedOutPage, signInPage } from './sign-in-page.ts'
import { giveBack, publicJwk, type Signature, signToken, takeKey, type Token } from './token-signing.ts'

export interface ScriptedOidcOptions {
  now?: () => number
  port?: number | undefined
}

/** Changes what the provider is about to send. */
type Change<T> = (value: T) => void

/** What a provider may do wrong. Everything stays until `reset`. */
export interface OidcScript {
  /** Changes the description. */
  description?: Change<JsonRecord>
  /** Changes ID tokens before they are signed; the answer waits for it. */
  id_token?: (token: Token) => void | Promise<void>
  signature?: Signature
  /** Changes answers of UserInfo. */
  user_info?: Change<JsonRecord>
  /** Leaves everything but the subject to UserInfo, as some providers do. */
  claims_at_user_info?: boolean
  /** Changes the parameters with which the browser comes back. */
  redirect?: Change<URLSearchParams>
}

export interface ScriptedOidc {
  readonly name: string
  /** The issuer. */
  readonly url: string
  readonly client_id: string
  readonly client_secret: string
  readonly journal: Journal
  readonly faults: Faults
  script: OidcScript
  addUser(user: OidcUser): void
  /** Signs somebody in without a browser: the address at which the browser comes back. */
  approve(authorization_url: string, login: string): string
  /** Likewise for somebody who presses Cancel. */
  cancel(authorization_url: string): string
  /** New keys; the former ones are gone. */
  rotateKeys(): void
  /** The session of this person's last sign-in. */
  sessionOf(login: string): string
  /** A logout token for the session of this person's last sign-in, perhaps changed. */
  logoutToken(login: string, change?: Change<Token>, signature?: Signature): string
  /** Users, keys and script of the beginning; nobody is signed in. */
  reset(): void
  close: () => Promise<void>
  assertClean: () => void
}

interface Grant {
  user: OidcUser
  sid: string
  params: URLSearchParams
}

const CLIENT = { client_id: 'foyer', client_secret: 'scripted-client-secret-0123456789' }
const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout'
const TOKEN_SECONDS = 300

/**
 * A provider that can be scripted to do everything that a certified one never does: sign with the wrong key, name another
 * audience, change its subject.
 */
export async function startScriptedOidc(options: ScriptedOidcOptions = {}): Promise<ScriptedOidc> {
  const now = options.now ?? Date.now
  const seconds = () => Math.floor(now() / 1000)
  const users = new Map<string, OidcUser>()
  const codes = new Map<string, Grant>()
  const access_tokens = new Map<string, OidcUser>()
  const sessions = new Map<string, string>()
  let key = takeKey()
  const held = [key]
  let script: OidcScript = {}

  const server = createSimServer({
    name: 'scriptedOidc',
    port: options.port,
    now,
    authorise: () => null,
    notFound: () => json({ error: 'not_found' }, 404),
    refuse: status => json({ error: 'server_error' }, status),
    refuseKey: () => json({ error: 'invalid_client' }, 401),
  })
  server.route('GET /.well-known/openid-configuration', () => json(describe()), 'open')
  server.route('GET /jwks', () => json({ keys: [publicJwk(key)] }), 'open')
  server.route('GET /authorize', ({ query }) => html(signInPage(`/authorize?${query.toString()}`)), 'open')
  server.route('POST /authorize', request => decide(request), 'open')
  server.route('POST /token', request => exchange(request), 'open')
  server.route('GET /userinfo', request => userInfo(request), 'open')
  server.route('GET /end-session', ({ query }) => endSession(query), 'open')

  function describe(): JsonRecord {
    const issuer = server.url
    const description: JsonRecord = {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/jwks`,
      userinfo_endpoint: `${issuer}/userinfo`,
      end_session_endpoint: `${issuer}/end-session`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'],
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
      backchannel_logout_supported: true,
    }
    script.description?.(description)
    return description
  }

  function comeBack(asked: URLSearchParams, fields: Record<string, string>): string {
    const params = new URLSearchParams({ ...fields, state: asked.get('state') ?? '', iss: server.url })
    script.redirect?.(params)
    return `${asked.get('redirect_uri')}?${params.toString()}`
  }

  function approve(asked: URLSearchParams, user: OidcUser): string {
    const code = secret()
    const sid = secret()
    sessions.set(user.login, sid)
    codes.set(code, { user, sid, params: asked })
    return comeBack(asked, { code })
  }

  function decide({ query, raw_body }: SimRequest): Answer {
    const form = new URLSearchParams(raw_body)
    if (form.get('decision') === 'cancel') return redirect(comeBack(query, { error: 'access_denied' }))
    const user = users.get(form.get('login') ?? '')
    if (!user) return html(signInPage(`/authorize?${query.toString()}`, 'Nobody has this name.'))
    return redirect(approve(query, user))
  }

  async function exchange({ headers, raw_body }: SimRequest): Promise<Answer> {
    const form = new URLSearchParams(raw_body)
    const basic = `Basic ${btoa(`${CLIENT.client_id}:${CLIENT.client_secret}`)}`
    const is_known = headers.authorization === basic || form.get('client_secret') === CLIENT.client_secret
    if (!is_known) return json({ error: 'invalid_client' }, 401)
    const code = form.get('code') ?? ''
    const grant = codes.get(code)
    codes.delete(code)
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    const is_same =
      grant?.params.get('redirect_uri') === form.get('redirect_uri') &&
      grant?.params.get('code_challenge') === challenge
    if (!grant || !is_same) return json({ error: 'invalid_grant' }, 400)
    const access_token = secret()
    access_tokens.set(access_token, grant.user)
    const id_token = await idToken(grant)
    return json({ access_token, token_type: 'Bearer', expires_in: TOKEN_SECONDS, id_token })
  }

  async function idToken({ user, sid, params }: Grant): Promise<string> {
    const { login: _login, sub, ...profile } = user
    const token: Token = {
      header: {},
      claims: {
        ...(script.claims_at_user_info ? {} : profile),
        iss: server.url,
        aud: CLIENT.client_id,
        sub,
        sid,
        nonce: params.get('nonce'),
        iat: seconds(),
        exp: seconds() + TOKEN_SECONDS,
      },
    }
    await script.id_token?.(token)
    return signToken(token, key, script.signature ?? 'RS256')
  }

  function userInfo({ headers }: SimRequest): Answer {
    const user = access_tokens.get((headers.authorization ?? '').replace('Bearer ', ''))
    if (!user) return json({ error: 'invalid_token' }, 401)
    const { login: _login, ...claims } = user
    const answer: JsonRecord = { ...claims }
    script.user_info?.(answer)
    return json(answer)
  }

  function endSession(query: URLSearchParams): Answer {
    const back = query.get('post_logout_redirect_uri')
    return back === null ? html(signedOutPage()) : redirect(back)
  }

  function paramsOf(authorization_url: string): URLSearchParams {
    return new URL(authorization_url).searchParams
  }

  function found(login: string): OidcUser {
    const user = users.get(login)
    if (!user) throw new Error(`nobody at the provider is called ${login}`)
    return user
  }

  function reset(): void {
    users.clear()
    for (const user of OIDC_USERS) users.set(user.login, user)
    codes.clear()
    access_tokens.clear()
    sessions.clear()
    script = {}
    server.faults.clear()
    server.journal.clear()
  }
  reset()
  await server.listen()

  return {
    name: server.name,
    url: server.url,
    ...CLIENT,
    journal: server.journal,
    faults: server.faults,
    get script() {
      return script
    },
    set script(next) {
      script = next
    },
    addUser: user => void users.set(user.login, user),
    approve: (authorization_url, login) => approve(paramsOf(authorization_url), found(login)),
    cancel: authorization_url => comeBack(paramsOf(authorization_url), { error: 'access_denied' }),
    rotateKeys() {
      key = takeKey()
      held.push(key)
    },
    sessionOf: login => sessions.get(login) ?? '',
    logoutToken(login, change, signature = 'RS256') {
      const token: Token = {
        header: { typ: 'logout+jwt' },
        claims: {
          iss: server.url,
          aud: CLIENT.client_id,
          iat: seconds(),
          exp: seconds() + 120,
          jti: secret(),
          events: { [LOGOUT_EVENT]: {} },
          sub: found(login).sub,
          sid: sessions.get(login),
        },
      }
      change?.(token)
      return signToken(token, key, signature)
    },
    reset,
    async close() {
      await server.close()
      for (const one of held.splice(0)) giveBack(one)
    },
    assertClean: server.assertClean,
  }
}

function secret(): string {
  return randomBytes(24).toString('base64url')
}

function html(body: string): Answer {
  return text(body, 200, 'text/html; charset=utf-8')
}

function redirect(location: string): Answer {
  return { status: 302, headers: { location } }
}
