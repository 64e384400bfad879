import { describe, expect, it } from 'vitest'
import { SESSION_IDLE_MS, SESSIONS_PER_USER } from '#features/mcp/mcp-sessions.ts'
import { ECHO, startMcp, type TestMcp } from '#test/mcp.ts'
import { initialize, openSession, request, send, STATELESS, stateless } from '#test/mcp-messages.ts'

const METADATA = 'http://localhost:80/.well-known/oauth-protected-resource/mcp'

const callEcho = (words: string) => ({ name: 'echo', arguments: { words } })

async function sendStateless(mcp: TestMcp, token: string, ...message: Parameters<typeof stateless>) {
  const { message: body, headers } = stateless(...message)
  return send(mcp, 'POST', body, { token, headers })
}

describe('authentication of tool clients (2:4.5)', () => {
  it.each(['POST', 'GET', 'DELETE'])(
    '%s without a token names the metadata, with a wrong one also the error',
    async method => {
      const mcp = startMcp()
      const without = await send(mcp, method, undefined)
      expect([without.status, without.body.code]).toEqual([401, 'unauthorized'])
      expect(without.headers['www-authenticate']).toBe(`Bearer resource_metadata="${METADATA}"`)
      const wrong = await send(mcp, method, undefined, { token: 'wrong' })
      expect(wrong.status).toBe(401)
      expect(wrong.headers['www-authenticate']).toBe(
        `Bearer resource_metadata="${METADATA}", error="invalid_token"`,
      )
    },
  )

  it('comes before the body is looked at (C18)', async () => {
    const mcp = startMcp()
    expect((await send(mcp, 'POST', 'x'.repeat(2 * 1024 * 1024))).status).toBe(401)
  })

  it('answers with the headers of 0.3, on success and on refusal', async () => {
    const mcp = startMcp()
    const token = mcp.addDevice()
    const session = await openSession(mcp, token)
    const answers = [
      await send(mcp, 'POST', initialize()),
      await send(mcp, 'POST', initialize(), { token }),
      await send(mcp, 'POST', request('tools/list'), { token, session }),
      await sendStateless(mcp, token, 'tools/list'),
      await send(mcp, 'PUT', undefined, { token }),
      await send(mcp, 'DELETE', undefined, { token, session }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([401, 200, 200, 200, 405, 204])
    for (const { headers } of answers)
      expect(headers).toMatchObject({
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
      })
    expect(answers[4]?.headers['allow']).toBe('DELETE, GET, OPTIONS, POST')
  })
})

describe('bodies', () => {
  it('takes 1 MiB and refuses more in our form', async () => {
    const mcp = startMcp({ tools: [ECHO] })
    const token = mcp.addDevice()
    const session = await openSession(mcp, token)
    const empty = JSON.stringify(request('tools/call', callEcho('')))
    const filled = (bytes: number) => empty.replace('""', `"${'x'.repeat(bytes - empty.length)}"`)
    const largest = await send(mcp, 'POST', filled(1024 * 1024), { token, session })
    expect(largest.status).toBe(200)
    const larger = await send(mcp, 'POST', filled(1024 * 1024 + 1), { token, session })
    expect([larger.status, larger.body.code]).toEqual([413, 'body_too_large'])
  })

  it('refuses other types, broken JSON and nothing at all', async () => {
    const mcp = startMcp()
    const token = mcp.addDevice()
    const asText = { 'content-type': 'text/plain' }
    const refused = [
      await send(mcp, 'POST', JSON.stringify(initialize()), { token, headers: asText }),
      await send(mcp, 'POST', '{"jsonrpc":', { token }),
      await send(mcp, 'POST', undefined, { token }),
    ]
    expect(refused.map(({ status, body }) => [status, body.code])).toEqual([
      [415, 'unsupported_media_type'],
      [400, 'validation'],
      [400, 'validation'],
    ])
  })

  it('answers several messages at once, as 2025-03-26 allows', async () => {
    const mcp = startMcp({ tools: [ECHO] })
    const token = mcp.addDevice()
    const session = await openSession(mcp, token)
    const batch = [request('tools/call', callEcho('one'), 11), request('ping', {}, 12)]
    const { status, text } = await send(mcp, 'POST', batch, { token, session })
    expect(status).toBe(200)
    expect(text).toMatch(/"id":11/)
    expect(text).toMatch(/"id":12/)
    const too_many = Array.from({ length: 101 }, (_, i) => request('ping', {}, i))
    expect((await send(mcp, 'POST', too_many, { token, session })).status).toBe(400)
  })

  it('serves a client that accepts anything', async () => {
    const mcp = startMcp()
    const token = mcp.addDevice()
    const { status } = await send(mcp, 'POST', initialize(), { token, headers: { accept: '*/*' } })
    expect(status).toBe(200)
  })

  it('does not serve a batch in which a session begins together with something else', async () => {
    const mcp = startMcp()
    const token = mcp.addDevice()
    const { status } = await send(mcp, 'POST', [initialize(), request('tools/list', {}, 2)], { token })
    expect(status).toBe(400)
    expect(mcp.sessions.count()).toBe(0)
  })
})

describe('protocol versions (2/4.5)', () => {
  it.each(['2025-11-25', '2025-06-18', '2025-03-26'])('agrees on %s with a session', async version => {
    const mcp = startMcp()
    const token = mcp.addDevice()
    const { headers, body } = await send(mcp, 'POST', initialize(version), { token })
    expect(body.result).toMatchObject({
      protocolVersion: version,
      serverInfo: { name: 'foyer', title: 'Foyer', version: 'test' },
      capabilities: { tools: { listChanged: true }, prompts: {}, resources: {} },
    })
    expect(headers['mcp-session-id']).toMatch(/^mcp_[\w-]{43}$/)
  })

  it.each(['2024-11-05', '2031-01-01'])('offers the newest of them to a client of %s', async version => {
    const mcp = startMcp()
    const { body } = await send(mcp, 'POST', initialize(version), { token: mcp.addDevice() })
    expect(body.result.protocolVersion).toBe('2025-11-25')
  })

  it('refuses a session request that names another version', async () => {
    const mcp = startMcp()
    const token = mcp.addDevice()
    const session = await openSession(mcp, token)
    const headers = { 'mcp-protocol-version': '2024-11-05' }
    expect((await send(mcp, 'POST', request('tools/list'), { token, session, headers })).status).toBe(400)
  })

  it('serves 2026-07-28 without a session', async () => {
    const mcp = startMcp({ tools: [ECHO] })
    const token = mcp.addDevice()
    const discovered = await sendStateless(mcp, token, 'server/discover')
    expect(discovered.status).toBe(200)
    expect(discovered.body.result.supportedVersions).toEqual([STATELESS])
    expect(discovered.headers).not.toHaveProperty('mcp-session-id')
    const called = await sendStateless(mcp, token, 'tools/call', callEcho('hello'))
    expect(called.body.result.structuredContent).toEqual({ words: 'hello' })
    expect(mcp.sessions.count()).toBe(0)
  })

  it('refuses a batch of the stateless revision', async () => {
    const mcp = startMcp()
    const { message, headers } = stateless('tools/list')
    const { status } = await send(mcp, 'POST', [message], { token: mcp.addDevice(), headers })
    expect(status).toBe(400)
  })
})

describe('sessions (2/4.5)', () => {
  it('need their header on everything but initialize', async () => {
    const mcp = startMcp()
    const token = mcp.addDevice()
    for (const [method, message] of [
      ['POST', request('tools/list')],
      ['GET', undefined],
      ['DELETE', undefined],
    ] as const) {
      const { status, body } = await send(mcp, method, message, { token })
      expect([status, body.code]).toEqual([400, 'validation'])
    }
  })

  it('answer 404 when unknown', async () => {
    const mcp = startMcp()
    const token = mcp.addDevice()
    for (const [method, message] of [
      ['POST', request('tools/list')],
      ['GET', undefined],
      ['DELETE', undefined],
    ] as const) {
      const { status, body } = await send(mcp, method, message, { token, session: 'mcp_unknown' })
      expect([status, body.code]).toEqual([404, 'not_found'])
    }
  })

  it('end by DELETE with 204, once', async () => {
    const mcp = startMcp()
    const token = mcp.addDevice()
    const session = await openSession(mcp, token)
    const first = await send(mcp, 'DELETE', undefined, { token, session })
    expect([first.status, first.text]).toEqual([204, ''])
    expect((await send(mcp, 'DELETE', undefined, { token, session })).status).toBe(404)
    expect((await send(mcp, 'POST', request('tools/list'), { token, session })).status).toBe(404)
  })

  it('end after an hour without a request', async () => {
    const mcp = startMcp()
    const token = mcp.addDevice()
    const session = await openSession(mcp, token)
    const use = () => send(mcp, 'POST', request('ping'), { token, session })
    mcp.clock.advance(SESSION_IDLE_MS - 1)
    expect((await use()).status).toBe(200)
    mcp.clock.advance(SESSION_IDLE_MS - 1)
    expect((await use()).status).toBe(200)
    mcp.clock.advance(SESSION_IDLE_MS)
    expect((await use()).status).toBe(404)
    expect(mcp.sessions.count()).toBe(0)
  })

  it('are bounded for each person: the longest unused ends', async () => {
    const mcp = startMcp()
    const token = mcp.addDevice()
    const other = mcp.addDevice()
    const kept = await openSession(mcp, other)
    const sessions: string[] = []
    for (let i = 0; i < SESSIONS_PER_USER; i += 1) {
      sessions.push(await openSession(mcp, token))
      mcp.clock.advance(1)
    }
    const use = (session = '', as = token) => send(mcp, 'POST', request('ping'), { token: as, session })
    expect((await use(sessions[0])).status).toBe(200)
    await openSession(mcp, token)
    expect((await use(sessions[0])).status).toBe(200)
    expect((await use(sessions[1])).status).toBe(404)
    expect((await use(sessions[2])).status).toBe(200)
    expect((await use(kept, other)).status).toBe(200)
    expect(mcp.sessions.count()).toBe(SESSIONS_PER_USER + 1)
  })
})
