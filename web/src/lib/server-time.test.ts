import { describe, expect, it } from 'vitest'
import { createServerTime } from './server-time.ts'

const HOUR_MS = 3_600_000
const SERVER = Date.parse('2026-11-15T09:00:00.400Z')

/** A browser with a wrong clock, and a server that dates its answers in whole seconds. */
function begin(off_ms: number) {
  let real = SERVER
  const now = () => real + off_ms
  const time = createServerTime(now)
  const transport = (took_ms: number, headers?: Record<string, string>) =>
    time.watching(async () => {
      const date = new Date(real + took_ms / 2).toUTCString()
      real += took_ms
      return new Response('{}', { headers: headers ?? { date } })
    })
  return {
    time,
    call: (took_ms: number, headers?: Record<string, string>) => transport(took_ms, headers)('x', {}),
    error: () => Math.abs(time.now() - real),
    step: (ms: number) => {
      real += ms
    },
  }
}

describe("the server's time", () => {
  it.each([0, HOUR_MS, -HOUR_MS])("is known although the browser's clock is %d ms off", async off_ms => {
    const { call, error } = begin(off_ms)
    await call(100)
    expect(error()).toBeLessThanOrEqual(600)
  })

  it('is not changed by a slow answer', async () => {
    const { call, error, step } = begin(HOUR_MS)
    await call(20)
    const before = error()
    step(250)
    await call(60_000)
    expect(error()).toBe(before)
  })

  const UNDATED: readonly Record<string, string>[] = [{}, { date: 'yesterday' }]
  it.each(UNDATED)("is the browser's time without a date (%o)", async headers => {
    const { call, time, error } = begin(0)
    await call(10, headers)
    expect(error()).toBe(0)
    expect(time.now()).toBe(SERVER + 10)
  })
})
