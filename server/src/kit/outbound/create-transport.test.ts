import { Agent } from 'undici'
import { describe, expect, test } from 'vitest'
import { createTestClock } from '#test/test-clock.ts'
import { createByteBudget } from './byte-budget.ts'
import { createTransport } from './create-transport.ts'
import { createSpacing } from './spacing.ts'

/** A transport whose connections never stand, as behind a firewall that drops packets. */
function createStuck() {
  const clock = createTestClock()
  const agent = new Agent({ connect: () => {} })
  const end = () => agent.destroy()
  const dispatchers = { dispatcherFor: () => agent, close: end, destroy: end }
  const spacing = createSpacing(clock)
  const transport = createTransport({
    clock,
    log: undefined,
    user_agent: 'x',
    random: () => 0,
    spacing,
    budget: createByteBudget(),
    dispatchers,
  })
  const post = (signal?: AbortSignal) =>
    transport.send({
      upstream: 'Radarr',
      method: 'POST',
      url: 'http://192.0.2.1/',
      timeout_ms: 1000,
      max_bytes: 10,
      ...(signal && { signal }),
    })
  return { clock, post }
}

describe('a connection that never stands', () => {
  test('ends at the deadline, and nothing is unknown about a write', async () => {
    const { clock, post } = createStuck()
    const call = post()
    await Promise.resolve()
    clock.advance(1000)
    await expect(call).rejects.toMatchObject({ kind: 'timeout' })
  })

  test('does not hold a caller who leaves', async () => {
    const { post } = createStuck()
    const leaving = new AbortController()
    const call = post(leaving.signal)
    leaving.abort(new Error('left'))
    await expect(call).rejects.toThrow('left')
  })
})
