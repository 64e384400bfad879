import { once } from 'node:events'
import { gzipSync } from 'node:zlib'
import type { Readable } from 'node:stream'
import { afterAll, describe, expect, test } from 'vitest'
import { systemClock } from '#kit/clock.ts'
import { createOutbound, type StreamRequest } from '#kit/outbound.ts'
import { serveHttp, serveTcp } from '#test/loopback-servers.ts'

const outbound = createOutbound({ clock: systemClock, external_proxy: () => null, user_agent: 'x' })
afterAll(() => outbound.close())

const stream = (url: string, more: Partial<StreamRequest> = {}) =>
  outbound.internal.stream({
    upstream: 'OpenAI',
    method: 'GET',
    url,
    timeout_ms: 5000,
    idle_ms: 5000,
    max_bytes: 1_000_000,
    ...more,
  })

async function drain(body: Readable): Promise<number> {
  let size = 0
  // Not in object mode, so chunks are buffers.
  for await (const chunk of body) size += (chunk as Buffer).length
  return size
}

describe('stream', () => {
  test('hands over the bytes as they come', async () => {
    const more = Promise.withResolvers<void>()
    await using server = await serveHttp((_req, res) => {
      res.write('first')
      void more.promise.then(() => res.end('second'))
    })
    const { body, status } = await stream(server.origin)
    expect(status).toBe(200)
    const [first] = (await once(body, 'data')) as [Buffer]
    expect(first.toString()).toBe('first')
    more.resolve()
    expect(await drain(body)).toBe('second'.length)
  })

  test('decodes what comes encoded unasked', async () => {
    await using server = await serveHttp((req, res) => {
      expect(req.headers['accept-encoding']).toBe('identity')
      res.setHeader('content-encoding', 'gzip').end(gzipSync('x'.repeat(500_000)))
    })
    expect(await drain((await stream(server.origin)).body)).toBe(500_000)
  })

  test('stops at the size limit, on the way', async () => {
    await using server = await serveHttp((_req, res) => {
      res.write('x'.repeat(600_000))
      res.end('x'.repeat(600_000))
    })
    const { body } = await stream(server.origin)
    await expect(drain(body)).rejects.toMatchObject({ kind: 'bad_answer' })
  })

  test('a deadline on the headers, patience within the body', async () => {
    await using silent = await serveTcp(() => {})
    await expect(stream(silent.origin, { timeout_ms: 50 })).rejects.toMatchObject({ kind: 'timeout' })
    await using server = await serveHttp((_req, res) => void res.write('x'))
    const { body } = await stream(server.origin, { idle_ms: 50 })
    await expect(drain(body)).rejects.toMatchObject({ kind: 'timeout' })
  })

  test('the deadline of the headers does not cut a long body', async () => {
    const more = Promise.withResolvers<void>()
    await using server = await serveHttp((_req, res) => {
      res.write('x')
      void more.promise.then(() => res.end('y'))
    })
    const { body } = await stream(server.origin, { timeout_ms: 40 })
    systemClock.after(80, more.resolve)
    expect(await drain(body)).toBe(2)
  })

  test('a cut body is a fault', async () => {
    await using server = await serveTcp(socket => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nx'))
    await expect(drain((await stream(server.origin)).body)).rejects.toMatchObject({ kind: 'unreachable' })
  })

  test('statuses are judged before the body', async () => {
    await using server = await serveHttp((_req, res) => res.writeHead(401).end('no'))
    await expect(stream(server.origin)).rejects.toMatchObject({ kind: 'rejected_key' })
  })

  test('the caller can leave in the middle', async () => {
    await using server = await serveHttp((_req, res) => void res.write('x'))
    const leaving = new AbortController()
    const { body } = await stream(server.origin, { signal: leaving.signal })
    const drained = drain(body)
    leaving.abort(new Error('left'))
    await expect(drained).rejects.toThrow('left')
  })

  test('destroying the body lets go of the connection', async () => {
    const closed = Promise.withResolvers<void>()
    await using server = await serveHttp((_req, res) => {
      res.once('close', closed.resolve)
      res.write('x')
    })
    const { body } = await stream(server.origin)
    await once(body, 'data')
    body.destroy()
    await expect(closed.promise).resolves.toBeUndefined()
  })
})
