import { describe, expect, test } from 'vitest'
import { createCache, encoded, type Ready, readyJson } from '#kit/cache.ts'
import { createTestClock } from '#test/test-clock.ts'
import { MINUTE_MS } from './durations.ts'

function setUp(max_bytes = 100_000) {
  const clock = createTestClock()
  const cache = createCache({ name: 'answers', max_bytes, clock })
  let fills = 0
  const fill = async () => readyJson({ fill: ++fills })
  return { clock, cache, fill, fills: () => fills }
}

/** A fill that ends when the test says so. */
function slowFill() {
  const { promise, resolve, reject } = Promise.withResolvers<Ready>()
  const seen: { signal?: AbortSignal } = {}
  const fill = (signal: AbortSignal) => {
    seen.signal = signal
    return promise
  }
  return { fill, seen, resolve: (value: unknown) => resolve(readyJson(value)), reject }
}

const said = (ready: Ready | undefined) => ready && (JSON.parse(ready.bytes.toString()) as unknown)
const picture = (size: number) => async () => ({ bytes: Buffer.alloc(size), content_type: 'image/png' })
const failing = () => {
  throw new Error('no')
}
const keep = { ttl_ms: MINUTE_MS, tags: ['movies'] }

describe('cache', () => {
  test('serves the same bytes until the TTL, and not a millisecond longer', async () => {
    const { cache, clock, fill } = setUp()
    const first = await cache.get('k', keep, fill)
    clock.advance(MINUTE_MS - 1)
    expect(cache.getReady('k')).toBe(first)
    expect(await cache.get('k', keep, fill)).toBe(first)
    clock.advance(1)
    expect(cache.getReady('k')).toBeUndefined()
    expect(said(await cache.get('k', keep, fill))).toEqual({ fill: 2 })
  })

  test('C31: concurrent misses share one fill', async () => {
    const { cache, fill, fills } = setUp()
    const [one, two] = await Promise.all([cache.get('k', keep, fill), cache.get('k', keep, fill)])
    expect(two).toBe(one)
    expect(fills()).toBe(1)
    expect(cache.stats()).toMatchObject({ entries: 1, misses: 2, fills: 1 })
  })

  test('a TTL of nothing shares the fill and keeps nothing', async () => {
    const { cache, fill, fills } = setUp()
    await Promise.all([cache.get('k', { ttl_ms: 0 }, fill), cache.get('k', { ttl_ms: 0 }, fill)])
    expect(fills()).toBe(1)
    expect(cache.peek('k')).toBeUndefined()
  })

  test('errors reach everybody who waited and are not kept', async () => {
    const { cache, fill } = setUp()
    const both = await Promise.allSettled([cache.get('k', keep, failing), cache.get('k', keep, failing)])
    expect(both.map(one => one.status)).toEqual(['rejected', 'rejected'])
    expect(said(await cache.get('k', keep, fill))).toEqual({ fill: 1 })
  })

  test('bytes stay within the bound: the least recently used leave', async () => {
    const { cache } = setUp(3000)
    await cache.get('a', keep, picture(1000))
    await cache.get('b', keep, picture(1000))
    cache.getReady('a')
    await cache.get('c', keep, picture(1000))
    expect(cache.peek('b')).toBeUndefined()
    expect(cache.peek('a')).toBeDefined()
    expect(cache.stats().bytes).toBeLessThanOrEqual(3000)
  })

  test('an answer larger than the cache is served and not kept', async () => {
    const { cache } = setUp(3000)
    expect((await cache.get('k', keep, picture(5000))).bytes).toHaveLength(5000)
    expect(cache.stats()).toMatchObject({ entries: 0, bytes: 0 })
  })

  test('a compressed variant counts', async () => {
    const { cache } = setUp()
    const ready = await cache.get('k', keep, async () => readyJson('Heat '.repeat(1000)))
    const before = cache.stats().bytes
    await encoded(ready, 'gzip')
    expect(cache.stats().bytes).toBe(before + (ready.gzip?.length ?? Number.NaN))
    expect(cache.getReady('k')).toBe(ready)
  })
})

describe('invalidation', () => {
  test.each([
    ['key', (cache: ReturnType<typeof setUp>['cache']) => cache.invalidateKey('k')],
    ['tag', (cache: ReturnType<typeof setUp>['cache']) => cache.invalidateTag('movies')],
    ['all', (cache: ReturnType<typeof setUp>['cache']) => cache.invalidateAll()],
  ])('by %s: an older fill serves those before and is not stored', async (_by, invalidate) => {
    const { cache, fill } = setUp()
    const old = slowFill()
    const before = cache.get('k', keep, old.fill)
    invalidate(cache)
    const after = cache.get('k', keep, fill)
    expect(said(await after)).toEqual({ fill: 1 })
    old.resolve('old')
    expect(said(await before)).toBe('old')
    expect(said(cache.getReady('k'))).toEqual({ fill: 1 })
  })

  test('by tag leaves other tags alone', async () => {
    const { cache, fill } = setUp()
    await cache.get('k', keep, fill)
    await cache.get('other', { ttl_ms: MINUTE_MS, tags: ['books'] }, fill)
    cache.invalidateTag('movies')
    expect(cache.peek('k')).toBeUndefined()
    expect(cache.peek('other')).toBeDefined()
  })
})

describe('callers who leave', () => {
  test('one leaving does not cancel the others', async () => {
    const { cache } = setUp()
    const slow = slowFill()
    const leaving = new AbortController()
    const one = cache.get('k', { ...keep, signal: leaving.signal }, slow.fill)
    const two = cache.get('k', keep, slow.fill)
    leaving.abort(new Error('gone'))
    await expect(one).rejects.toThrow('gone')
    expect(slow.seen.signal?.aborted).toBe(false)
    slow.resolve('here')
    expect(said(await two)).toBe('here')
  })

  test('the last one leaving aborts the fill, and the next caller starts afresh', async () => {
    const { cache, fill } = setUp()
    const slow = slowFill()
    const [a, b] = [new AbortController(), new AbortController()]
    const waiting = [a, b].map(({ signal }) => cache.get('k', { ...keep, signal }, slow.fill))
    a.abort()
    b.abort()
    expect((await Promise.allSettled(waiting)).map(one => one.status)).toEqual(['rejected', 'rejected'])
    expect(slow.seen.signal?.aborted).toBe(true)
    expect(said(await cache.get('k', keep, fill))).toEqual({ fill: 1 })
    slow.resolve('late')
    await Promise.resolve()
    expect(said(cache.getReady('k'))).toEqual({ fill: 1 })
  })

  test('one who comes aborted starts nothing', async () => {
    const { cache, fill, fills } = setUp()
    await expect(
      cache.get('k', { ...keep, signal: AbortSignal.abort(new Error('gone')) }, fill),
    ).rejects.toThrow('gone')
    expect(fills()).toBe(0)
  })
})
