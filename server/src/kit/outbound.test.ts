import { brotliCompressSync, gzipSync } from 'node:zlib'
import { afterAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { systemClock } from '#kit/clock.ts'
import { createTestClock } from '#test/test-clock.ts'
import { createTestLog } from '#test/test-log.ts'
import { createOutbound, type OutboundRequest } from '#kit/outbound.ts'
import { insideTransaction } from '#kit/transaction-scope.ts'
import { UpstreamFault } from '#kit/upstream-fault.ts'
import { freePort, readBody, serveHttp, serveTcp } from '#test/loopback-servers.ts'

const log = createTestLog()
const outbound = createOutbound({
  clock: systemClock,
  log,
  external_proxy: () => null,
  user_agent: 'Foyer/1.0',
  random: () => 0,
})
afterAll(() => outbound.close())

const base = { upstream: 'Radarr', method: 'GET', timeout_ms: 5000, max_bytes: 10_000 } as const
const send = (url: string, more: Partial<OutboundRequest> = {}) =>
  outbound.internal.send({ ...base, url, ...more })

async function faultOf(call: Promise<unknown>): Promise<UpstreamFault> {
  const error: unknown = await call.then(
    () => 'no fault',
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof UpstreamFault)) throw new Error('expected a fault', { cause: error })
  return error
}

describe('answers', () => {
  test('sends method, query, headers and JSON, and parses what comes back', async () => {
    await using server = await serveHttp((req, res) => {
      const { 'user-agent': agent, 'content-type': type, 'x-api-key': key } = req.headers
      void readBody(req).then(body => res.end(JSON.stringify({ agent, type, key, body })))
    })
    const answer = await send(`${server.origin}/api?a=1`, {
      method: 'POST',
      query: { b: 'x y', c: [1, 2].map(String), d: undefined, e: true },
      headers: { 'X-Api-Key': 'k' },
      json: { title: 'Heat' },
    })
    expect(server.seen).toEqual(['POST /api?a=1&b=x+y&c=1&c=2&e=true'])
    const shape = z.object({ agent: z.string(), type: z.string(), key: z.string(), body: z.string() })
    expect(answer.json(shape)).toEqual({
      agent: 'Foyer/1.0',
      type: 'application/json',
      key: 'k',
      body: '{"title":"Heat"}',
    })
    expect(answer).toMatchObject({
      status: 200,
      url: new URL(`${server.origin}/api?a=1&b=x+y&c=1&c=2&e=true`),
    })
  })

  test.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
  ])('decodes %s', async (encoding, compress) => {
    await using server = await serveHttp((_req, res) => {
      res.setHeader('content-encoding', encoding).end(compress('Heat'))
    })
    expect((await send(server.origin)).text()).toBe('Heat')
  })

  test('HEAD has headers and no body, even when they speak of one', async () => {
    await using server = await serveHttp((_req, res) => {
      res.writeHead(200, { 'content-length': '999999', 'content-encoding': 'gzip' }).end()
    })
    const answer = await send(server.origin, { method: 'HEAD' })
    expect(answer.headers['content-length']).toBe('999999')
    expect(answer.bytes()).toHaveLength(0)
  })

  test('statuses the caller knows are handed over', async () => {
    await using server = await serveHttp((_req, res) => res.writeHead(404).end('gone'))
    expect(await send(server.origin, { accept_statuses: [404] })).toMatchObject({ status: 404 })
  })
})

