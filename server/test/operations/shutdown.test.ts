import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { PASSWORD } from '#test/app.ts'
import { temporaryFolder } from '#test/engines.ts'
import { callProcess, mainFile, type ServerProcess, startProcess } from '#test/processes.ts'

const CREDENTIALS = { username: 'ana', password: PASSWORD }

beforeAll(async () => void (await mainFile()))

async function setUp(server: ServerProcess): Promise<string> {
  const answer = await callProcess(server, 'POST', '/api/auth/setup', { body: CREDENTIALS })
  expect(answer.status).toBe(201)
  return answer.body.access_token
}

describe('the end of the process (3.5, 1/6)', () => {
  it('finishes a request in flight on SIGTERM, closes streams with 1012, and exits 0', async () => {
    const server = await startProcess({ env: { APP_DATA_DIR: temporaryFolder() } })
    const token = await setUp(server)
    const socket = new WebSocket(`${server.url.replace('http', 'ws')}/api/ws`, ['Bearer', token])
    await once(socket, 'message')

    // A connection that the client would keep must not keep the server.
    const agent = new Agent({ keepAlive: true })
    const body = JSON.stringify(CREDENTIALS)
    const login = request(`${server.url}/api/auth/login`, {
      method: 'POST',
      agent,
      headers: { 'content-type': 'application/json', 'content-length': body.length, expect: '100-continue' },
    })
    const answered = once(login, 'response')
    login.flushHeaders()
    await once(login, 'continue')
    login.write(body.slice(0, 10))

    const closed = once(socket, 'close')
    server.kill('SIGTERM')
    // The streams go first, so this says that the end has begun while the body is still half sent.
    expect((await closed)[0]).toBe(1012)
    login.end(body.slice(10))
    const [answer] = await answered
    expect(answer.statusCode).toBe(200)
    answer.resume()
    const end = await server.ended
    expect([end.code, end.stderr]).toEqual([0, ''])
    agent.destroy()
  })

  it('does not wait for a stream whose client never reads', async () => {
    const server = await startProcess({ env: { APP_DATA_DIR: temporaryFolder() } })
    const token = await setUp(server)
    const stream = request(`${server.url}/api/events`, { headers: { authorization: `Bearer ${token}` } })
    stream.end()
    const [answer] = await once(stream, 'response')
    answer.pause()
    answer.on('error', () => {})
    server.kill('SIGTERM')
    expect((await server.ended).code).toBe(0)
  })

  it('loses nothing that was answered when it is killed', async () => {
    const env = { APP_DATA_DIR: temporaryFolder() }
    const first = await startProcess({ env })
    const token = await setUp(first)
    first.kill('SIGKILL')
    expect((await first.ended).signal).toBe('SIGKILL')
    const second = await startProcess({ env })
    const me = await callProcess(second, 'GET', '/api/auth/me', { token })
    expect([me.status, me.body.username]).toEqual([200, 'ana'])
    const login = await callProcess(second, 'POST', '/api/auth/login', { body: CREDENTIALS })
    expect(login.status).toBe(200)
  })
})
