import { createHash, randomBytes } from 'node:crypto'
import type { ToolTokens } from '@foyer/contract/tool-access/oauth-server'
import { PASSWORD, type TestAnswer, type TestApp } from './app.ts'
import { callAs, expectOk } from './calls.ts'

type Fields = Record<string, string>

export const REDIRECT = 'https://tool.example.org/cb'

let addresses = 0
const nextAddress = () => {
  addresses += 1
  return `10.7.${addresses >> 8}.${addresses & 255}`
}

/** Sends a form, each time from a new address, so that no test meets a rate limit by accident (0.5). */
export function sendForm(
  app: TestApp,
  path: string,
  fields: Fields,
  headers: Fields = {},
): Promise<TestAnswer> {
  return app.call('POST', path, {
    from: nextAddress(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: new URLSearchParams(fields).toString(),
  })
}

export function newPkce() {
  const verifier = randomBytes(32).toString('base64url')
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') }
}

/** Where an answer sends the browser; fails the test if it does not. */
export function locationOf({ status, headers, raw }: TestAnswer): URL {
  const { location } = headers
  if (status !== 302 || location === undefined) throw new Error(`answered ${status} ${raw.toString()}`)
  return new URL(location)
}

/** A registered client with a request of its own. */
export async function registerTool(app: TestApp, metadata: Record<string, unknown> = {}) {
  const given = { client_name: 'Robot', redirect_uris: [REDIRECT], ...metadata }
  const { client_id } = expectOk(await callAs(app)('POST', '/oauth/register', given))
  return createTool(app, client_id, given.redirect_uris[0] ?? REDIRECT)
}

export function createTool(app: TestApp, client_id: string, redirect_uri = REDIRECT) {
  const { verifier, challenge } = newPkce()
  const request = {
    client_id,
    redirect_uri,
    response_type: 'code',
    code_challenge: challenge,
    code_challenge_method: 'S256',
    state: 'of the tool',
  }
  const token = (fields: Fields) => sendForm(app, '/oauth/token', { client_id, ...fields })
  const tool = {
    client_id,
    verifier,
    request,

    open: (fields: Fields = {}, headers: Fields = {}) =>
      app.call('GET', `/oauth/authorize?${new URLSearchParams({ ...request, ...fields }).toString()}`, {
        headers,
      }),
    decide: (fields: Fields = {}) =>
      sendForm(app, '/oauth/authorize', { ...request, decision: 'approve', ...fields }),
    /** The code that the client gets when this person signs in and allows it. */
    async approvedBy(username: string, fields: Fields = {}): Promise<string> {
      const answer = await tool.decide({ username, password: PASSWORD, ...fields })
      return locationOf(answer).searchParams.get('code') ?? ''
    },
    exchange: (code: string, fields: Fields = {}) =>
      token({ grant_type: 'authorization_code', code, redirect_uri, code_verifier: verifier, ...fields }),
    refresh: (refresh_token: string, fields: Fields = {}) =>
      token({ grant_type: 'refresh_token', refresh_token, ...fields }),
    revoke: (given: string, fields: Fields = {}) =>
      sendForm(app, '/oauth/revoke', { token: given, client_id, ...fields }),
    /** From the sign-in to the tokens. */
    async connect(username: string): Promise<ToolTokens> {
      return expectOk(await tool.exchange(await tool.approvedBy(username)))
    },
  }
  return tool
}

export type Tool = Awaited<ReturnType<typeof registerTool>>

/** The devices of kind `tool`. */
export function toolDevices(app: TestApp) {
  return app.database.read
    .selectFrom('devices')
    .select(['id', 'user_id', 'client_name', 'device_name', 'began_with'])
    .where('kind', '=', 'tool')
    .execute()
}

/** Whether the tools of this server accept the token: 401 to anything that is not an access token of a live grant. */
export async function opensTools(app: TestApp, token: string): Promise<boolean> {
  const message = { jsonrpc: '2.0', id: 1, method: 'ping' }
  const { status } = await app.call('POST', '/mcp', {
    token,
    body: message,
    headers: { accept: 'application/json, text/event-stream', 'content-type': 'application/json' },
  })
  return status !== 401
}
