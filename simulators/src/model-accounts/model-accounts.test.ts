import { afterEach, beforeEach, expect, it } from 'vitest'
import { asRecord } from '../kit/json.ts'
import { SECOND_MS } from '../kit/time.ts'
import { startWorld, type World } from '../world.ts'

let world: World<'models' | 'modelAccounts'>
beforeEach(async () => {
  world = await startWorld({
    products: ['models', 'modelAccounts'],
    now: () => Date.parse('2026-03-01T12:00:00Z'),
  })
})
afterEach(() => world.close())

type Side = 'a' | 'b'

async function send(side: Side, path: string, fields: Record<string, string>) {
  const response = await fetch(world.modelAccounts.urls[side] + path, {
    method: 'POST',
    body: new URLSearchParams({ client_id: world.modelAccounts.client_ids[side], ...fields }),
  })
  return { status: response.status, body: asRecord(await response.json()) }
}

async function begin(side: Side) {
  const { body } = await send(side, '/device/code', { scope: 'openid' })
  return { device_code: String(body['device_code']), user_code: String(body['user_code']), body }
}

const poll = (side: Side, device_code: string, fields = {}) =>
  send(side, '/token', {
    grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
    device_code,
    ...fields,
  })

const renew = (side: Side, refresh_token: unknown) =>
  send(side, '/token', { grant_type: 'refresh_token', refresh_token: String(refresh_token) })

async function link(side: Side) {
  const { device_code, user_code } = await begin(side)
  world.modelAccounts.approve(user_code)
  return (await poll(side, device_code)).body
}

async function turn(side: Side, token: unknown): Promise<number> {
  const base = side === 'a' ? world.models.urls.openai : world.models.urls.grok
  const response = await fetch(`${base}/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${String(token)}` },
    body: JSON.stringify({ model: 'm', messages: [{ role: 'user', content: 'Hi' }] }),
  })
  await response.text()
  return response.status
}

const claimsOf = (token: unknown) =>
  asRecord(JSON.parse(Buffer.from(String(token).split('.')[1] ?? '', 'base64url').toString()))

it('links an account once its owner has allowed it, and its tokens work at the models', async () => {
  const { device_code, user_code, body } = await begin('a')
  expect(body).toMatchObject({ expires_in: 900, interval: 5 })
  expect(body['verification_uri_complete']).toBe(`${world.modelAccounts.url}/a/device?user_code=${user_code}`)
  expect((await poll('a', device_code)).body['error']).toBe('authorization_pending')
  expect((await poll('a', device_code)).body['error']).toBe('slow_down')
  world.modelAccounts.approve(user_code, { email: 'ana@example.test' })
  await world.advance(10 * SECOND_MS)
  const { body: tokens } = await poll('a', device_code)
  expect(claimsOf(tokens['id_token'])).toMatchObject({ email: 'ana@example.test', plan_type: 'plus' })
  expect(await turn('a', tokens['access_token'])).toBe(200)
  expect(await turn('b', tokens['access_token'])).toBe(401)
  expect((await poll('a', device_code)).body['error']).toBe('invalid_grant')
  const usage = await fetch(`${world.models.urls.openai}/usage`, {
    headers: { authorization: `Bearer ${String(tokens['access_token'])}` },
  })
  expect(await usage.json()).toMatchObject({ windows: [{ label: '5 hours', used_percent: 12 }, {}] })
  await world.advance(3600 * SECOND_MS)
  expect(await turn('a', tokens['access_token'])).toBe(401)
  const { body: renewed } = await renew('a', tokens['refresh_token'])
  expect(await turn('a', renewed['access_token'])).toBe(200)
  world.modelAccounts.revoke('ana@example.test')
  expect(await turn('a', renewed['access_token'])).toBe(401)
  expect((await renew('a', tokens['refresh_token'])).body['error']).toBe('invalid_grant')
})

it('says so when its owner refuses, or the code has run out', async () => {
  const first = await begin('b')
  world.modelAccounts.deny(first.user_code)
  expect((await poll('b', first.device_code)).body['error']).toBe('access_denied')
  const second = await begin('b')
  world.modelAccounts.expire(second.user_code)
  expect((await poll('b', second.device_code)).body['error']).toBe('expired_token')
  expect(world.modelAccounts.pending()).toEqual([])
})

it('turns refresh tokens of b at each use, and ends everything when one is shown twice', async () => {
  const tokens = await link('b')
  const { body: renewed } = await renew('b', tokens['refresh_token'])
  expect(await turn('b', renewed['access_token'])).toBe(200)
  expect((await renew('b', tokens['refresh_token'])).body['error']).toBe('invalid_grant')
  expect(await turn('b', renewed['access_token'])).toBe(401)
  expect((await renew('b', renewed['refresh_token'])).body['error']).toBe('invalid_grant')
})

it('may leave out how long a token lives, and refuse a renewal for the plan', async () => {
  world.modelAccounts.omitExpiry(true)
  const tokens = await link('b')
  expect(tokens).not.toHaveProperty('expires_in')
  expect(claimsOf(tokens['access_token'])['exp']).toBe(Date.parse('2026-03-01T13:00:00Z') / 1000)
  world.modelAccounts.gateRenewals(true)
  expect((await renew('b', tokens['refresh_token'])).status).toBe(403)
  world.modelAccounts.gateRenewals(false)
  expect((await renew('b', tokens['refresh_token'])).status).toBe(200)
})

it('knows its clients', async () => {
  expect((await send('a', '/device/code', { client_id: 'somebody' })).body['error']).toBe('invalid_client')
  world.modelAccounts.requireSecret('a', 's3cret')
  expect((await send('a', '/device/code', { scope: 'openid' })).status).toBe(401)
  expect((await send('a', '/device/code', { scope: 'openid', client_secret: 's3cret' })).status).toBe(200)
})
