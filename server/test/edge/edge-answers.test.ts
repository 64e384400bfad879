import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '#test/app.ts'
import { edgeRoutes, LARGE_TEXT, UNLISTED, VERBATIM } from '#test/edge-routes.ts'

function startEdge(): Promise<TestApp> {
  return startApp({ overrides: { extra: edgeRoutes() } })
}

function fetchLarge(app: TestApp, accept?: string) {
  const headers: Record<string, string> = accept === undefined ? {} : { 'accept-encoding': accept }
  return app.call('GET', '/api/test/large', { headers })
}

describe('answers (3.6)', () => {
  it('strips every field that the contract does not list, at any depth', async () => {
    const app = await startEdge()
    const answer = await app.call('GET', '/api/test/leaky')
    expect(answer.body).toEqual({ name: 'ana', nested: { id: 1 } })
    expect(answer.raw.toString()).not.toContain(UNLISTED)
  })

  it('answers 500 and nothing of the value when it is not what the contract says', async () => {
    const app = await startEdge()
    const answer = await app.call('GET', '/api/test/wrong-answer')
    expect([answer.status, answer.body.code]).toEqual([500, 'internal'])
    expect(answer.raw.toString()).not.toContain(UNLISTED)
  })

  it('lets a handler choose status and headers', async () => {
    const app = await startEdge()
    const answer = await app.call('GET', '/api/test/accepted')
    expect([answer.status, answer.headers['x-made-by']]).toEqual([202, 'handler'])
    expect(answer.body).toEqual({ name: 'ana', nested: { id: 1 } })
  })

  it('answers 204 without a body (0.3)', async () => {
    const app = await startEdge()
    const answer = await app.call('DELETE', '/api/test/gone')
    expect([answer.status, answer.raw.length, answer.headers['content-type']]).toEqual([204, 0, undefined])
  })

  it('sends a verbatim body byte for byte', async () => {
    const app = await startEdge()
    const answer = await app.call('GET', '/api/test/verbatim')
    expect(answer.raw.equals(VERBATIM)).toBe(true)
    expect(answer.headers['content-length']).toBe(String(VERBATIM.length))
  })
})

describe('compression (3.6)', () => {
  it.each([
    ['gzip', 'gzip', gunzipSync],
    ['gzip, deflate, br', 'br', brotliDecompressSync],
    ['BR', 'br', brotliDecompressSync],
    ['br;q=0, gzip;q=0.5', 'gzip', gunzipSync],
  ])('answers Accept-Encoding "%s" with %s', async (accept, coding, open) => {
    const app = await startEdge()
    const answer = await fetchLarge(app, accept)
    expect([answer.headers['content-encoding'], answer.headers.vary]).toEqual([coding, 'accept-encoding'])
    expect(JSON.parse(open(answer.raw).toString())).toEqual({ text: LARGE_TEXT })
    expect(answer.headers['content-length']).toBe(String(answer.raw.length))
  })

  it.each([[undefined], ['identity'], ['deflate'], ['br;q=0, gzip;q=0.000'], ['']])(
    'answers Accept-Encoding %j uncompressed',
    async accept => {
      const app = await startEdge()
      const answer = await fetchLarge(app, accept)
      expect(answer.headers['content-encoding']).toBeUndefined()
      expect(answer.body).toEqual({ text: LARGE_TEXT })
    },
  )

  it('compresses neither small bodies nor images', async () => {
    const app = await startEdge()
    const headers = { 'accept-encoding': 'br, gzip' }
    for (const path of ['/api/auth/status', '/api/test/image']) {
      const answer = await app.call('GET', path, { headers })
      expect([answer.status, answer.headers['content-encoding']]).toEqual([200, undefined])
    }
  })
})
