import { defineRoute } from '@foyer/contract/route'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { assertComplete, bind } from '#http/bind.ts'
import { Refusal } from '#kit/refusal.ts'
import { startApp } from '#test/app.ts'

const base = { summary: 'For tests', spec: '0.3' } as const
const Body = z.object({ name: z.string() })

const guarded = defineRoute({
  ...base,
  method: 'POST',
  path: '/api/test/guarded/{id}',
  access: 'basic',
  params: z.object({ id: z.string() }),
  body: Body,
  response: Body,
})
const raw = defineRoute({
  ...base,
  method: 'POST',
  path: '/api/test/raw/{path*}',
  access: 'public',
  kind: 'stream',
  params: z.object({ path: z.string() }),
  raw_body: true,
})

async function begin() {
  const bindings = [
    bind(guarded)
      .guardedBy(({ params, query, authorization, facts }) => {
        const told = `${params['id']} ${query.get('q')} ${facts.ip}`
        if (authorization !== 'Basic good') throw new Refusal('unauthorized', { error: told })
      })
      .to(({ body }) => body),
    bind(raw).to(({ params, raw: { reply, bytes } }) =>
      reply.send(`${params.path}|${bytes?.toString('hex') ?? 'none'}`),
    ),
  ]
  return startApp({ overrides: { extra: { routes: [guarded, raw], bindings } } })
}

describe('a route with a credential of its own', () => {
  it('asks its guard before the body is read (C18)', async () => {
    const app = await begin()
    const path = '/api/test/guarded/a?q=1%202'
    const headers = { 'content-type': 'application/json' }
    const refused = await app.call('POST', path, { body: 'no JSON', headers })
    expect([refused.status, refused.body.error]).toEqual([401, 'a 1 2 192.0.2.1'])
    const authorization = 'Basic good'
    const broken = await app.call('POST', path, { body: 'no JSON', headers: { ...headers, authorization } })
    expect(broken.status).toBe(400)
    const good = await app.call('POST', path, { body: { name: 'x' }, headers: { authorization } })
    expect([good.status, good.body]).toEqual([200, { name: 'x' }])
  })

  it('cannot be bound without one, and no other route with one', () => {
    const open = defineRoute({ ...guarded, access: 'public' })
    expect(() => assertComplete([guarded], [bind(guarded).to(({ body }) => body)])).toThrow(/has no guard/)
    const overdone = bind(open)
      .guardedBy(() => {})
      .to(({ body }) => body)
    expect(() => assertComplete([open], [overdone])).toThrow(/needs no guard/)
  })
})

describe('a route that takes bodies of any type', () => {
  it.each([
    ['application/json', '[1, 2'],
    ['text/plain', 'words'],
    ['application/octet-stream', '\u0000\u0001'],
  ])('hands over the bytes of %s as they came', async (type, body) => {
    const app = await begin()
    const answer = await app.call('POST', '/api/test/raw/a/b', { body, headers: { 'content-type': type } })
    expect(answer.raw.toString()).toBe(`a/b|${Buffer.from(body).toString('hex')}`)
  })

  it('knows no body, keeps the limit and refuses compressed bytes (0.3)', async () => {
    const app = await begin()
    expect((await app.call('POST', '/api/test/raw/a')).raw.toString()).toBe('a|none')
    const headers = { 'content-type': 'text/plain' }
    const large = await app.call('POST', '/api/test/raw/a', { body: 'x'.repeat(1024 * 1024 + 1), headers })
    expect([large.status, large.body.code]).toEqual([413, 'body_too_large'])
    const packed = await app.call('POST', '/api/test/raw/a', {
      body: 'x',
      headers: { ...headers, 'content-encoding': 'gzip' },
    })
    expect([packed.status, packed.body.code]).toEqual([415, 'unsupported_media_type'])
  })
})
