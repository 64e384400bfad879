import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { startWorld } from '@foyer/simulators'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { lastingFolder } from '#test/memory-disk.ts'
import { type Ask, crashEverywhere, openApp } from './prepared-server.ts'

const OLD = 'tove@example.org'
const NEW = 'new@example.org'

/** A data folder to copy: an invite server, Uma with an invite to an address, and Bob, who has a grant only. */
async function prepare(folder: string) {
  const world = await startWorld({ products: ['plexTv', 'plex'] })
  const { plex, plexTv } = world
  const env = { APP_PLEX_TV_URL: plexTv.url }
  const data = join(folder, 'prepared')
  const { app, ask } = await openApp(data, undefined, env)
  await app.start()
  const setup = { username: 'ana', password: 'correct horse' }
  const admin: string = (await ask({ method: 'POST', path: '/api/auth/setup', body: setup })).access_token
  const asAdmin = (method: Ask['method'], path: string, body: object) =>
    ask({ method, path: `/api/admin${path}`, body, token: admin })
  const server = { service_type: 'invite_server', name: 'Cellar', url: plex.url, api_key: plex.token }
  const { id }: { id: string } = await asAdmin('POST', '/instances', server)
  const addUser = async (name: string) => {
    const { link, user_id } = await asAdmin('POST', '/connect-token', { name })
    const body = { token: new URL(link).searchParams.get('token') ?? '' }
    const session = await ask({ method: 'POST', path: '/api/auth/connect', body })
    await asAdmin('PUT', `/users/${user_id}/instance-grants`, { invite_server: [id] })
    return { token: session.access_token as string, user_id: user_id as number }
  }
  const [uma, bob] = [await addUser('uma'), await addUser('bob')]
  const path = `/api/media-servers/${id}/account`
  await ask({ method: 'POST', path, body: { email: OLD }, token: uma.token })
  await app.jobs.settle()
  await app.close()
  return { world, folder, data, env, uma, bob, path, cloud: plexTv.cloud }
}

let folder: string
let prepared: Awaited<ReturnType<typeof prepare>>

beforeAll(async () => {
  folder = lastingFolder('foyer-invites-')
  prepared = await prepare(folder)
})
afterAll(async () => {
  await prepared.world.close()
  rmSync(folder, { recursive: true, force: true })
})

/**
 * Kills the server before each write of an order, and reads the state after the next start has done the outstanding
 * work.
 */
async function crash(name: string, order: Ask, user_id: number) {
  const { cloud, env } = prepared
  const before = structuredClone(cloud.shares)
  const { crashes } = await crashEverywhere(prepared, {
    name,
    order,
    note: () => structuredClone(cloud.shares),
    started: true,
  })
  const left = []
  for (const { data, noted } of crashes) {
    cloud.shares.splice(0, Infinity, ...noted)
    const { app } = await openApp(data, undefined, env)
    await app.start()
    // The pass after the start and the next one: by then the lock of the killed process has expired.
    for (const ms of [15_000, 5 * 60_000]) {
      app.clock.advance(ms)
      await app.jobs.settle()
    }
    const { read } = app.database
    const user = await read.selectFrom('users').selectAll().where('id', '=', user_id).executeTakeFirst()
    const accounts = await read
      .selectFrom('media_server_accounts')
      .select(['remote_user_id', 'disabled', 'access_sync_pending'])
      .where('user_id', '=', user_id)
      .execute()
    const removals = await read.selectFrom('media_server_removals').selectAll().execute()
    left.push({
      email: user?.invite_email,
      accounts,
      removals,
      shares: cloud.shares.map(one => one.invited_email).filter(one => one === OLD || one === NEW),
    })
    await app.close()
  }
  cloud.shares.splice(0, Infinity, ...before)
  return left
}

const done = (remote_user_id: string) => ({ remote_user_id, disabled: 0, access_sync_pending: 0 })

it('a share that moves to a new address belongs to the old or the new one, never to both (2:4.13.1)', async () => {
  const { path, uma } = prepared
  const order = { method: 'POST', path, body: { email: NEW }, token: uma.token } as const
  const left = await crash('move', order, uma.user_id)
  expect(left.length).toBeGreaterThan(8)
  const whole = (email: string) => ({ email, accounts: [done(email)], removals: [], shares: [email] })
  for (const [place, found] of left.entries())
    expect([whole(OLD), whole(NEW)], `killed before write ${place + 1}`).toContainEqual(found)
  expect(left[0]).toEqual(whole(OLD))
  expect(left.at(-1)).toEqual(whole(NEW))
})

it('a first invite is sent once or was never ordered (2:4.13.1)', async () => {
  const { path, bob } = prepared
  const order = { method: 'POST', path, body: { email: NEW }, token: bob.token } as const
  const left = await crash('ask', order, bob.user_id)
  expect(left.length).toBeGreaterThan(6)
  const none = { email: '', accounts: [], removals: [], shares: [OLD] }
  const sent = { email: NEW, accounts: [done(NEW)], removals: [], shares: [OLD, NEW] }
  for (const [place, found] of left.entries())
    expect([none, sent], `killed before write ${place + 1}`).toContainEqual(found)
  expect(left[0]).toEqual(none)
  expect(left.at(-1)).toEqual(sent)
})
