import { once } from 'node:events'
import { connect } from 'node:net'
import { defineRoute } from '@foyer/contract/route'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { bind } from '#http/bind.ts'
import { PASSWORD, startApp, type TestApp } from '#test/app.ts'
import { BUG_TEXT, edgeRoutes } from '#test/edge-routes.ts'
import { freshPostgresUrl } from '#test/engines.ts'
import { listen, rawExchange } from '#test/sockets.ts'

function startEdge(): Promise<TestApp> {
  return startApp({ overrides: { extra: edgeRoutes() } })
}

const linesAbove = (app: TestApp, level: string) => app.log.entries.filter(entry => entry.level === level)

describe('errors (0.3, 3.8)', () => {
  it.each([
    ['bug', 500, 'internal'],
    ['foreign', 500, 'internal'],
    ['storage', 503, 'unavailable'],
    ['upstream', 502, 'upstream_failed'],
    ['unique', 500, 'internal'],
    ['foreign_key', 500, 'internal'],
    ['refusal', 400, 'weak_password'],
  ])('answers a %s with %i %s and nothing of its message', async (how, status, code) => {
    const app = await startEdge()
    const answer = await app.call('GET', `/api/test/fails/${how}`)
    expect(answer.status).toBe(status)
    expect(answer.body).toEqual({
      error: expect.stringMatching(/^[A-Z].*\.$/),
      code,
      ...(how === 'refusal' && { least: 8 }),
    })
    expect(answer.raw.toString()).not.toContain('hunter2')
  })

  it('answers every bug with one and the same body', async () => {
    const app = await startEdge()
    const first = await app.call('GET', '/api/test/fails/bug')
    const second = await app.call('GET', '/api/test/fails/foreign')
    expect(first.raw.equals(second.raw)).toBe(true)
  })

  it('logs a bug once, with the request id that the answer carries', async () => {
    const app = await startEdge()
    const answer = await app.call('GET', '/api/test/fails/bug')
    const lines = linesAbove(app, 'error')
    expect(lines).toHaveLength(1)
    expect(lines[0]).toMatchObject({
      msg: 'a request failed',
      code: 'internal',
      request_id: answer.headers['x-request-id'],
      err: { message: BUG_TEXT, stack: expect.stringContaining('edge-routes.ts') },
    })
  })

  it('logs a broken rule of the schema that no store expected, with the rule and no value', async () => {
    const app = await startEdge()
    await app.call('GET', '/api/test/fails/unique')
    const lines = linesAbove(app, 'error')
    expect(lines).toHaveLength(1)
    expect(lines[0]).toMatchObject({
      msg: 'a request failed',
      err: { message: 'A database constraint (unique: users.username_key) was violated.' },
    })
    expect(JSON.stringify(lines)).not.toContain('hunter2')
  })

  it('logs a storage or upstream fault once, as a warning', async () => {
    const app = await startEdge()
    await app.call('GET', '/api/test/fails/storage')
    await app.call('GET', '/api/test/fails/upstream')
    expect(linesAbove(app, 'error')).toEqual([])
    expect(linesAbove(app, 'warn').map(line => line['code'])).toEqual(['unavailable', 'upstream_failed'])
  })

  it('logs no refusal', async () => {
    const app = await startEdge()
    await app.call('GET', '/api/test/fails/refusal')
    await app.call('POST', '/api/test/echo', { body: '{', headers: { 'content-type': 'application/json' } })
    expect([...linesAbove(app, 'warn'), ...linesAbove(app, 'error')]).toEqual([])
  })
})

describe('a caller who is removed while the call runs', () => {
  const leave = defineRoute({
    method: 'POST',
    path: '/api/test/leave',
    access: 'user',
    summary: 'For tests',
    spec: '0.3',
    response: z.object({}),
  })

  it('hears that the session ended when a row can no longer name them', async () => {
    const binding = bind(leave).to(async ({ caller: { user_id } }) => {
      await app.database.transaction(tx => tx.deleteFrom('users').where('id', '=', user_id).execute())
      const feed = { user_id, token_hash: 'h', created_at: '' }
      await app.database.transaction(tx => tx.insertInto('calendar_feeds').values(feed).execute())
      return {}
    })
    const app = await startApp({ overrides: { extra: { routes: [leave], bindings: [binding] } } })
    const { access_token: token } = await app.setUp()
    const { status, body } = await app.call('POST', '/api/test/leave', { token })
    expect([status, body.code]).toEqual([401, 'session_revoked'])
    expect(linesAbove(app, 'error')).toEqual([])
  })
})

