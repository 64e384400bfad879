import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { json, text } from './answer.ts'
import {
  dropAfterCommit,
  dropBefore,
  garbage,
  hang,
  held,
  lie,
  slow,
  status,
  truncate,
  wrongKey,
} from './faults.ts'
import { createSimServer, type SimServer } from './sim-server.ts'

let server: SimServer
let things: string[]

beforeEach(async () => {
  things = []
  server = createSimServer({
    name: 'things',
    now: () => 0,
    authorise: request => (request.headers['x-api-key'] === 'good' ? null : json({ error: 'key' }, 401)),
    notFound: () => text('nothing here', 404),
    refuse: code => json({ error: 'refused' }, code),
    refuseKey: () => json({ error: 'key' }, 401),
  })
  server.route('GET /things', () => json(things))
  server.route('POST /things', request => {
    things.push(request.raw_body)
    return json({ ok: true }, 201)
  })
  server.route('GET /things/:id', request => json({ id: request.params['id'] }))
  server.route('GET /things/newest', () => json({ newest: true }))
  server.route('GET /open', () => json({ open: true }), 'open')
  await server.listen()
})
afterEach(() => server.close())

function call(path: string, init: RequestInit = {}): Promise<Response> {
  return fetch(`${server.url}${path}`, { ...init, headers: { 'x-api-key': 'good' } })
}

describe('routes', () => {
  it('prefers the literal path and decodes parameters', async () => {
    expect(await (await call('/things/newest')).json()).toEqual({ newest: true })
    expect(await (await call('/things/a%20b')).json()).toEqual({ id: 'a b' })
  })

  it('asks for the key, except on open routes', async () => {
    expect((await fetch(`${server.url}/things`)).status).toBe(401)
    expect((await fetch(`${server.url}/open`)).status).toBe(200)
  })

  it('answers an unknown path as the product does, and remembers it', async () => {
    expect((await call('/elsewhere')).status).toBe(404)
    expect(() => server.assertClean()).toThrow('GET /elsewhere')
  })
})

it('journals requests with headers, bodies and answers', async () => {
  await call('/things?page=2', { method: 'POST', body: '{"name":"lamp"}' })
  const [entry] = server.journal.requests('POST /things')
  expect(entry).toMatchObject({
    method: 'POST',
    body: { name: 'lamp' },
    answer: { status: 201, body: { ok: true } },
  })
  expect(entry?.query.get('page')).toBe('2')
  expect(entry?.headers['x-api-key']).toBe('good')
  expect(server.journal.unexpected()).toEqual([])
})

describe('faults', () => {
  it('hits once with next, in order, and lets go', async () => {
    server.faults.next('GET /things', status(503), status(429, { retry_after: 90 }))
    expect((await call('/things')).status).toBe(503)
    const limited = await call('/things')
    expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '90'])
    expect((await call('/things')).status).toBe(200)
    expect(server.faults.pending()).toEqual([])
  })

  it('hits until cleared with always, by pattern', async () => {
    server.faults.always('GET /things/:id', status(500))
    expect((await call('/things/1')).status).toBe(500)
    expect((await call('/things/2')).status).toBe(500)
    expect((await call('/things')).status).toBe(200)
    server.faults.clear('GET /things/:id')
    expect((await call('/things/1')).status).toBe(200)
  })

  it('drops before anything happened', async () => {
    server.faults.next('POST /things', dropBefore())
    await expect(call('/things', { method: 'POST', body: '1' })).rejects.toThrow('fetch failed')
    expect(things).toEqual([])
  })

  it('drops after the change was made', async () => {
    server.faults.next('POST /things', dropAfterCommit())
    await expect(call('/things', { method: 'POST', body: '1' })).rejects.toThrow('fetch failed')
    expect(things).toEqual(['1'])
    expect(server.journal.requests('POST /things')[0]).toMatchObject({
      fault: 'dropAfterCommit',
      answer: null,
    })
  })

  it('hangs until the caller gives up', async () => {
    server.faults.next('*', hang())
    await expect(call('/things', { signal: AbortSignal.timeout(40) })).rejects.toThrow('timeout')
  })

  it('is slow, yet right', async () => {
    server.faults.next('*', slow(40))
    const before = performance.now()
    expect((await call('/things')).status).toBe(200)
    expect(performance.now() - before).toBeGreaterThan(35)
  })

  it('holds the answer back until it is let go', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    server.faults.next('*', held(promise))
    const answer = call('/things')
    await expect.poll(() => server.journal.entries.at(-1)).toMatchObject({ fault: 'held', answer: null })
    resolve()
    expect((await answer).status).toBe(200)
  })

  it('sends garbage with 200', async () => {
    server.faults.next('*', garbage(), garbage('html'))
    await expect((await call('/things')).json()).rejects.toThrow(SyntaxError)
    expect((await call('/things')).headers.get('content-type')).toBe('text/html')
  })

  it('lies about what it did', async () => {
    server.faults.next(
      'POST /things',
      lie(() => ({ id: 7 })),
    )
    const answer = await call('/things', { method: 'POST', body: '1' })
    expect([await answer.json(), things]).toEqual([{ id: 7 }, ['1']])
  })

  it('truncates a body after announcing all of it', async () => {
    things = ['a long enough body to be cut in two']
    server.faults.next('*', truncate())
    await expect(call('/things').then(response => response.text())).rejects.toThrow('terminated')
  })

  it('refuses the key as the product does', async () => {
    server.faults.next('*', wrongKey())
    const answer = await call('/things')
    expect([answer.status, await answer.json()]).toEqual([401, { error: 'key' }])
  })
})
