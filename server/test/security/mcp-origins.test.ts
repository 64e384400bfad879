import { describe, expect, it } from 'vitest'
import { startMcp } from '#test/mcp.ts'
import { initialize, openSession, send } from '#test/mcp-messages.ts'
import { rawExchange } from '#test/sockets.ts'

/**
 * A page in somebody's browser must not reach the tools, whatever token it found (2:4.5). The origin is judged before the
 * token, so that no page learns whether a token is valid.
 */
const ISSUER = 'https://media.example.org'
const LISTED = 'https://inspector.example.org'
const METHODS = ['POST', 'GET', 'DELETE'] as const

function startConfigured() {
  const mcp = startMcp({ oauth_issuer: `${ISSUER}/foyer`, mcp_allowed_origins: [LISTED] })
  return { mcp, token: mcp.addDevice() }
}

describe('pages of other origins (2:4.5)', () => {
  it.each(METHODS)('are refused with 403 before authentication: %s', async method => {
    const { mcp, token } = startConfigured()
    for (const origin of [
      'https://evil.example',
      'null',
      `${ISSUER}:8443`,
      `${ISSUER}.evil.example`,
      'file://',
    ]) {
      for (const given of [undefined, token, 'unknown']) {
        const { status, body, headers } = await send(mcp, method, undefined, {
          token: given,
          headers: { origin },
        })
        expect([status, body.code]).toEqual([403, 'forbidden'])
        expect(headers).not.toHaveProperty('www-authenticate')
        expect(headers).not.toHaveProperty('access-control-allow-origin')
      }
    }
  })

  it('are all refused when neither an issuer nor origins are configured', async () => {
    const mcp = startMcp()
    const token = mcp.addDevice()
    for (const origin of [ISSUER, 'http://localhost', 'http://127.0.0.1:5454']) {
      const { status } = await send(mcp, 'POST', initialize(), { token, headers: { origin } })
      expect(status).toBe(403)
      expect((await send(mcp, 'OPTIONS', undefined, { headers: { origin } })).status).toBe(403)
    }
  })

  it('are served when their origin is the one of the issuer, or listed; a program without an origin always', async () => {
    const { mcp, token } = startConfigured()
    for (const origin of [ISSUER, LISTED]) {
      const { status, headers } = await send(mcp, 'POST', initialize(), { token, headers: { origin } })
      expect(status).toBe(200)
      expect(headers).toMatchObject({
        'access-control-allow-origin': origin,
        'access-control-expose-headers': 'Mcp-Session-Id',
        vary: 'Origin',
      })
      expect(headers).not.toHaveProperty('access-control-allow-credentials')
    }
    const program = await send(mcp, 'POST', initialize(), { token })
    expect(program.status).toBe(200)
    expect(program.headers).not.toHaveProperty('access-control-allow-origin')
  })

  it('can read every refusal that comes after the origin was accepted', async () => {
    const { mcp, token } = startConfigured()
    const headers = { origin: LISTED }
    const refused = [
      await send(mcp, 'POST', initialize(), { headers }),
      await send(mcp, 'POST', 'x'.repeat(1024 * 1024 + 1), { token, headers }),
      await send(mcp, 'GET', undefined, { token, headers, session: 'unknown' }),
    ]
    expect(refused.map(({ status }) => status)).toEqual([401, 413, 404])
    for (const answer of refused) expect(answer.headers['access-control-allow-origin']).toBe(LISTED)
  })
})

describe('a preflight (2/4.5)', () => {
  it('is answered without a token for an allowed origin', async () => {
    const { mcp } = startConfigured()
    const { status, headers, text } = await send(mcp, 'OPTIONS', undefined, {
      headers: { origin: LISTED, 'access-control-request-method': 'POST' },
    })
    expect([status, text]).toEqual([204, ''])
    expect(headers).toMatchObject({
      'access-control-allow-origin': LISTED,
      'access-control-allow-methods': 'GET, POST, DELETE',
      'access-control-allow-headers':
        'Authorization, Content-Type, Mcp-Method, Mcp-Name, MCP-Protocol-Version, Mcp-Session-Id',
      'access-control-expose-headers': 'Mcp-Session-Id',
    })
  })

  it('of another origin is refused in our form, and one without an origin gets no permission', async () => {
    const { mcp } = startConfigured()
    const evil = await send(mcp, 'OPTIONS', undefined, { headers: { origin: 'https://evil.example' } })
    expect([evil.status, evil.body.code]).toEqual([403, 'forbidden'])
    const plain = await send(mcp, 'OPTIONS', undefined)
    expect(plain.status).toBe(204)
    expect(plain.headers).not.toHaveProperty('access-control-allow-origin')
    expect(plain.headers).not.toHaveProperty('access-control-allow-methods')
  })
})

describe('the Host header', () => {
  it('is checked before everything else', async () => {
    const { mcp, token } = startConfigured()
    const url = await mcp.listen()
    const head = (host: string) =>
      `DELETE /mcp HTTP/1.1\r\n${host}Authorization: Bearer ${token}\r\nOrigin: https://evil.example\r\nConnection: close\r\n\r\n`
    for (const host of ['', 'Host: a b\r\n', 'Host: a\r\nHost: b\r\n'])
      expect(await rawExchange(Number(url.port), head(host))).toMatch(/^HTTP\/1\.1 400 /)
    expect(await rawExchange(Number(url.port), head('Host: foyer\r\n'))).toMatch(/^HTTP\/1\.1 403 /)
  })
})

describe('a session (2/4.5)', () => {
  it('belongs to the device that made it: for others it does not exist', async () => {
    const mcp = startMcp()
    const owner = mcp.addDevice('user', 1)
    const second_device = mcp.addDevice('user', 1)
    const other_person = mcp.addDevice('admin', 2)
    const session = await openSession(mcp, owner)
    for (const token of [second_device, other_person]) {
      for (const method of METHODS) {
        const { status, body } = await send(mcp, method, method === 'POST' ? initialize() : undefined, {
          token,
          session,
        })
        expect([status, body.code]).toEqual([404, 'not_found'])
      }
    }
    expect((await send(mcp, 'DELETE', undefined, { token: owner, session })).status).toBe(204)
  })
})