describe('text that no database keeps', () => {
  it('answers a NUL character with a refusal of the input, not with a bug, on PostgreSQL too', async () => {
    const app = await startApp({ env: { APP_DATABASE_URL: await freshPostgresUrl() } })
    const body = { username: 'a\u0000b', password: 'correct horse' }
    const login = await app.call('POST', '/api/auth/login', { body })
    expect([login.status, login.body.code]).toEqual([400, 'validation'])
    const setup = await app.call('POST', '/api/auth/setup', { body })
    expect([setup.status, setup.body.code]).toEqual([400, 'invalid_username'])
    expect(linesAbove(app, 'error')).toEqual([])
  })

  it('keeps none of it on SQLite either, from which a database could never be moved', async () => {
    const app = await startApp()
    const { access_token: token, user } = await app.setUp()
    const text = 'a\u0000b'
    const service = { service_type: 'movie_manager', url: 'http://127.0.0.1:9', api_key: 'k' }
    const sent: [string, string, object, string][] = [
      ['device_name', '/api/auth/login', { username: user.username, password: PASSWORD }, 'validation'],
      ['hardware_id', '/api/auth/login', { username: user.username, password: PASSWORD }, 'validation'],
      ['name', '/api/admin/instances', service, 'validation'],
      ['email', '/api/auth/invite-email', {}, 'invalid_email'],
    ]
    for (const [field, path, rest, code] of sent) {
      const value = field === 'email' ? `${text}@example.org` : text
      const answer = await app.call('POST', path, { token, body: { ...rest, [field]: value } })
      expect([field, answer.status, answer.body.code]).toEqual([field, 400, code])
    }
    const finish = `/api/auth/passkey/register/finish?session_id=pc_x&credential_name=${encodeURIComponent(text)}`
    const passkey = await app.call('POST', finish, { token, body: {} })
    expect(passkey.body).toMatchObject({
      code: 'validation',
      fields: { credential_name: expect.any(String) },
    })
  })
})

describe('broken connections', () => {
  it('ends an answer that breaks off, and logs it', async () => {
    const app = await startEdge()
    const port = await listen(app)
    const answer = await rawExchange(port, 'GET /api/test/breaks-off HTTP/1.1\r\nHost: x\r\n\r\n')
    expect(answer).toContain('the beginning')
    expect(answer).not.toContain('0\r\n\r\n')
    expect(linesAbove(app, 'error').map(line => line.msg)).toEqual(['an answer broke off'])
  })

  it('takes a client that leaves in the middle of its body for no fault of ours', async () => {
    const app = await startEdge()
    const port = await listen(app)
    const socket = connect(port, '127.0.0.1')
    const arrived = once(app.http.server, 'request')
    socket.write('POST /api/test/echo HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n')
    socket.write('Content-Length: 100\r\n\r\n{"name":')
    const [request] = await arrived
    const gone = new Promise(resolve => request.on('close', resolve))
    socket.destroy()
    await gone
    expect((await app.call('GET', '/api/health/live')).status).toBe(200)
    expect([...linesAbove(app, 'warn'), ...linesAbove(app, 'error')]).toEqual([])
  })

  it.each([
    ['no HTTP at all', 'hello\r\n\r\n'],
    ['a header without end', `GET /ping HTTP/1.1\r\nHost: x\r\nX-Long: ${'a'.repeat(40_000)}\r\n\r\n`],
    [
      'two lengths',
      'POST /api/test/echo HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n',
    ],
  ])('answers %s in the error shape of 0.3', async (_what, bytes) => {
    const app = await startEdge()
    const answer = await rawExchange(await listen(app), bytes)
    const [head = '', body = ''] = answer.split('\r\n\r\n')
    expect(head).toMatch(/^HTTP\/1\.1 4\d\d /)
    expect(head.toLowerCase()).toContain('cache-control: no-store')
    expect(JSON.parse(body)).toEqual({ error: expect.any(String), code: expect.any(String) })
  })
})
