import { randomBytes } from 'node:crypto'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { describe, expect, it } from 'vitest'
import { startApp, type TestApp, type TestAppOptions } from '#test/app.ts'
import { callAs } from '#test/calls.ts'
import { afterTest, freshPostgresUrl } from '#test/engines.ts'
import { ECHO } from '#test/mcp.ts'
import { initialize, request, send } from '#test/mcp-messages.ts'
import { listen } from '#test/sockets.ts'
import { registerTool } from '#test/tool-client.ts'

/** With it a token is for the same address, whatever port the server listens on. */
const ISSUER = { APP_OAUTH_ISSUER: 'https://media.example.org' }

/** The whole server, and a tool client that its first admin has allowed. */
async function startWithClient(options: TestAppOptions = {}) {
  const app = await startApp({ ...options, overrides: { tools: [ECHO], ...options.overrides } })
  const admin = await app.setUp()
  const { access_token: token } = await (await registerTool(app)).connect('ana')
  return { app, admin, asAdmin: callAs(app, admin.access_token), token }
}

async function connect(app: TestApp, token: string) {
  const url = new URL(`http://127.0.0.1:${await listen(app)}/mcp`)
  const client = new Client(
    { name: 'test', version: '1' },
    { versionNegotiation: { mode: { pin: '2026-07-28' } } },
  )
  const headers = { authorization: `Bearer ${token}` }
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }))
  afterTest(() => client.close())
  return client
}

describe('the tools of the whole server (2:4.5)', () => {
  it('take a token of the authorization server for this address, and no other', async () => {
    const { app, admin, token } = await startWithClient()
    const status = async (...sent: Parameters<typeof send>) => (await send(...sent)).status
    expect(await status(app, 'POST', initialize(), { token })).toBe(200)
    expect(await status(app, 'POST', initialize(), { token: admin.access_token })).toBe(401)
    expect(await status(app, 'POST', initialize(), { token: admin.refresh_token })).toBe(401)
    expect(await status(app, 'POST', initialize(), { token, headers: { host: 'other.example' } })).toBe(401)
    expect((await app.call('GET', '/api/auth/me', { token })).status).toBe(401)
  })

  it('name the metadata under the base path', async () => {
    const app = await startApp({ env: { APP_BASE_PATH: '/foyer' } })
    const { status, headers } = await app.call('POST', '/mcp', { body: {} })
    expect(status).toBe(401)
    expect(headers['www-authenticate']).toBe(
      'Bearer resource_metadata="http://localhost/foyer/.well-known/oauth-protected-resource/mcp"',
    )
  })

  it('name the issuer, and let only its pages in, when it is configured', async () => {
    const app = await startApp({ env: { APP_OAUTH_ISSUER: 'https://media.example.org/foyer' } })
    const at = (origin: string) => send(app, 'POST', initialize(), { headers: { origin } })
    expect((await at('https://media.example.org')).headers['www-authenticate']).toBe(
      'Bearer resource_metadata="https://media.example.org/foyer/.well-known/oauth-protected-resource/mcp"',
    )
    expect((await at('http://localhost:80')).status).toBe(403)
  })

  it('are the only place where pages of other origins can call', async () => {
    const app = await startApp({ env: { APP_MCP_ALLOWED_ORIGINS: 'https://inspector.example.org' } })
    const headers = { origin: 'https://inspector.example.org' }
    for (const path of ['/api/auth/status', '/api/auth/login', '/oauth/token']) {
      const preflight = await app.call('OPTIONS', path, { headers })
      expect(preflight.status).toBe(405)
      expect(preflight.headers['allow']).not.toMatch(/OPTIONS/)
      for (const answer of [preflight, await app.call('GET', path, { headers })])
        expect(Object.keys(answer.headers).filter(name => name.startsWith('access-control'))).toEqual([])
    }
  })

  it('report a changed list at once, and lose their streams with the device', async () => {
    const { app, asAdmin, token } = await startWithClient({ env: ISSUER })
    const client = await connect(app, token)
    let changes = 0
    client.setNotificationHandler('notifications/tools/list_changed', () => void (changes += 1))
    const subscription = await client.listen({ toolsListChanged: true })
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['echo'])
    expect((await asAdmin('PUT', '/api/admin/ai-tools/echo', { enabled: false })).status).toBe(200)
    await expect.poll(() => changes).toBe(1)
    expect((await client.listTools()).tools).toEqual([])

    const { body } = await asAdmin('GET', '/api/me/devices')
    const device = (body.devices as { id: string; kind: string }[]).find(({ kind }) => kind === 'tool')
    expect((await asAdmin('DELETE', `/api/me/devices/${device?.id}`)).status).toBe(200)
    await app.database.read.selectFrom('users').select('id').execute()
    app.clock.advance(2000)
    expect(await subscription.closed).toBe('remote')
    await expect(client.listTools()).rejects.toThrow(/session_revoked|unauthorized|ended/i)
  })
})

describe('two processes on one database', () => {
  it('know their own sessions only; a changed list is reported by both', async () => {
    const env = {
      ...ISSUER,
      APP_DATABASE_URL: await freshPostgresUrl(),
      APP_ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    }
    const { app: first, asAdmin, token } = await startWithClient({ env })
    const second = await startApp({ env, overrides: { tools: [ECHO] } })
    const { headers } = await send(first, 'POST', initialize(), { token })
    const session = String(headers['mcp-session-id'])
    expect((await send(second, 'POST', request('ping'), { token, session })).status).toBe(404)
    expect((await send(first, 'POST', request('ping'), { token, session })).status).toBe(200)

    const client = await connect(second, token)
    let changes = 0
    client.setNotificationHandler('notifications/tools/list_changed', () => void (changes += 1))
    await client.listen({ toolsListChanged: true })
    await asAdmin('PUT', '/api/admin/ai-tools/echo', { enabled: false })
    await expect.poll(() => changes).toBe(1)
  })
})