describe('statuses', () => {
  const cases: [number, Partial<OutboundRequest>, Partial<UpstreamFault>][] = [
    [401, {}, { kind: 'rejected_key', category: 'unauthorized', status: 401 }],
    [403, { method: 'POST' }, { kind: 'rejected_key' }],
    [404, {}, { kind: 'bad_answer', status: 404 }],
    [500, {}, { kind: 'bad_answer', status: 500 }],
    [500, { method: 'POST' }, { kind: 'bad_answer' }],
    [502, {}, { kind: 'bad_answer' }],
    [502, { method: 'POST' }, { kind: 'outcome_unknown' }],
    [504, { method: 'DELETE' }, { kind: 'outcome_unknown' }],
    [504, { method: 'DELETE', idempotent: true }, { kind: 'bad_answer' }],
    [503, { method: 'POST' }, { kind: 'bad_answer', retry_after_ms: 90_000 }],
    [429, {}, { kind: 'rate_limited', retry_after_ms: 90_000 }],
  ]
  test.each(cases)('%i to %o', async (status, more, expected) => {
    await using server = await serveHttp((_req, res) =>
      res.writeHead(status, { 'retry-after': '90' }).end('{}'),
    )
    expect(await faultOf(send(server.origin, more))).toMatchObject(expected)
  })

  test('Retry-After may be a date', async () => {
    const clock = createTestClock('2026-11-15T09:00:00.000Z')
    const still = createOutbound({ clock, external_proxy: () => null, user_agent: 'x' })
    await using server = await serveHttp((_req, res) =>
      res.writeHead(429, { 'retry-after': 'Sun, 15 Nov 2026 09:01:00 GMT' }).end(),
    )
    const fault = await faultOf(still.internal.send({ ...base, url: server.origin }))
    expect(fault).toMatchObject({ kind: 'rate_limited', retry_after_ms: 60_000 })
    await still.close()
  })
})

