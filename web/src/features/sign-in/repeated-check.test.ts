import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ApiError, ServerUnreachable } from '#lib/api-error.ts'
import { type Checked, repeatCheck } from './repeated-check.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const INTERVAL_MS = 3_000

function start(answers: (Checked | Error)[]) {
  const errors: unknown[] = []
  let checks = 0
  const repeated = repeatCheck({
    interval_ms: INTERVAL_MS,
    onError: error => errors.push(error),
    check: async () => {
      checks += 1
      const answer = answers.shift() ?? 'pending'
      if (answer instanceof Error) throw answer
      return answer
    },
  })
  return { repeated, errors, checks: () => checks }
}

it('checks once an interval until it is done', async () => {
  const { checks } = start(['pending', 'done'])
  await vi.advanceTimersByTimeAsync(INTERVAL_MS - 1)
  expect(checks()).toBe(0)
  await vi.advanceTimersByTimeAsync(INTERVAL_MS * 10)
  expect(checks()).toBe(2)
})

it('goes on through an outage and a rate limit, and ends with a refusal', async () => {
  const outage = new ServerUnreachable()
  const busy = new ApiError(503, { code: 'unavailable' })
  const limit = new ApiError(429, { code: 'rate_limited' })
  const refusal = new ApiError(400, { code: 'invalid_flow' })
  const { errors, checks } = start([outage, busy, limit, 'pending', refusal])
  await vi.advanceTimersByTimeAsync(INTERVAL_MS * 10)
  expect(checks()).toBe(5)
  expect(errors).toEqual([outage, busy, limit, null, refusal])
})

it('checks at once when asked, never twice at a time, and not after it was stopped', async () => {
  const { repeated, checks } = start([])
  repeated.now()
  repeated.now()
  await vi.advanceTimersByTimeAsync(1)
  expect(checks()).toBe(1)
  repeated.stop()
  repeated.now()
  await vi.advanceTimersByTimeAsync(INTERVAL_MS * 3)
  expect(checks()).toBe(1)
})
