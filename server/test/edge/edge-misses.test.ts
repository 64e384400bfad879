import { describe, expect, it } from 'vitest'
import { startApp } from '#test/app.ts'
import { edgeRoutes } from '#test/edge-routes.ts'
import { shareAmongTests } from '#test/engines.ts'
import { listen, rawExchange } from '#test/sockets.ts'

const API_HEADERS = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'content-type': 'application/json; charset=utf-8',
}

const plain = shareAmongTests(() => startApp())
const extended = shareAmongTests(() => startApp({ overrides: { extra: edgeRoutes() } }))

describe('what is not there (0.3, 1/I)', () => {
  it.each([
    ['GET', '/api/nothing'],
    ['GET', '/api'],
    ['GET', '/api/'],
    ['GET', '/api/auth/me/'],
    ['POST', '/api/nothing'],
    ['GET', '/oauth/nothing'],
    ['POST', '/mcp/nothing'],
    ['GET', '/.well-known/nothing'],
    ['OPTIONS', '/api/nothing'],
    ['PROPFIND', '/api/nothing'],
  ])('answers JSON 404 to %s %s without a session', async (method, path) => {
    const app = plain()
    const answer = await app.call(method, path)
    expect([answer.status, answer.body]).toEqual([404, { error: expect.any(String), code: 'not_found' }])
    expect(answer.headers).toMatchObject(API_HEADERS)
  })

  it('answers an address that no route could take with JSON 400, whoever asks', async () => {
    const app = plain()
    for (const path of [`/api/admin/users/${'x'.repeat(4097)}`, '/api/admin/users/%zz']) {
      const answer = await app.call('DELETE', path)
      expect([answer.status, answer.body]).toEqual([
        400,
        { error: 'The address has a broken % escape or a part that is too long.', code: 'validation' },
      ])
      expect(answer.headers).toMatchObject(API_HEADERS)
    }
  })

  it('answers an unknown path without a client to serve with JSON 404 too', async () => {
    const app = plain()
    const answer = await app.call('GET', '/dashboard')
    expect([answer.status, answer.body.code]).toEqual([404, 'not_found'])
  })
})

describe('methods (0.3, C32)', () => {
  it.each([
    ['POST', '/api/auth/me', 'GET'],
    ['HEAD', '/api/auth/me', 'GET'],
    ['OPTIONS', '/api/auth/me', 'GET'],
    ['GET', '/api/auth/login', 'POST'],
    ['HEAD', '/api/events', 'GET'],
    ['DELETE', '/ping', 'GET, HEAD'],
    ['DELETE', '/api/test/things/7', 'GET, PUT'],
    ['PROPFIND', '/api/auth/me', 'GET'],
  ])('answers 405 to %s %s with Allow: %s', async (method, path, allow) => {
    const app = extended()
    const answer = await app.call(method, path)
    expect([answer.status, answer.headers.allow]).toEqual([405, allow])
    expect(answer.headers).toMatchObject(API_HEADERS)
    expect(answer.body.code).toBe('method_not_allowed')
  })

  it('answers HEAD on /ping like GET, without the body', async () => {
    const app = plain()
    const get = await app.call('GET', '/ping')
    expect([get.status, get.headers['content-type'], get.raw.toString()]).toEqual([
      200,
      'text/plain; charset=utf-8',
      'pong',
    ])
    const port = await listen(app)
    const head = await rawExchange(port, 'HEAD /ping HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
    expect(head).toMatch(/^HTTP\/1\.1 200 OK\r\n[\s\S]*content-length: 4\r\n[\s\S]*\r\n\r\n$/i)
  })
})

describe('headers of every answer (0.3)', () => {
  it.each([
    ['200', 'GET', '/api/auth/status', {}],
    ['204', 'DELETE', '/api/test/gone', {}],
    ['400', 'POST', '/api/auth/login', {}],
    ['401', 'GET', '/api/auth/me', {}],
    ['415', 'POST', '/api/test/echo', { body: 'x', headers: { 'content-type': 'text/plain' } }],
    ['500', 'GET', '/api/test/fails/bug', {}],
    ['502', 'GET', '/api/test/fails/upstream', {}],
    ['503', 'GET', '/api/test/fails/storage', {}],
  ] as const)('a %s carries them, and never CORS headers', async (status, method, path, options) => {
    const app = extended()
    const headers = { origin: 'https://elsewhere.example', ...('headers' in options && options.headers) }
    const answer = await app.call(method, path, { ...options, headers })
    expect(String(answer.status)).toBe(status)
    const { 'content-type': _, ...always } = API_HEADERS
    expect(answer.headers).toMatchObject(always)
    expect(Object.keys(answer.headers).filter(name => name.startsWith('access-control'))).toEqual([])
  })

  it('answers a preflight with 405 and nothing that would allow it', async () => {
    const app = plain()
    const answer = await app.call('OPTIONS', '/api/auth/login', {
      headers: { origin: 'https://elsewhere.example', 'access-control-request-method': 'POST' },
    })
    expect([answer.status, answer.headers.allow]).toEqual([405, 'POST'])
    expect(Object.keys(answer.headers).filter(name => name.startsWith('access-control'))).toEqual([])
  })

  it('lets browsers keep an image for a day, and never the refusal of one', async () => {
    const app = extended()
    const image = await app.call('GET', '/api/test/image')
    expect(image.headers).toMatchObject({
      'cache-control': 'private, max-age=86400',
      'content-type': 'image/jpeg',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    })
    const missing = await app.call('GET', '/api/test/image?missing=true')
    expect([missing.status, missing.headers['cache-control']]).toEqual([404, 'no-store'])
  })
})
