import { describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '#test/app.ts'
import { edgeRoutes, SMALL_BODY_LIMIT } from '#test/edge-routes.ts'

const ECHO = '/api/test/echo'
const JSON_TYPE = { 'content-type': 'application/json' }

function startEdge(): Promise<TestApp> {
  return startApp({ overrides: { extra: edgeRoutes() } })
}

function padded(bytes: number): string {
  const frame = '{"name":"ana","pad":""}'
  return frame.replace('""}', `"${'x'.repeat(bytes - frame.length)}"}`)
}

async function send(app: TestApp, body: string | Buffer | undefined, headers: Record<string, string>) {
  const answer = await app.call('POST', ECHO, { body, headers })
  return [answer.status, answer.body.code]
}

describe('request bodies (0.3)', () => {
  it.each([
    ['malformed JSON', '{"name":'],
    ['an array', '[{"name":"ana"}]'],
    ['a string', '"ana"'],
    ['a number', '7'],
    ['null', 'null'],
    ['a lone boolean', 'true'],
    ['bytes that are no UTF-8', Buffer.from('{"name":"ana\xff"}', 'latin1')],
  ])('refuses %s with 400 validation', async (_what, body) => {
    const app = await startEdge()
    expect(await send(app, body, JSON_TYPE)).toEqual([400, 'validation'])
  })

  it('takes an empty body as none and names what is missing', async () => {
    const app = await startEdge()
    for (const headers of [{}, JSON_TYPE, { 'content-type': 'text/plain' }]) {
      const answer = await app.call('POST', ECHO, { headers })
      expect([answer.status, answer.body.fields]).toEqual([400, { name: 'This is required.' }])
    }
  })

  it.each([
    ['text/plain'],
    ['application/x-www-form-urlencoded'],
    ['multipart/form-data; boundary=x'],
    ['application/jsonx'],
    ['application/json-patch+json'],
    ['text/json'],
    ['nonsense'],
  ])('answers 415 to a body of type %s', async type => {
    const app = await startEdge()
    expect(await send(app, '{"name":"ana"}', { 'content-type': type })).toEqual([
      415,
      'unsupported_media_type',
    ])
  })

  it('answers 415 to a body without a type and to an encoded body', async () => {
    const app = await startEdge()
    expect((await send(app, Buffer.from('{"name":"ana"}'), {}))[0]).toBe(415)
    expect((await send(app, '{"name":"ana"}', { ...JSON_TYPE, 'content-encoding': 'gzip' }))[0]).toBe(415)
  })

  it.each([['application/json; charset=utf-8'], ['Application/JSON'], ['application/json;charset="UTF-8"']])(
    'takes %s',
    async type => {
      const app = await startEdge()
      const answer = await app.call('POST', ECHO, {
        body: '{"name":"zoë"}',
        headers: { 'content-type': type },
      })
      expect([answer.status, answer.body]).toEqual([200, { name: 'zoë' }])
    },
  )

  it('ignores unknown fields and never lets them through', async () => {
    const app = await startEdge()
    const body = '{"name":"ana","role":"admin","__proto__":{"count":9},"constructor":{"prototype":{}}}'
    const answer = await app.call('POST', ECHO, { body, headers: JSON_TYPE })
    expect(answer.body).toEqual({ name: 'ana' })
  })

  it('says what is wrong beside each field', async () => {
    const app = await startEdge()
    const answer = await app.call('POST', ECHO, { body: { name: 'far too long a name', count: 'two' } })
    expect(answer.status).toBe(400)
    expect(answer.body).toEqual({
      error: expect.any(String),
      code: 'validation',
      fields: { name: expect.stringMatching(/\.$/), count: expect.stringMatching(/\.$/) },
    })
  })
})

describe('body limits (0.3)', () => {
  it.each([
    ['the default of 1 MiB', ECHO, 1024 * 1024],
    ["a route's own limit", '/api/test/small', SMALL_BODY_LIMIT],
  ])('%s holds to the byte', async (_what, path, limit) => {
    const app = await startEdge()
    const fits = await app.call('POST', path, { body: padded(limit), headers: JSON_TYPE })
    expect([fits.status, fits.body]).toEqual([200, { name: 'ana' }])
    const over = await app.call('POST', path, { body: padded(limit + 1), headers: JSON_TYPE })
    expect([over.status, over.body.code]).toEqual([413, 'body_too_large'])
  })
})

describe('queries and path ids (0.3)', () => {
  it.each([['0'], ['-1'], ['1.5'], ['abc'], ['1e3'], ['99999999999999999'], ['01'], ['1%20']])(
    'answers 400 to the malformed id %s',
    async id => {
      const app = await startEdge()
      const answer = await app.call('GET', `/api/test/things/${id}`)
      expect([answer.status, answer.body.code]).toEqual([400, 'validation'])
    },
  )

  it('reads ids, query words and plus signs; unknown parameters are ignored', async () => {
    const app = await startEdge()
    expect((await app.call('GET', '/api/test/things/42')).body).toEqual({ id: 42 })
    const found = await app.call('GET', '/api/test/search?q=a+b%26c&exact=true&utm_source=x')
    expect(found.body).toEqual({ q: 'a b&c', exact: true })
  })

  it('gives a path that takes the rest by its name, decoded', async () => {
    const app = await startEdge()
    const found = await app.call('GET', '/api/test/things/7/files/a/b%20c/d.mkv')
    expect([found.status, found.body]).toEqual([200, { path: 'a/b c/d.mkv' }])
    expect((await app.call('GET', '/api/test/things/x/files/a')).status).toBe(400)
  })

  it.each([['exact=1&q=a'], ['exact=TRUE&q=a'], ['q=a&q=b'], ['']])('answers 400 to ?%s', async query => {
    const app = await startEdge()
    const answer = await app.call('GET', `/api/test/search?${query}`)
    expect([answer.status, answer.body.code]).toEqual([400, 'validation'])
    expect(Object.keys(answer.body.fields)).toHaveLength(1)
  })

  it.each([['/api/%zz'], ['/api/test/things/%E0%A4%A'], ['/%']])(
    'answers 400 to the malformed address %s, with the API headers',
    async path => {
      const app = await startEdge()
      const answer = await app.call('GET', path)
      expect([answer.status, answer.body.code]).toEqual([400, 'validation'])
      expect(answer.headers).toMatchObject({
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
      })
    },
  )
})
