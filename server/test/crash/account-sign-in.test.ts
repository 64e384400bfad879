import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { startWorld } from '@foyer/simulators'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { lastingFolder } from '#test/memory-disk.ts'
import { type Ask, openApp } from './prepared-server.ts'
import { crashSignIn, readSignIns } from './sign-in-crashes.ts'

const PATH = '/api/auth/account-server'

/** A data folder to copy: accounts of Jellyfin may sign in, and a code of Quick Connect was entered there. */
async function prepare() {
  const world = await startWorld({ products: ['jellyfin'] })
  const { jellyfin } = world
  const data = join(folder, 'prepared')
  const { app, ask } = await openApp(data)
  await app.start()
  const setup = { username: 'ana', password: 'correct horse' }
  const token: string = (await ask({ method: 'POST', path: '/api/auth/setup', body: setup })).access_token
  const asAdmin = (method: Ask['method'], path: string, body: object) =>
    ask({ method, path: `/api/admin${path}`, body, token })
  const server = {
    service_type: 'account_server_a',
    name: 'Den',
    url: jellyfin.url,
    api_key: jellyfin.api_key,
  }
  const { id: instance_id } = await asAdmin('POST', '/instances', server)
  await asAdmin('PUT', '/account-sign-in', { enabled: true, auto_create: true, instance_ids: [instance_id] })
  const begin = { method: 'POST', path: `${PATH}/quick-connect/begin`, body: { instance_id } } as const
  const { flow, code } = await ask(begin)
  jellyfin.quick_connect.approve(code, 'ellen')
  await app.jobs.settle()
  await app.close()
  const by_password: Ask = {
    method: 'POST',
    path: `${PATH}/sign-in`,
    body: { instance_id, username: 'ellen', password: 'quiet-harbour' },
  }
  const by_code: Ask = { method: 'POST', path: `${PATH}/quick-connect/check`, body: { flow } }
  return { world, folder, data, by_password, by_code }
}

let folder: string
let prepared: Awaited<ReturnType<typeof prepare>>

beforeAll(async () => {
  folder = lastingFolder('foyer-account-sign-in-')
  prepared = await prepare()
})
afterAll(async () => {
  await prepared.world.close()
  rmSync(folder, { recursive: true, force: true })
})

const NONE = {
  users: ['ana'],
  identities: 0,
  accounts: 0,
  grants: 0,
  devices: 1,
  attempts: [0],
  invitations: 0,
}
const MADE = { ...NONE, users: ['ana', 'ellen'], accounts: 1, grants: 1, devices: 2 }

const made = ({ users, accounts, grants }: typeof NONE) => ({ users, accounts, grants })

it('the first sign-in by password makes user, account and session together, or nothing of it (C62)', async () => {
  const { by_password } = prepared
  const { writes, left } = await crashSignIn(prepared, 'password', by_password)
  expect(writes).toBeGreaterThan(4)
  expect([left[0]?.stored, left.at(-1)?.stored]).toEqual([NONE, MADE])
  for (const { data, when, stored, restart } of left) {
    expect([NONE, MADE], when).toContainEqual(stored)
    // The password works again, and opens the account that was made, if one was.
    await restart(async ({ ask }) => expect((await ask(by_password)).user.username, when).toBe('ellen'))
    expect(made(await readSignIns(data)), when).toEqual(made(MADE))
  }
})

it('a code of Quick Connect is used up together with the session that it opens (C62)', async () => {
  const { by_code, by_password } = prepared
  const { writes, left } = await crashSignIn(prepared, 'code', by_code)
  expect(writes).toBeGreaterThan(6)
  const claimed = { ...NONE, attempts: [1] }
  const all = { ...MADE, attempts: [] }
  expect([left[0]?.stored, left.at(-1)?.stored]).toEqual([NONE, all])
  for (const { data, when, stored, restart } of left) {
    expect([NONE, claimed, all], when).toContainEqual(stored)
    await restart(async ({ app, send, ask }) => {
      // One check in five seconds, those of the dead process included.
      app.clock.advance(5000)
      const again = await send(by_code)
      const { user, code } = again.json()
      const was_done = stored.attempts.length === 0
      // Its answer is lost with the process, and a flow works once.
      expect([when, again.statusCode, user?.username ?? code]).toEqual(
        was_done ? [when, 400, 'invalid_flow'] : [when, 200, 'ellen'],
      )
      expect((await ask(by_password)).user.username, when).toBe('ellen')
    })
    expect(made(await readSignIns(data)), when).toEqual(made(MADE))
  }
})
