import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import { startApp } from '#test/app.ts'
import { edgeRoutes } from '#test/edge-routes.ts'
import { listen, rawExchange } from '#test/sockets.ts'

/**
 * Defends clients and this server against bytes that are not a whole HTTP request: each is answered in the shape of
 * 0.3 with its headers, never in the middle of another answer, and holds no connection open.
 */
const start = () => startApp({ overrides: { extra: edgeRoutes() } })

function parse(answer: string) {
  const [head = '', body = ''] = answer.split('\r\n\r\n')
  const [line = '', ...lines] = head.split('\r\n')
  const headers = Object.fromEntries(
    lines.map(one => [one.slice(0, one.indexOf(':')).toLowerCase(), one.slice(one.indexOf(':') + 1).trim()]),
  )
  return { status: Number(line.split(' ')[1]), line, headers, body }
}

const HEADERS = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
}

const POST =
  'POST /api/test/echo HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nConnection: close\r\n'

const BROKEN: [string, string, number, string][] = [
  ['no HTTP at all', 'hello\r\n\r\n', 400, 'validation'],
  ['a TLS handshake', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', 400, 'validation'],
  ['an unknown method', 'FOO /ping HTTP/1.1\r\nHost: x\r\n\r\n', 400, 'validation'],
  ['an unknown version', 'GET /ping HTTP/3.7\r\nHost: x\r\n\r\n', 400, 'validation'],
  ['a space in the address', 'GET /pi ng HTTP/1.1\r\nHost: x\r\n\r\n', 400, 'validation'],
  ['a NUL in a header', 'GET /ping HTTP/1.1\r\nHost: x\r\nX-A: a\0b\r\n\r\n', 400, 'validation'],
  ['lines without a carriage return', 'GET /ping HTTP/1.1\nHost: x\n\n', 400, 'validation'],
  ['two lengths', `${POST}Content-Length: 1\r\nContent-Length: 2\r\n\r\n{}`, 400, 'validation'],
  [
    'a length and chunks',
    `${POST}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n{}`,
    400,
    'validation',
  ],
  ['an unknown encoding', `${POST}Transfer-Encoding: gzip\r\n\r\n{}`, 400, 'validation'],
  ['a chunk that is none', `${POST}Transfer-Encoding: chunked\r\n\r\nzz\r\n`, 400, 'validation'],
  ['no Host', 'GET /ping HTTP/1.1\r\nConnection: close\r\n\r\n', 400, 'validation'],
  [
    'an address that is too long',
    `GET /${'a'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`,
    414,
    'address_too_long',
  ],
  [
    'a header that is too long',
    `GET /ping HTTP/1.1\r\nHost: x\r\nX-A: ${'a'.repeat(20_000)}\r\n\r\n`,
    431,
    'headers_too_large',
  ],
  [
    'too many headers',
    `GET /ping HTTP/1.1\r\nHost: x\r\n${Array.from({ length: 4000 }, (_, i) => `a${i}: 1\r\n`).join('')}\r\n`,
    431,
    'headers_too_large',
  ],
  [
    'a chunk extension without end',
    `${POST}Transfer-Encoding: chunked\r\n\r\n1;${'a'.repeat(40_000)}\r\n`,
    413,
    'body_too_large',
  ],
  ['an unknown expectation', `${POST}Expect: 200-maybe\r\nContent-Length: 2\r\n\r\n{}`, 417, 'validation'],
  ['CONNECT', 'CONNECT evil.example:443 HTTP/1.1\r\nHost: x\r\n\r\n', 405, 'method_not_allowed'],
]

describe('bytes that are not a request', () => {
  it.each(BROKEN)('%s is answered in the error shape of 0.3', async (_what, bytes, status, code) => {
    const app = await start()
    const answer = parse(await rawExchange(await listen(app), bytes))
    expect([answer.status, JSON.parse(answer.body)]).toEqual([status, { error: expect.any(String), code }])
    expect(answer.headers).toMatchObject(HEADERS)
    expect(answer.headers['connection']).toBe('close')
    expect(app.log.entries.filter(line => line.level === 'error')).toEqual([])
  })

  it('a request that takes too long to arrive is answered with 408', async () => {
    const app = await start()
    const port = await listen(app)
    const accepted = once(app.http.server, 'connection')
    const answering = rawExchange(port, 'GET /ping HTTP/1.1\r\nHost: ')
    const [peer] = await accepted
    // The error that Node reports when it checks its connections every 30 s.
    const late = Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
    app.http.server.emit('clientError', late, peer)
    const answer = parse(await answering)
    expect([answer.status, JSON.parse(answer.body).code]).toEqual([408, 'request_timeout'])
    expect(answer.headers).toMatchObject(HEADERS)
  })
})

describe('broken bytes on a connection that already carries an answer', () => {
  it('are never written into that answer', async () => {
    const app = await start()
    const { access_token } = await app.setUp()
    const port = await listen(app)
    const socket = connect(port, '127.0.0.1')
    let text = ''
    socket.on('data', part => (text += part.toString()))
    socket.on('error', () => {})
    socket.write(`GET /api/events HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${access_token}\r\n\r\n`)
    while (!text.includes('hello')) await once(socket, 'data')
    socket.write('garbage garbage\r\n\r\n')
    await once(socket, 'close')
    expect(text.match(/HTTP\/1\.1/g)).toHaveLength(1)
    expect(text).not.toContain('"validation"')
  })

  it('do not answer a request that is still being worked on', async () => {
    const app = await start()
    const port = await listen(app)
    const answer = await rawExchange(
      port,
      'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 35\r\n\r\n' +
        '{"username":"ana","password":"abc"}garbage\r\n\r\n',
    )
    expect(answer).not.toMatch(/^HTTP\/1\.1 400/)
  })
})

describe('the connection of a broken request', () => {
  it('is closed by the server although the client keeps it open', async () => {
    const app = await start()
    const port = await listen(app)
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
    socket.resume()
    socket.write('hello\r\n\r\n')
    await once(socket, 'end')
    app.clock.advance(5000)
    const open = () => new Promise(resolve => app.http.server.getConnections((_, count) => resolve(count)))
    await expect.poll(open).toBe(0)
    socket.destroy()
  })
})
