import {
  auth,
  Client,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type StoredOAuthClientInformation,
  type StoredOAuthTokens,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client'
import { expect } from '@playwright/test'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { newAddress } from './world.ts'

/** Where the browser goes after the consent, as with any assistant on somebody's computer. */
async function startCallback(): Promise<{
  url: string
  next: () => Promise<URLSearchParams>
  server: Server
}> {
  const arrivals: URLSearchParams[] = []
  const server = createServer((request, response) => {
    arrivals.push(new URL(request.url ?? '/', 'http://localhost').searchParams)
    response.setHeader('content-type', 'text/html').end('<h1>Back at the assistant</h1>')
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  const next = async () => {
    await expect.poll(() => arrivals.length, 'the browser comes back').toBeGreaterThan(0)
    return arrivals.shift() ?? new URLSearchParams()
  }
  return { url: `http://127.0.0.1:${port}/callback`, next, server }
}

/** What an assistant stores between its steps. */
function createProvider(client_name: string, redirectUrl: string) {
  let information: StoredOAuthClientInformation | undefined
  let tokens: StoredOAuthTokens | undefined
  let verifier = ''
  let discovered: OAuthDiscoveryState | undefined
  let authorize_url: URL | undefined
  const provider: OAuthClientProvider = {
    redirectUrl,
    clientMetadata: {
      client_name,
      redirect_uris: [redirectUrl],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
      scope: 'mcp:access',
    },
    state: () => 'state-of-the-assistant',
    clientInformation: () => information,
    saveClientInformation: saved => {
      information = saved
    },
    tokens: () => tokens,
    saveTokens: saved => {
      tokens = saved
    },
    redirectToAuthorization: url => {
      authorize_url = url
    },
    saveCodeVerifier: saved => {
      verifier = saved
    },
    codeVerifier: () => verifier,
    saveDiscoveryState: saved => {
      discovered = saved
    },
    discoveryState: () => discovered,
    invalidateCredentials: scope => {
      if (scope === 'all' || scope === 'tokens') tokens = undefined
    },
  }
  return {
    provider,
    tokens: () => tokens,
    clientInformation: () => information,
    /** The page that a person has to open; each is opened once. */
    takeAuthorizeUrl: () => {
      const url = authorize_url
      authorize_url = undefined
      return url?.href ?? ''
    },
  }
}

/** An assistant on somebody's computer: the client library of the protocol, with OAuth as it does it. */
export async function startAssistant(mcp_url: string, client_name: string) {
  const address = newAddress()
  const fromHere: typeof fetch = (url, init) => {
    const headers = new Headers(init?.headers)
    for (const [name, value] of Object.entries(address)) headers.set(name, value)
    return fetch(url, { ...init, headers })
  }
  const callback = await startCallback()
  const { provider, tokens, clientInformation, takeAuthorizeUrl } = createProvider(client_name, callback.url)
  const newTransport = () =>
    new StreamableHTTPClientTransport(new URL(mcp_url), { authProvider: provider, fetch: fromHere })
  let client = new Client({ name: client_name, version: '1.0.0' })

  async function refresh(): Promise<void> {
    const before = tokens()
    await auth(provider, { serverUrl: mcp_url, fetchFn: fromHere })
    expect(tokens()?.refresh_token, 'a refresh token is used once').not.toBe(before?.refresh_token)
    expect(tokens()?.access_token).not.toBe(before?.access_token)
  }

  return {
    tokens,
    clientInformation,
    refresh,
    /** Discovers, registers and asks for access; the page that a person opens for it. */
    async askForAccess(): Promise<string> {
      await expect(client.connect(newTransport())).rejects.toBeInstanceOf(UnauthorizedError)
      return takeAuthorizeUrl()
    },
    /** After the person allowed it: exchanges the code and connects. */
    async connect(): Promise<void> {
      const transport = newTransport()
      await transport.finishAuth(await callback.next())
      client = new Client({ name: client_name, version: '1.0.0' })
      await client.connect(newTransport())
    },
    tools: async () => (await client.listTools()).tools.map(({ name }) => name),
    /** The structured answer of a tool. */
    async use(name: string, input: Record<string, unknown>): Promise<Record<string, unknown>> {
      const answer = await client.callTool({ name, arguments: input })
      expect(answer.isError, `${name}: ${JSON.stringify(answer.content)}`).not.toBe(true)
      return answer.structuredContent as Record<string, unknown>
    },
    /** What the server answers to this assistant's token. */
    async status(): Promise<number> {
      const answer = await fromHere(mcp_url, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${tokens()?.access_token ?? 'none'}`,
          accept: 'application/json, text/event-stream',
          'content-type': 'application/json',
        },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' }),
      })
      await answer.body?.cancel()
      return answer.status
    },
    async close(): Promise<void> {
      await client.close()
      callback.server.closeAllConnections()
      await new Promise(done => callback.server.close(done))
    },
  }
}

export type Assistant = Awaited<ReturnType<typeof startAssistant>>