describe('lost answers', () => {
  test('nobody listening', async () => {
    const url = `http://127.0.0.1:${await freePort()}`
    expect(await faultOf(send(url))).toMatchObject({ kind: 'unreachable', category: 'unreachable' })
    expect(await faultOf(send(url, { method: 'POST' }))).toMatchObject({ kind: 'unreachable' })
  })

  test('no TLS where https was asked for', async () => {
    await using server = await serveHttp((_req, res) => res.end())
    const url = server.origin.replace('http:', 'https:')
    expect(await faultOf(send(url, { method: 'POST' }))).toMatchObject({
      kind: 'unreachable',
      category: 'tls',
    })
  })

  test.each(['radarr', 'ftp://radarr/', 'http://', 'http://ann:pw@127.0.0.1/'])(
    'unusable URL %j',
    async url => {
      expect(await faultOf(send(url))).toMatchObject({ kind: 'unreachable', category: 'invalid_url' })
    },
  )

  test('a header that cannot be sent never leaves', async () => {
    await using server = await serveHttp((_req, res) => res.end())
    const headers = { 'x-api-key': 'bad\nvalue' }
    expect(await faultOf(send(server.origin, { headers }))).toMatchObject({ category: 'invalid_url' })
    expect(server.seen).toEqual([])
  })

  const cuts = {
    'before the answer': '',
    'within the headers': 'HTTP/1.1 200 OK\r\nContent-Le',
    'within the body': 'HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{"a":',
    'within a chunk': 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n64\r\n{"a":',
  }
  test.each(Object.entries(cuts))('cut %s', async (_where, answer) => {
    await using server = await serveTcp(socket => socket.end(answer))
    expect(await faultOf(send(server.origin))).toMatchObject({ kind: 'unreachable' })
    expect(await faultOf(send(server.origin, { method: 'POST', json: {} }))).toMatchObject({
      kind: 'outcome_unknown',
    })
    expect(await faultOf(send(server.origin, { method: 'PUT', json: {}, idempotent: true }))).toMatchObject({
      kind: 'unreachable',
    })
  })

  test('reset', async () => {
    await using server = await serveTcp(socket => socket.resetAndDestroy())
    expect(await faultOf(send(server.origin))).toMatchObject({ kind: 'unreachable' })
    expect(await faultOf(send(server.origin, { method: 'POST' }))).toMatchObject({ kind: 'outcome_unknown' })
  })

  const hangs = {
    'before the answer': '',
    'within the body': 'HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{',
  }
  test.each(Object.entries(hangs))('hanging %s', async (_where, answer) => {
    await using server = await serveTcp(socket => void socket.write(answer))
    const timeout_ms = 60
    expect(await faultOf(send(server.origin, { timeout_ms }))).toMatchObject({
      kind: 'timeout',
      category: 'timeout',
    })
    expect(await faultOf(send(server.origin, { timeout_ms, method: 'POST' }))).toMatchObject({
      kind: 'outcome_unknown',
    })
  })

  test('something that does not speak HTTP', async () => {
    await using server = await serveTcp(socket => socket.end('SSH-2.0-OpenSSH_9.9\r\n'))
    expect(await faultOf(send(server.origin))).toMatchObject({ kind: 'bad_answer' })
    expect(await faultOf(send(server.origin, { method: 'POST' }))).toMatchObject({ kind: 'outcome_unknown' })
  })
})

describe('unusable answers', () => {
  test('garbage, and JSON of another shape', async () => {
    await using server = await serveHttp((req, res) => res.end(req.url === '/html' ? '<html>' : '{"id":"x"}'))
    const shape = z.object({ id: z.number() })
    for (const path of ['/html', '/json']) {
      const answer = await send(server.origin + path)
      expect(await faultOf((async () => answer.json(shape))())).toMatchObject({
        kind: 'bad_answer',
        status: 200,
      })
    }
  })

  test('too large: declared, undeclared, and only once decoded', async () => {
    await using server = await serveHttp((req, res) => {
      if (req.url === '/declared') res.setHeader('content-length', 20_000).end('x'.repeat(20_000))
      else if (req.url === '/chunked') res.write('x'.repeat(20_000), () => res.end())
      else res.setHeader('content-encoding', 'gzip').end(gzipSync('x'.repeat(20_000)))
    })
    for (const path of ['/declared', '/chunked', '/bomb']) {
      expect(await faultOf(send(server.origin + path))).toMatchObject({ kind: 'bad_answer' })
    }
    expect((await send(`${server.origin}/bomb`, { max_bytes: 20_000 })).bytes()).toHaveLength(20_000)
  })

  test('a body that is not what its encoding says', async () => {
    await using server = await serveHttp((req, res) => {
      res.setHeader('content-encoding', req.url?.slice(1) ?? '').end('plain')
    })
    for (const path of ['/gzip', '/br', '/zork']) {
      expect(await faultOf(send(server.origin + path))).toMatchObject({ kind: 'bad_answer' })
    }
  })
})

const bounce = (to: string) =>
  serveHttp((req, res) => {
    if (req.url === '/end') res.end('there')
    else res.writeHead(302, { location: to }).end()
  })

describe('redirects', () => {
  test('are refused unless asked for', async () => {
    await using server = await bounce('/end')
    expect(await faultOf(send(`${server.origin}/a`))).toMatchObject({
      kind: 'bad_answer',
      category: 'redirected',
    })
    expect(server.seen).toEqual(['GET /a'])
  })

  test('within the origin are followed when allowed', async () => {
    await using server = await bounce('/end')
    const answer = await send(`${server.origin}/a`, { redirects: 'same_origin' })
    expect(answer.text()).toBe('there')
    expect(answer.url.pathname).toBe('/end')
  })

  test('off the origin are refused, or left to the rule', async () => {
    await using other = await bounce('/never')
    await using server = await bounce(`${other.origin}/end`)
    expect(await faultOf(send(`${server.origin}/a`, { redirects: 'same_origin' }))).toMatchObject({
      category: 'redirected',
    })
    expect(other.seen).toEqual([])
    const redirects = (url: URL) => url.origin === other.origin
    expect((await send(`${server.origin}/a`, { redirects })).text()).toBe('there')
  })

  test('never take a credential along', async () => {
    await using server = await bounce('/end')
    const call = send(`${server.origin}/a`, { redirects: 'same_origin', headers: { 'x-api-key': 'k' } })
    expect(await faultOf(call)).toMatchObject({ category: 'redirected' })
    expect(server.seen).toEqual(['GET /a'])
  })

  test('end after five', async () => {
    await using server = await bounce('/again')
    expect(await faultOf(send(`${server.origin}/a`, { redirects: 'same_origin' }))).toMatchObject({
      category: 'redirected',
    })
    expect(server.seen).toHaveLength(6)
  })
})

const failTwice = () => {
  let calls = 0
  return serveHttp((_req, res) => {
    calls++
    res.writeHead(calls < 3 ? 503 : 200).end('x')
  })
}

describe('retries', () => {
  const hasty = createOutbound({
    clock: { ...systemClock, sleep: async () => {} },
    external_proxy: () => null,
    user_agent: 'x',
  })
  afterAll(() => hasty.close())

  test('idempotent calls are tried again', async () => {
    await using server = await failTwice()
    const answer = await hasty.internal.send({ ...base, url: server.origin, retries: 2 })
    expect(answer.status).toBe(200)
    expect(server.seen).toHaveLength(3)
  })

  test('others are not, whatever is asked', async () => {
    await using server = await failTwice()
    await faultOf(hasty.internal.send({ ...base, method: 'POST', url: server.origin, retries: 2 }))
    expect(server.seen).toHaveLength(1)
  })
})

describe('the caller', () => {
  test('who leaves gets the own reason, and no fault', async () => {
    await using server = await serveTcp(() => {})
    const leaving = new AbortController()
    const call = send(server.origin, { method: 'POST', signal: leaving.signal })
    leaving.abort(new Error('left'))
    await expect(call).rejects.toThrow('left')
  })

  test('who leaves within the body too', async () => {
    const leaving = new AbortController()
    await using server = await serveHttp((_req, res) => {
      res.write('x', () => setImmediate(() => leaving.abort(new Error('left'))))
    })
    await expect(send(server.origin, { signal: leaving.signal })).rejects.toThrow('left')
  })

  test('who left before sends nothing', async () => {
    await using server = await serveHttp((_req, res) => res.end())
    await expect(send(server.origin, { signal: AbortSignal.abort(new Error('left')) })).rejects.toThrow(
      'left',
    )
    expect(server.seen).toEqual([])
  })

  test('inside a transaction is told of the bug', async () => {
    await using server = await serveHttp((_req, res) => res.end())
    await expect(insideTransaction(() => send(server.origin))).rejects.toThrow(
      'network call inside a database',
    )
    expect(server.seen).toEqual([])
  })
})

test('calls with one key are spaced across both transports', async () => {
  await using server = await serveHttp((_req, res) => res.end())
  const clock = createTestClock()
  const spaced = createOutbound({ clock, external_proxy: () => null, user_agent: 'x' })
  const request = { ...base, url: server.origin, spacing: { key: 'musicbrainz', interval_ms: 1000 } }
  await spaced.external.send(request)
  const second = spaced.internal.send(request)
  await new Promise(setImmediate)
  expect(server.seen).toHaveLength(1)
  clock.advance(1000)
  await second
  expect(server.seen).toHaveLength(2)
  await spaced.close()
})

test('who would wait too long for a turn hears 503 at once, and nobody is asked', async () => {
  await using server = await serveHttp((_req, res) => res.end())
  const clock = createTestClock()
  const spaced = createOutbound({ clock, external_proxy: () => null, user_agent: 'x' })
  const spacing = { key: 'musicbrainz', interval_ms: 1000, max_wait_ms: 500 }
  const request = { ...base, url: server.origin, spacing, retries: 2 }
  await spaced.external.send(request)
  await expect(spaced.external.send(request)).rejects.toMatchObject({
    code: 'unavailable',
    status: 503,
    details: { headers: { 'retry-after': '2' } },
  })
  expect(server.seen).toHaveLength(1)
  await spaced.close()
})

test('3.8: faults and logs name no host, path, key or body', async () => {
  await using server = await serveHttp((_req, res) => res.writeHead(500).end('BODY-S3CRET'))
  const closed = `http://127.0.0.1:${await freePort()}`
  for (const origin of [server.origin, closed]) {
    const fault = await faultOf(
      send(`${origin}/PATH-S3CRET?apikey=QUERY-S3CRET`, { headers: { 'x-api-key': 'KEY-S3CRET' } }),
    )
    expect(fault.message).toMatch(/^Radarr [a-z ]+\.$/)
  }
  expect(log.entries.length).toBeGreaterThan(1)
  expect(JSON.stringify(log.entries)).not.toMatch(/S3CRET|127\.0\.0\.1/)
})
