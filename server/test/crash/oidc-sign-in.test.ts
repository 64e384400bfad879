import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { type ScriptedOidc, startScriptedOidc } from '@foyer/simulators/oidc/scripted-oidc'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { lastingFolder } from '#test/memory-disk.ts'
import { callbackPath, EXTERNAL_URL, newProof } from '#test/oidc.ts'
import { createTestClock } from '#test/test-clock.ts'
import { type Ask, openApp } from './prepared-server.ts'
import { crashSignIn, readSignIns, type RestartedServer } from './sign-in-crashes.ts'

type Server = Pick<RestartedServer, 'ask' | 'send'>

const PATH = '/api/auth/oidc'
let folder: string
let provider: ScriptedOidc
let prepared: Awaited<ReturnType<typeof prepare>>

async function begin({ ask }: Server, invitation?: string) {
  const { verifier, challenge } = newProof()
  const body = { client: 'web', challenge, ...(invitation !== undefined && { invitation }) }
  const { flow, start_url } = await ask({ method: 'POST', path: `${PATH}/begin`, body })
  return { flow: String(flow), start_url: String(start_url), verifier }
}

type Begun = Awaited<ReturnType<typeof begin>>

/** The step in which the provider sends the browser back. */
async function approve({ send }: Server, { start_url }: Begun, login: string): Promise<Ask> {
  const answer = await send({ method: 'GET', path: start_url })
  const [cookie = ''] = String(answer.headers['set-cookie']).split(';')
  const path = callbackPath(provider.approve(String(answer.headers.location), login))
  return { method: 'GET', path, cookie }
}

async function comeBack({ send }: Server, callback: Ask, { flow, verifier }: Begun): Promise<Ask> {
  const answer = await send(callback)
  const code = new URL(String(answer.headers.location), EXTERNAL_URL).searchParams.get('code')
  return { method: 'POST', path: `${PATH}/exchange`, body: { flow, verifier, code } }
}

/** A whole sign-in: the name of the user who is signed in. */
async function signIn(server: Server, login: string, invitation?: string): Promise<string> {
  const begun = await begin(server, invitation)
  const callback = await approve(server, begun, login)
  const { user } = await server.ask(await comeBack(server, callback, begun))
  return user.username
}

/** A data folder to copy: somebody invited, and three sign-ins that got a step further each. */
async function prepare() {
  const data = join(folder, 'prepared')
  const server = await openApp(data)
  const { app, ask } = server
  await app.start()
  const setup = { username: 'ana', password: 'correct horse' }
  const token: string = (await ask({ method: 'POST', path: '/api/auth/setup', body: setup })).access_token
  const asAdmin = (method: Ask['method'], path: string, body: object) =>
    ask({ method, path: `/api/admin${path}`, body, token })
  const { url: issuer, client_id, client_secret } = provider
  await asAdmin('PUT', '/external-address', { external_url: EXTERNAL_URL })
  await asAdmin('PUT', '/oidc', { issuer, client_id, client_secret, enabled: true, auto_create: true })
  const { link } = await asAdmin('POST', '/connect-token', { name: 'grandma' })
  const invitation = new URL(link).searchParams.get('token') ?? ''
  const [first, invited, on_the_way] = [
    await begin(server),
    await begin(server, invitation),
    await begin(server, invitation),
  ]
  const exchanges = {
    first: await comeBack(server, await approve(server, first, 'ada'), first),
    invited: await comeBack(server, await approve(server, invited, 'bert'), invited),
  }
  const callback = await approve(server, on_the_way, 'bert')
  await app.jobs.settle()
  await app.close()
  return { folder, data, invitation, exchanges, callback }
}

beforeAll(async () => {
  folder = lastingFolder('foyer-oidc-sign-in-')
  // Every server of this file starts at the same moment, so the provider's clock need not move.
  const clock = createTestClock()
  provider = await startScriptedOidc({ now: () => clock.now().getTime() })
  prepared = await prepare()
})
afterAll(async () => {
  await provider.close()
  rmSync(folder, { recursive: true, force: true })
})

/** What is stored before each of the three steps. */
const NONE = {
  users: ['ana', 'grandma'],
  identities: 0,
  accounts: 0,
  grants: 0,
  devices: 1,
  attempts: [1, 3, 3],
  invitations: 1,
}

const settled = ({ users, identities, invitations }: typeof NONE) => ({ users, identities, invitations })

/** Kills the server at every moment of the exchange, tries the exchange again each time, and then signs in anew. */
async function crashExchange(name: 'first' | 'invited', login: string, username: string, all: typeof NONE) {
  const order = prepared.exchanges[name]
  const { writes, left } = await crashSignIn(prepared, name, order)
  expect(writes).toBeGreaterThan(3)
  expect(left[0]?.stored).toEqual(NONE)
  expect(left.at(-1)?.stored).toEqual(all)
  for (const { data, when, stored, restart } of left) {
    expect([NONE, all], when).toContainEqual(stored)
    await restart(async server => {
      const again = await server.send(order)
      const { user, code } = again.json()
      const was_done = stored.identities === 1
      // The answer was lost with the process, and a code works only once.
      expect([when, again.statusCode, user?.username ?? code]).toEqual(
        was_done ? [when, 400, 'invalid_flow'] : [when, 200, username],
      )
      expect(await signIn(server, login), when).toBe(username)
    })
    expect(settled(await readSignIns(data)), when).toEqual(settled(all))
  }
}

it('the first sign-in creates user, identity and session together, or none of them (2:4.4)', async () => {
  const users = ['ana', 'grandma', 'ada']
  const all = { ...NONE, users, identities: 1, devices: 2, attempts: [1, 3] }
  await crashExchange('first', 'ada', 'ada', all)
})

it('an invitation is used up together with the session that it opens (C43)', async () => {
  const all = { ...NONE, identities: 1, devices: 2, attempts: [1, 3], invitations: 0 }
  await crashExchange('invited', 'bert', 'grandma', all)
})

it('a server killed while the browser comes back has signed nobody in, and the invitation still works (2/4.4)', async () => {
  const { callback, invitation } = prepared
  const { writes, left } = await crashSignIn(prepared, 'callback', callback)
  expect(writes).toBeGreaterThan(3)
  // Before the provider is asked, meanwhile, and afterwards.
  const steps = [1, 2, 3].map(step => ({ ...NONE, attempts: [step, 3, 3] }))
  expect([left[0]?.stored, left.at(-1)?.stored]).toEqual([steps[0], steps[2]])
  for (const { data, when, stored, restart } of left) {
    expect(steps, when).toContainEqual(stored)
    await restart(async server => {
      // The provider accepts its code once: the browser is redirected, or shown an error page if it has been here
      // before.
      expect([302, 400], when).toContain((await server.send(callback)).statusCode)
      expect(await signIn(server, 'bert', invitation), when).toBe('grandma')
    })
    const done = settled({ ...NONE, identities: 1, invitations: 0 })
    expect(settled(await readSignIns(data)), when).toEqual(done)
  }
})
