import type { IncomingMessage, ServerResponse } from 'node:http'
import { describe, expect, it } from 'vitest'
import { createOutbound } from '#kit/outbound.ts'
import { afterTest } from '#test/engines.ts'
import { readBody, serveHttp } from '#test/loopback-servers.ts'
import { createTestClock } from '#test/test-clock.ts'
import type { OutboundAnswer, Transport } from '#kit/outbound.ts'
import { createModelAccount } from './model-account.ts'

const SETTINGS = {
  client_id: 'foyer-test',
  client_secret: undefined,
  scope: 'openid',
  device_path: '/device/code',
  token_path: '/token',
}

/** A provider that always gives this answer. */
async function answering(status: number, body: unknown, headers: Record<string, string> = {}) {
  const forms: URLSearchParams[] = []
  async function handle(req: IncomingMessage, res: ServerResponse): Promise<void> {
    forms.push(new URLSearchParams(await readBody(req)))
    res.writeHead(status, { 'content-type': 'application/json', ...headers })
    res.end(typeof body === 'string' ? body : JSON.stringify(body))
  }
  const server = await serveHttp((req, res) => void handle(req, res))
  const clock = createTestClock()
  const outbound = createOutbound({ clock, external_proxy: () => null, user_agent: 'Foyer/dev' })
  afterTest(async () => server[Symbol.asyncDispose]())
  afterTest(() => outbound.close())
  const url = `${server.origin}/auth`
  const account = createModelAccount({
    ...SETTINGS,
    external: outbound.external,
    clock,
    url,
    api_url: `${server.origin}/v1`,
    usage_path: '/usage',
  })
  return { account, forms, seen: server.seen }
}

describe('a renewal (ai-providers.md)', () => {
  it.each([
    [400, { error: 'invalid_grant' }],
    [401, { error: { code: 'refresh_token_reused' } }],
    [401, { error: { code: 'refresh_token_expired' } }],
    [401, { error: 'token_revoked' }],
  ])('%s %j ends the link', async (status, body) => {
    const { account, forms } = await answering(status, body)
    expect(await account.renew('rt_1')).toBeNull()
    expect(Object.fromEntries(forms[0] ?? [])).toEqual({
      client_id: 'foyer-test',
      grant_type: 'refresh_token',
      refresh_token: 'rt_1',
    })
  })

  it.each([
    [400, { error: 'invalid_request' }, 'bad_answer'],
    [400, '<html>portal</html>', 'bad_answer'],
    [401, { error: 'invalid_client' }, 'bad_answer'],
    [401, 'proxy', 'bad_answer'],
    [403, { error: 'invalid_grant' }, 'rejected_key'],
    [429, {}, 'rate_limited'],
    [500, {}, 'bad_answer'],
    [502, {}, 'outcome_unknown'],
    [200, 'garbage', 'bad_answer'],
    [200, { refresh_token: 'rt_2' }, 'bad_answer'],
  ])('%s %j does not', async (status, body, kind) => {
    const { account } = await answering(status, body)
    await expect(account.renew('rt_1')).rejects.toMatchObject({ name: 'UpstreamFault', kind })
  })

  it('gives no token to another server', async () => {
    const { account, seen } = await answering(307, '', { location: '/elsewhere' })
    await expect(account.renew('rt_1')).rejects.toMatchObject({ category: 'redirected' })
    await expect(account.usage?.('at_1')).rejects.toMatchObject({ category: 'redirected' })
    expect(seen).toEqual(['POST /auth/token', 'GET /v1/usage'])
  })

  it('bounds the lifetime of a token', async () => {
    const body = { access_token: 'at_2', expires_in: 1e300 }
    const { account } = await answering(200, body)
    expect(await account.renew('rt_1')).toEqual({
      access_token: 'at_2',
      refresh_token: null,
      expires_at: '2027-11-16T09:00:00.000Z',
      email: null,
      plan_type: null,
    })
  })
})

it('sends people to pages over https when the provider itself is reached so', async () => {
  const begun = (verification_uri: string) => {
    const body = {
      device_code: 'dc',
      user_code: 'A-1',
      verification_uri,
      verification_uri_complete: 'http://a.test/',
    }
    // Only the status and the body are used.
    const answer = { status: 200, json: (schema: { parse(data: unknown): unknown }) => schema.parse(body) }
    const external = { send: async () => answer as unknown as OutboundAnswer } as unknown as Transport
    const url = 'https://auth.example'
    return createModelAccount({ ...SETTINGS, external, clock: createTestClock(), url, api_url: url }).begin()
  }
  await expect(begun('http://auth.example/device')).rejects.toMatchObject({ kind: 'bad_answer' })
  expect(await begun('https://auth.example/device')).toEqual({
    device_code: 'dc',
    user_code: 'A-1',
    verification_uri: 'https://auth.example/device',
    expires_in_ms: 900_000,
    interval_seconds: 5,
  })
})
