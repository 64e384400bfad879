import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createTestClock } from '#test/test-clock.ts'
import { createValueCache } from '#kit/value-cache.ts'

const TTL_MS = 100
const MAX_BYTES = 1500
const TAGS: Record<string, string[]> = { a: ['t'], b: ['t', 'u'], c: [] }

interface FillRun {
  key: string
  generation: number
  started: number
  size: number
  landed_at?: number
  aborted: () => boolean
  land: () => void
  fail: () => void
}

const tagged = (tag: string) => Object.keys(TAGS).filter(key => TAGS[key]?.includes(tag))
const nth = <T>(items: Iterable<T>, n: number) => [...items][n]

/** Runs random histories against the real cache and checks every answer against what happened. */
function createHistory() {
  const clock = createTestClock()
  const nowMs = () => clock.now().getTime()
  const cache = createValueCache<FillRun>({ max_bytes: MAX_BYTES, clock, size_of: run => run.size })
  let step = 0
  const invalidated = new Map<string, number>()
  const running = new Set<FillRun>()
  const callers: AbortController[] = []
  const answers: Promise<unknown>[] = []
  const generationOf = (key: string) => invalidated.get(key) ?? -1

  function startFill(key: string, size: number, signal: AbortSignal): Promise<FillRun> {
    const { promise, resolve, reject } = Promise.withResolvers<FillRun>()
    const finish = (end: () => void) => {
      running.delete(run)
      end()
    }
    const run: FillRun = {
      key,
      size,
      generation: generationOf(key),
      started: step,
      aborted: () => signal.aborted,
      land: () => finish(() => resolve(Object.assign(run, { landed_at: nowMs() }))),
      fail: () => finish(() => reject(new Error('fill failed'))),
    }
    const twins = [...running].filter(
      one => one.key === key && one.generation === run.generation && !one.aborted(),
    )
    expect(twins, 'one fill per key and generation').toEqual([])
    running.add(run)
    return promise
  }

  function check(run: FillRun, asked: { at: number; generation: number }) {
    expect(run.started, 'no fill from before an invalidation').toBeGreaterThan(asked.generation)
    if (run.landed_at !== undefined && run.landed_at <= asked.at) {
      expect(asked.at - run.landed_at, 'no value past its TTL').toBeLessThan(TTL_MS)
    }
  }

  function get(key: string, size: number) {
    const caller = new AbortController()
    callers.push(caller)
    const asked = { at: nowMs(), generation: generationOf(key) }
    const keep = { ttl_ms: TTL_MS, tags: TAGS[key] ?? [], signal: caller.signal }
    const answer = cache.get(key, keep, signal => startFill(key, size, signal))
    answers.push(
      answer.then(
        run => check(run, asked),
        (error: unknown) => expect(String(error)).toMatch(/fill failed|left/),
      ),
    )
    const now = cache.getNow(key)
    if (now) check(now, asked)
  }

  function invalidate(keys: string[], apply: () => void) {
    apply()
    for (const key of keys) invalidated.set(key, step)
  }

  return {
    get,
    land: (n: number) => nth(running, n)?.land(),
    fail: (n: number) => nth(running, n)?.fail(),
    leave: (n: number) => callers[n]?.abort(new Error('left')),
    advance: (ms: number) => clock.advance(ms),
    invalidateKey: (key: string) => invalidate([key], () => cache.invalidateKey(key)),
    invalidateTag: (tag: string) => invalidate(tagged(tag), () => cache.invalidateTag(tag)),
    invalidateAll: () => invalidate(Object.keys(TAGS), () => cache.invalidateAll()),
    async settle() {
      step++
      // Enough turns for a landed fill to reach the store and its callers.
      for (let turn = 0; turn < 8; turn++) await Promise.resolve()
      expect(cache.stats().bytes).toBeLessThanOrEqual(MAX_BYTES)
    },
    async end() {
      for (const run of running) run.land()
      await Promise.all(answers)
    },
  }
}

type Step = (history: ReturnType<typeof createHistory>) => void

const key = fc.constantFrom('a', 'b', 'c')
const size = fc.integer({ min: 0, max: 900 })
const index = fc.nat(3)
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.tuple(key, size).map(
      ([k, bytes]): Step =>
        h =>
          h.get(k, bytes),
    ),
  },
  {
    weight: 4,
    arbitrary: index.map(
      (n): Step =>
        h =>
          h.land(n),
    ),
  },
  {
    weight: 1,
    arbitrary: index.map(
      (n): Step =>
        h =>
          h.fail(n),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.nat(10).map(
      (n): Step =>
        h =>
          h.leave(n),
    ),
  },
  {
    weight: 2,
    arbitrary: fc.integer({ min: 1, max: 150 }).map(
      (ms): Step =>
        h =>
          h.advance(ms),
    ),
  },
  {
    weight: 1,
    arbitrary: key.map(
      (k): Step =>
        h =>
          h.invalidateKey(k),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom('t', 'u').map(
      (tag): Step =>
        h =>
          h.invalidateTag(tag),
    ),
  },
  { weight: 1, arbitrary: fc.constant<Step>(h => h.invalidateAll()) },
)

test('any history: one fill at a time, nothing stale, nothing past the bound', async () => {
  const anyHistory = fc.asyncProperty(fc.array(anyStep, { maxLength: 40 }), async steps => {
    const history = createHistory()
    for (const take of steps) {
      take(history)
      await history.settle()
    }
    await history.end()
  })
  await expect(fc.assert(anyHistory, { numRuns: 300 })).resolves.toBeUndefined()
})

test('entries can be bounded by number too', async () => {
  const cache = createValueCache<number>({
    max_bytes: 1e6,
    max_entries: 2,
    clock: createTestClock(),
    size_of: () => 8,
  })
  for (const k of ['a', 'b', 'c']) await cache.get(k, { ttl_ms: TTL_MS }, async () => 1)
  expect(cache.stats().entries).toBe(2)
})

test('knows whether a value is the one it holds now', async () => {
  const clock = createTestClock()
  const cache = createValueCache<{ n: number }>({ max_bytes: MAX_BYTES, clock, size_of: () => 1 })
  const keep = { ttl_ms: TTL_MS, tags: ['t'] }
  const first = await cache.get('a', keep, async () => ({ n: 1 }))
  expect([cache.isHeld('a', first), cache.isHeld('a', { n: 1 }), cache.isHeld('b', first)]).toEqual([
    true,
    false,
    false,
  ])
  clock.advance(TTL_MS)
  expect(cache.isHeld('a', first)).toBe(false)
  const second = await cache.get('a', keep, async () => ({ n: 2 }))
  expect([cache.isHeld('a', first), cache.isHeld('a', second)]).toEqual([false, true])
  cache.invalidateTag('t')
  expect(cache.isHeld('a', second)).toBe(false)
})
