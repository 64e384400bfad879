import { once } from 'node:events'
import { request } from 'node:http'
import { describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '#test/app.ts'
import { freshPostgresUrl } from '#test/engines.ts'
import { changeRole, revokeDevice, signIn, signInAs } from '#test/people.ts'
import { listen, rawExchange } from '#test/sockets.ts'
import { dropDatabase } from '#test/storage-failure.ts'
import { type Listener, openSocket, openSse, refusedSocket } from '#test/streams.ts'

const TRANSPORTS = [
  ['WebSocket', openSocket],
  ['SSE', openSse],
] as const

async function startServer(env: Record<string, string> = {}) {
  const app = await startApp({ env })
  const admin = await app.setUp()
  const bob = await signInAs(app, 'bob', 'user')
  const url = `http://127.0.0.1:${await listen(app)}${app.config.base_path}`
  return { app, url, admin, bob }
}

/** Everybody hears it; what was not heard before it will never come. */
async function mark(app: TestApp, ...listeners: Listener[]): Promise<void> {
  const type = `mark_${(marks += 1)}`
  await app.events.publish(null, { type, data: {} }, { to: 'everyone' })
  await Promise.all(listeners.map(listener => listener.received(type)))
}
let marks = 0

const typesOf = (listener: Listener) =>
  listener.frames.map(frame => frame.type).filter(type => type !== 'hello' && !type.startsWith('mark_'))

/** The one reading connection answers in order, so the check of open streams has read when this has. */
async function checked(app: TestApp): Promise<void> {
  app.clock.advance(2000)
  await app.database.read.selectFrom('users').select('id').execute()
}

describe('opening a stream (1/6)', () => {
  it('authenticates a WebSocket by subprotocol, echoes Bearer and says hello first', async () => {
    const { app, url, bob } = await startServer()
    const { socket, frames } = await openSocket(url, bob.access_token)
    expect(socket.protocol).toBe('Bearer')
    expect(frames).toEqual([
      { type: 'hello', data: { server_time: app.clock.now().toISOString(), version: 'dev' } },
    ])
  })

  it.each([
    ['no subprotocol', () => [], ''],
    ['no token', () => ['Bearer'], ''],
    ['a bad token', () => ['Bearer', 'x.y.z'], ''],
    ['another scheme', (token: string) => ['Token', token], ''],
    ['the token in the query', () => [], 'access_token'],
    ['a bad token and a good one in the query', () => ['Bearer', 'x'], 'token'],
  ])('answers 401 before the upgrade to %s', async (_what, protocols, query) => {
    const { url, bob } = await startServer()
    const path = query ? `/api/ws?${query}=${bob.access_token}` : '/api/ws'
    const refused = await refusedSocket(url, protocols(bob.access_token), path)
    expect([refused.status, refused.body.code]).toEqual([401, 'unauthorized'])
    expect(refused.headers).toMatchObject({
      'www-authenticate': 'Bearer',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'content-type': 'application/json; charset=utf-8',
    })
  })

  it('answers 401 session_revoked to the token of a device that is gone, on both transports', async () => {
    const { app, url, bob } = await startServer()
    await revokeDevice(app, bob.device_id)
    const refused = await refusedSocket(url, ['Bearer', bob.access_token])
    expect([refused.status, refused.body.code]).toEqual([401, 'session_revoked'])
    const sse = await app.call('GET', '/api/events', { token: bob.access_token })
    expect([sse.status, sse.body.code]).toEqual([401, 'session_revoked'])
  })

  it('takes the bearer header for SSE, and the token in the query for nothing', async () => {
    const { app, url, bob } = await startServer()
    const stream = await openSse(url, bob.access_token)
    expect(stream.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    })
    const hello = { type: 'hello', data: { server_time: app.clock.now().toISOString(), version: 'dev' } }
    expect(stream.text()).toBe(`event: hello\ndata: ${JSON.stringify(hello)}\n\n`)
    expect((await app.call('GET', `/api/events?access_token=${bob.access_token}`)).status).toBe(401)
  })

  it('lives below the base path and nowhere else (E)', async () => {
    const { url, bob } = await startServer({ APP_BASE_PATH: '/foyer' })
    expect((await openSocket(url, bob.access_token)).frames).toHaveLength(1)
    const refused = await refusedSocket(url.replace('/foyer', ''), ['Bearer', bob.access_token])
    expect([refused.status, refused.body.code]).toEqual([404, 'not_found'])
  })

  it('answers an upgrade of any other path or method as the plain request it is', async () => {
    const { url, bob } = await startServer()
    const headers = { connection: 'Upgrade', upgrade: 'websocket' }
    for (const [method, path, status] of [
      ['GET', '/api/auth/status', 200],
      ['GET', '/api/nothing', 404],
      ['POST', '/api/ws', 405],
    ] as const) {
      const asked = request(url + path, { method, headers, agent: false }).end()
      const [answer] = await once(asked, 'response')
      expect([path, answer.statusCode]).toEqual([path, status])
      asked.destroy()
    }
    const plain = { headers: { authorization: `Bearer ${bob.access_token}` } }
    expect((await fetch(`${url}/api/ws`, plain)).status).toBe(400)
  })

  it('answers a handshake that is none in the error shape of 0.3', async () => {
    const { url, bob } = await startServer()
    const head = ['GET /api/ws HTTP/1.1', 'Host: x', 'Connection: Upgrade', 'Upgrade: websocket']
    const lines = [...head, `Sec-WebSocket-Protocol: Bearer, ${bob.access_token}`, '', '']
    const answer = await rawExchange(Number(new URL(url).port), lines.join('\r\n'))
    expect(answer).toMatch(/^HTTP\/1\.1 400 /)
    expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toMatchObject({ code: 'validation' })
  })

  it('answers 503 when storage cannot tell who asks, and logs it', async () => {
    const APP_DATABASE_URL = await freshPostgresUrl()
    const { app, url, bob } = await startServer({ APP_DATABASE_URL })
    await dropDatabase(APP_DATABASE_URL)
    const refused = await refusedSocket(url, ['Bearer', bob.access_token])
    expect([refused.status, refused.body.code]).toEqual([503, 'unavailable'])
    expect(app.log.entries.filter(entry => entry['code'] === 'unavailable')).toHaveLength(1)
  })

  it('gives a device ten streams over both transports, then 429 (1/6)', async () => {
    const { app, url, bob } = await startServer()
    const sockets = []
    for (let i = 0; i < 5; i += 1) {
      sockets.push(await openSocket(url, bob.access_token))
      await openSse(url, bob.access_token)
    }
    const refused = await refusedSocket(url, ['Bearer', bob.access_token])
    expect([refused.status, refused.body.code]).toEqual([429, 'rate_limited'])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    const sse = await app.call('GET', '/api/events', { token: bob.access_token })
    expect([sse.status, sse.body.code]).toEqual([429, 'rate_limited'])
    await openSocket(url, (await signIn(app, 'bob')).access_token)
    sockets[0]?.leave()
    await sockets[0]?.closed
    // A whole exchange later the server has seen the end of the connection, too.
    await fetch(`${url}/ping`)
    await openSse(url, bob.access_token)
  })
})

