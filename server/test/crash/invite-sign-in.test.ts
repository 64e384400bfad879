import { createHash, randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { startWorld } from '@foyer/simulators'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { lastingFolder } from '#test/memory-disk.ts'
import { type Ask, crashEverywhere, openApp, readStored } from './prepared-server.ts'

const PATH = '/api/auth/invite-server'

/** A data folder to copy: a proven account with a share, whose code is not exchanged yet. */
async function prepare(folder: string) {
  const world = await startWorld({ products: ['plexTv', 'plex'] })
  const { plex, plexTv } = world
  const env = { APP_PLEX_TV_URL: plexTv.url }
  const data = join(folder, 'prepared')
  const { app, ask } = await openApp(data, undefined, env)
  await app.start()
  const setup = { username: 'ana', password: 'correct horse' }
  const token: string = (await ask({ method: 'POST', path: '/api/auth/setup', body: setup })).access_token
  const asAdmin = (method: Ask['method'], path: string, body: object) =>
    ask({ method, path: `/api/admin${path}`, body, token })
  const server = { service_type: 'invite_server', name: 'Cellar', url: plex.url, api_key: plex.token }
  await asAdmin('POST', '/instances', server)
  await asAdmin('PUT', '/invite-auth', { enabled: true, auto_create: true })
  const verifier = randomBytes(32).toString('base64url')
  const challenge = createHash('sha256').update(verifier).digest('base64url')
  const post = (step: string, body: object) => ask({ method: 'POST', path: `${PATH}/${step}`, body })
  const { flow, url } = await post('begin', { client: 'web', challenge })
  const ellen = plexTv.cloud.accounts.values().find(one => one.username === 'ellen77')
  const pin = new URLSearchParams(url.split('#?')[1]).get('code') ?? ''
  plexTv.cloud.approvePin(pin, ellen?.id ?? 0)
  const { code } = await post('check', { flow, verifier })
  await app.jobs.settle()
  await app.close()
  return { world, folder, data, env, body: { flow, code, verifier } }
}

let folder: string
let prepared: Awaited<ReturnType<typeof prepare>>

beforeAll(async () => {
  folder = lastingFolder('foyer-invite-sign-in-')
  prepared = await prepare(folder)
}, 60_000)
afterAll(async () => {
  await prepared.world.close()
  rmSync(folder, { recursive: true, force: true })
})

it('the first sign-in makes user, identity, account and session together, or nothing of it (2:4.3)', {
  timeout: 120_000,
}, async () => {
  const order = { method: 'POST', path: `${PATH}/exchange`, body: prepared.body } as const
  const { crashes, finished } = await crashEverywhere(prepared, {
    name: 'exchange',
    order,
    note: () => null,
    started: true,
  })
  const stored = (data: string) =>
    readStored(data, async db => ({
      users: (await db.selectFrom('users').select('username').orderBy('id').execute()).map(
        one => one.username,
      ),
      identities: (await db.selectFrom('sign_in_identities').selectAll().execute()).length,
      accounts: (await db.selectFrom('media_server_accounts').selectAll().execute()).length,
      grants: (await db.selectFrom('instance_grants').selectAll().execute()).length,
      devices: (await db.selectFrom('devices').selectAll().execute()).length,
      attempts: (await db.selectFrom('sign_in_attempts').selectAll().execute()).length,
    }))
  const none = { users: ['ana'], identities: 0, accounts: 0, grants: 0, devices: 1, attempts: 1 }
  const all = { users: ['ana', 'ellen77'], identities: 1, accounts: 1, grants: 1, devices: 2, attempts: 0 }
  expect(crashes.length).toBeGreaterThan(6)
  for (const [place, { data }] of crashes.entries())
    expect([none, all], `killed before write ${place + 1}`).toContainEqual(await stored(data))
  expect(await stored(finished)).toEqual(all)
  // Killed before the first write, the code is still good.
  const [first] = crashes
  const { app, ask } = await openApp(first?.data ?? '', undefined, prepared.env)
  await app.start()
  expect((await ask(order)).user.username).toBe('ellen77')
  await app.close()
})
