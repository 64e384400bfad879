import { generateKeyPairSync } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Configuration, type JWK, Provider } from 'oidc-provider'
import { OIDC_USERS, type OidcUser } from './oidc-users.ts'
import { createProviderStorage } from './provider-storage.ts'
import { signedOutPage, signInPage, signOutPage } from './sign-in-page.ts'

export interface CertifiedOidcOptions {
  port?: number | undefined
}

/** A registered client: the server under test. */
export interface OidcRegistration {
  /** The address of the server under test, with its base path. */
  server_url: string
}

export interface CertifiedOidc {
  readonly name: string
  /** The issuer. */
  readonly url: string
  readonly client_id: string
  readonly client_secret: string
  /** Registers the server under test. Sessions at the provider end. */
  register(registration: OidcRegistration): void
  addUser(user: OidcUser): void
  /** The users and sessions of the beginning; the registration stays. */
  reset(): void
  close: () => Promise<void>
  assertClean: () => void
}

const HOUR = 3600
const CLIENT = { client_id: 'foyer', client_secret: 'certified-client-secret-0123456789' }

/** The certified `oidc-provider`, which proves that sign-in works with a provider that nobody here wrote. */
export async function startCertifiedOidc(options: CertifiedOidcOptions = {}): Promise<CertifiedOidc> {
  let provider: Provider | undefined
  const server = createServer((request, response) => void serve(request, response))
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port ?? 0, '127.0.0.1', resolve)
  })
  // A listening TCP server always has an AddressInfo; only pipes give a string.
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const jwk = signingKey()
  const users = new Map<string, OidcUser>()
  let registered: OidcRegistration = { server_url: 'http://127.0.0.1:9' }

  function open(): void {
    provider = new Provider(url, configure(registered, users, jwk))
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (!provider) return void response.writeHead(503).end()
    if (!request.url?.startsWith('/interaction/')) return void provider.callback()(request, response)
    try {
      await interact(provider, request, response)
    } catch (error) {
      response.writeHead(500, { 'content-type': 'text/plain' }).end(String(error))
    }
  }

  async function interact(at: Provider, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const show = (problem = '') =>
      void response
        .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
        .end(signInPage(request.url ?? '', problem))
    if (request.method !== 'POST') return show()
    const form = new URLSearchParams(await readText(request))
    if (form.get('decision') === 'cancel')
      return at.interactionFinished(request, response, { error: 'access_denied' })
    const user = users.get(form.get('login') ?? '')
    if (!user) return show('Nobody has this name.')
    return at.interactionFinished(request, response, { login: { accountId: user.sub } })
  }

  function reset(): void {
    users.clear()
    for (const user of OIDC_USERS) users.set(user.login, user)
    open()
  }
  reset()

  return {
    name: 'certifiedOidc',
    url,
    ...CLIENT,
    register(registration) {
      registered = registration
      open()
    },
    addUser: user => void users.set(user.login, user),
    reset,
    async close() {
      server.closeAllConnections()
      await new Promise<void>(resolve => {
        server.close(() => resolve())
      })
    },
    // It has every path that a provider has.
    assertClean: () => {},
  }
}

function signingKey(): JWK {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return { ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256', kid: 'certified-1' }
}

function configure(
  { server_url }: OidcRegistration,
  users: ReadonlyMap<string, OidcUser>,
  jwk: JWK,
): Configuration {
  const findUser = (sub: string) => [...users.values()].find(one => one.sub === sub)
  return {
    adapter: createProviderStorage(),
    clients: [
      {
        ...CLIENT,
        redirect_uris: [`${server_url}/api/auth/oidc/callback`],
        post_logout_redirect_uris: [`${server_url}/`],
        backchannel_logout_uri: `${server_url}/api/auth/oidc/backchannel-logout`,
        backchannel_logout_session_required: true,
        response_types: ['code'],
        grant_types: ['authorization_code'],
        token_endpoint_auth_method: 'client_secret_basic',
      },
    ],
    jwks: { keys: [jwk] },
    cookies: { keys: ['certified-cookie-key'] },
    scopes: ['openid', 'profile', 'email', 'groups'],
    claims: {
      openid: ['sub'],
      profile: ['name', 'preferred_username'],
      email: ['email'],
      groups: ['groups'],
    },
    pkce: { required: () => true },
    ttl: { AccessToken: HOUR, Grant: HOUR, IdToken: HOUR, Interaction: HOUR, Session: HOUR },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    features: {
      devInteractions: { enabled: false },
      backchannelLogout: { enabled: true },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource(context, form) {
          context.body = signOutPage(form)
        },
        postLogoutSuccessSource(context) {
          context.body = signedOutPage()
        },
      },
    },
    findAccount(_context, sub) {
      const user = findUser(sub)
      if (!user) return undefined
      const { login: _login, ...claims } = user
      // Undefined claims are left out of the token.
      return { accountId: sub, claims: async () => claims }
    },
    // Nobody is asked for consent: the household runs both sides.
    async loadExistingGrant(context) {
      const { client, session, provider } = context.oidc
      if (!client || !session?.accountId) return undefined
      const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId })
      grant.addOIDCScope('openid profile email groups')
      await grant.save()
      return grant
    },
  }
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  // A request's chunks are Buffers because no encoding was set on it.
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}