describe.each(TRANSPORTS)('what a %s hears (1/6)', (_name, open) => {
  it('is what its audience says', async () => {
    const { app, url, admin, bob } = await startServer()
    const [ana, user] = [await open(url, admin.access_token), await open(url, bob.access_token)]
    const { events } = app
    await events.publish(null, { type: 'config_changed', data: {} }, { to: 'everyone' })
    await events.publish(null, { type: 'request_pending', data: { request_id: 1 } }, { to: 'admins' })
    const own = { to: 'users', user_ids: [bob.user.id] } as const
    await events.publish(null, { type: 'request_decision', data: { title: 'A\nB "ü"' } }, own)
    await mark(app, ana, user)
    expect(typesOf(ana)).toEqual(['config_changed', 'request_pending'])
    expect(typesOf(user)).toEqual(['config_changed', 'request_decision'])
    expect(await user.received('request_decision')).toEqual({
      type: 'request_decision',
      data: { title: 'A\nB "ü"' },
    })
    expect(await user.received('config_changed')).toEqual({ type: 'config_changed', data: {} })
  })

  it('follows a role change without a new stream', async () => {
    const { app, url, bob } = await startServer()
    const stream = await open(url, bob.access_token)
    const pending = (type: string) => app.events.publish(null, { type, data: {} }, { to: 'admins' })
    await pending('before')
    await changeRole(app, bob.user.id, 'admin')
    await checked(app)
    await pending('as_admin')
    await changeRole(app, bob.user.id, 'user')
    await checked(app)
    await pending('after')
    await mark(app, stream)
    expect(typesOf(stream)).toEqual(['as_admin'])
  })

  it('comes with the commit and never with a rollback', async () => {
    const { app, url, bob } = await startServer()
    const stream = await open(url, bob.access_token)
    const failed = app.database.transaction(async tx => {
      await app.events.publish(tx, { type: 'rolled_back', data: {} }, { to: 'everyone' })
      throw new Error('no')
    })
    await expect(failed).rejects.toThrow('no')
    await app.database.transaction(tx =>
      app.events.publish(tx, { type: 'committed', data: {} }, { to: 'everyone' }),
    )
    await mark(app, stream)
    expect(typesOf(stream)).toEqual(['committed'])
  })
})
