import { createHash, randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { lastingFolder } from '#test/memory-disk.ts'
import { crashEverywhere, openApp, readStored } from './prepared-server.ts'

const REDIRECT = 'https://tool.example.org/cb'
/** Without it the audience would follow the port of each start. */
const ENV = { APP_OAUTH_ISSUER: 'https://media.example.org' }

/** A data folder to copy: a client that is registered, one code to exchange and one grant to refresh. */
async function prepare(folder: string) {
  const data = join(folder, 'prepared')
  const { app, ask } = await openApp(data, undefined, ENV)
  await app.start()
  const person = { username: 'ana', password: 'correct horse' }
  await ask({ method: 'POST', path: '/api/auth/setup', body: person })
  const body = { redirect_uris: [REDIRECT] }
  const { client_id }: { client_id: string } = await ask({ method: 'POST', path: '/oauth/register', body })
  const verifier = randomBytes(32).toString('base64url')
  const authorize = {
    client_id,
    redirect_uri: REDIRECT,
    response_type: 'code',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    decision: 'approve',
    ...person,
  }
  const post = (path: string, form: Record<string, string>) => ask({ method: 'POST', path, form })
  const newCode = async (): Promise<string> => {
    const { location } = await post('/oauth/authorize', authorize)
    return new URL(location).searchParams.get('code') ?? ''
  }
  const exchangeOf = (code: string) => ({
    grant_type: 'authorization_code',
    client_id,
    redirect_uri: REDIRECT,
    code_verifier: verifier,
    code,
  })
  const { refresh_token }: { refresh_token: string } = await post('/oauth/token', exchangeOf(await newCode()))
  const refresh = { grant_type: 'refresh_token', client_id, refresh_token }
  const exchange = exchangeOf(await newCode())
  await app.jobs.settle()
  await app.close()
  return { folder, data, env: ENV, authorize, exchange, refresh }
}

let folder: string
let prepared: Awaited<ReturnType<typeof prepare>>

beforeAll(async () => {
  folder = lastingFolder('foyer-oauth-')
  prepared = await prepare(folder)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const stored = (data: string) =>
  readStored(data, async db => ({
    devices: (await db.selectFrom('devices').select('id').where('kind', '=', 'tool').execute()).length,
    codes: (await db.selectFrom('tool_codes').select('code_hash').execute()).length,
    grants: (await db.selectFrom('tool_grants').select('device_id').execute()).length,
  }))

/** The client sends the same again to a server that was killed before it answered. */
async function repeat(data: string, path: string, form: Record<string, string>) {
  const { app } = await openApp(data, undefined, ENV)
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const payload = new URLSearchParams(form).toString()
  const answer = await app.http.inject({ method: 'POST', url: path, headers, payload })
  await app.close()
  return { status: answer.statusCode, body: answer.json() }
}

it('a consent makes the code and its device together, or neither (2/4.5)', async () => {
  const order = { method: 'POST', path: '/oauth/authorize', form: prepared.authorize } as const
  const { crashes, finished } = await crashEverywhere(prepared, { name: 'consent', order, note: () => null })
  const none = { devices: 2, codes: 1, grants: 1 }
  const all = { devices: 3, codes: 2, grants: 1 }
  expect(crashes.length).toBeGreaterThan(3)
  for (const [place, { data }] of crashes.entries())
    expect([none, all], `killed before write ${place + 1}`).toContainEqual(await stored(data))
  expect(await stored(finished)).toEqual(all)
})

it('a code opens one grant or none, wherever the server is killed (2/4.5)', async () => {
  const order = { method: 'POST', path: '/oauth/token', form: prepared.exchange } as const
  const { crashes, finished } = await crashEverywhere(prepared, { name: 'exchange', order, note: () => null })
  const unused = { devices: 2, codes: 1, grants: 1 }
  const opened = { devices: 2, codes: 0, grants: 2 }
  expect(crashes.length).toBeGreaterThan(3)
  for (const [place, { data }] of crashes.entries()) {
    const when = `killed before write ${place + 1}`
    const found = await stored(data)
    expect([unused, opened], when).toContainEqual(found)
    const first = await repeat(data, '/oauth/token', prepared.exchange)
    // Unused, the code is still good. Used, it is a replay and ends what it opened; never are there two grants.
    expect(first.status, when).toBe(found.codes === 1 ? 200 : 400)
    expect((await stored(data)).grants, when).toBe(found.codes === 1 ? 2 : 1)
  }
  expect(await stored(finished)).toEqual(opened)
})

it('a rotation whose answer was lost can be repeated by the client (2/4.5)', async () => {
  const order = { method: 'POST', path: '/oauth/token', form: prepared.refresh } as const
  const { crashes } = await crashEverywhere(prepared, { name: 'refresh', order, note: () => null })
  expect(crashes.length).toBeGreaterThan(2)
  for (const [place, { data }] of crashes.entries()) {
    const when = `killed before write ${place + 1}`
    const first = await repeat(data, '/oauth/token', prepared.refresh)
    expect(first.status, when).toBe(200)
    const next = { ...prepared.refresh, refresh_token: first.body.refresh_token }
    expect((await repeat(data, '/oauth/token', next)).status, when).toBe(200)
    expect((await stored(data)).grants, when).toBe(1)
  }
})
