import type { RateGroup } from '@foyer/contract/route'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createTestClock } from '#test/test-clock.ts'
import { Refusal } from '#kit/refusal.ts'
import { addressKey, createRateLimits, RATE_GROUPS, type RateLimits } from './rate-limits.ts'

/** Zero when a slot was taken, else the seconds the refusal asks to wait. */
function tryTake(limits: RateLimits, group: RateGroup, key: string): number {
  try {
    limits.take(group, key)
    return 0
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'rate_limited') throw error
    return Number(error.details.headers?.['retry-after'])
  }
}

describe('sliding window (0.5)', () => {
  const steps = fc.array(
    fc.record({ wait: fc.integer({ min: 0, max: 25_000 }), key: fc.constantFrom('a', 'b') }),
    { maxLength: 120 },
  )

  it('grants exactly what no 60 seconds before hold too many of, and says when the next slot frees', () => {
    fc.assert(
      fc.property(steps, fc.constantFrom<RateGroup>('sign_in', 'chat_test'), (list, group) => {
        const clock = createTestClock()
        const limits = createRateLimits(clock)
        const { limit } = RATE_GROUPS[group]
        const granted: Record<string, number[]> = { a: [], b: [] }
        for (const { wait, key } of list) {
          clock.advance(wait)
          const now = clock.now().getTime()
          const recent = (granted[key] ?? []).filter(time => now - time < 60_000)
          expect(limits.isFull(group, key)).toBe(recent.length >= limit)
          const seconds = tryTake(limits, group, key)
          const frees = recent.length >= limit ? ((recent[0] ?? 0) + 60_000 - now) / 1000 : 0
          expect(seconds).toBe(Math.ceil(frees))
          if (seconds === 0) granted[key]?.push(now)
        }
      }),
    )
  })

  it('frees a slot when it said it would', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 19_999 }), { minLength: 3, maxLength: 3 }), waits => {
        const clock = createTestClock()
        const limits = createRateLimits(clock)
        for (const wait of waits) {
          limits.take('chat_test', 'x')
          clock.advance(wait)
        }
        const seconds = tryTake(limits, 'chat_test', 'x')
        expect(seconds).toBeLessThanOrEqual(60)
        clock.advance(seconds * 1000)
        expect(tryTake(limits, 'chat_test', 'x')).toBe(0)
      }),
    )
  })

  it('keeps groups and keys apart', () => {
    const limits = createRateLimits(createTestClock())
    for (let i = 0; i < 3; i += 1) limits.take('chat_test', 'x')
    expect(tryTake(limits, 'chat_test', 'x')).toBe(60)
    expect([tryTake(limits, 'chat_test', 'y'), tryTake(limits, 'sign_in', 'x')]).toEqual([0, 0])
  })

  it('holds the limits of the table', () => {
    const limits = Object.fromEntries(Object.entries(RATE_GROUPS).map(([group, { limit }]) => [group, limit]))
    expect(limits).toEqual({
      sign_in: 10,
      refresh: 10,
      account: 10,
      media_server: 120,
      invite_check: 120,
      oauth: 10,
      ai_device: 10,
      set_top_box: 60,
      chat_test: 3,
      webhook: 30,
      destination_test: 3,
      email_test: 3,
    })
  })

  it('forgets the least recently used when a flood invents keys', () => {
    const limits = createRateLimits(createTestClock())
    for (let i = 0; i < 3; i += 1) limits.take('chat_test', 'first')
    for (let i = 0; i < 50_000; i += 1) limits.take('chat_test', `flood ${i}`)
    expect(limits.isFull('chat_test', 'first')).toBe(false)
    expect(limits.isFull('chat_test', 'flood 49999')).toBe(false)
  })

  it('forgets nothing of one group in a flood of another: invented refresh tokens open no sign-in', () => {
    const limits = createRateLimits(createTestClock())
    for (let i = 0; i < 10; i += 1) limits.take('sign_in', '203.0.113.9')
    for (let i = 0; i < 60_000; i += 1) limits.take('refresh', `203.0.113.9 token ${i}`)
    expect(tryTake(limits, 'sign_in', '203.0.113.9')).toBe(60)
  })
})

describe('address key (0.5)', () => {
  it.each([
    ['203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['::FFFF:203.0.113.9', '203.0.113.9'],
    ['203.0.113.9:4711', '203.0.113.9'],
    ['::ffff:7f00:1', '127.0.0.1'],
    ['::ffff:127.0.0.1', '127.0.0.1'],
    ['::ffff:cb00:7109', '203.0.113.9'],
    ['::ffff:0:0', '0.0.0.0'],
    ['0:0:0:0:0:ffff:cb00:7109', '203.0.113.9'],
    ['0000:0000:0000:0000:0000:FFFF:203.0.113.9', '203.0.113.9'],
    ['[::ffff:cb00:7109]:4711', '203.0.113.9'],
    ['::ffff:cb00:7109%eth0', '203.0.113.9'],
    ['64:ff9b::203.0.113.9', '64:ff9b:0:0'],
    ['1:2:3:4:5:6:203.0.113.9', '1:2:3:4'],
    ['::', '0:0:0:0'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:0DB8:0001:0002::9', '2001:db8:1:2'],
    ['[2001:db8:1:2::9]:4711', '2001:db8:1:2'],
    ['2001:db8::1', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
    ['unknown', 'unknown'],
  ])('%s counts as %s', (address, key) => expect(addressKey(address)).toBe(key))

  it('is one for a whole /64 and another for its neighbour', () => {
    const group = fc.integer({ min: 0, max: 0xffff }).map(value => value.toString(16))
    const half = fc.tuple(group, group, group, group).map(groups => groups.join(':'))
    fc.assert(
      fc.property(half, half, half, (network, a, b) => {
        expect(addressKey(`${network}:${a}`)).toBe(addressKey(`${network}:${b}`))
        expect(addressKey(`${network}:${a}`)).toBe(network)
      }),
    )
  })

  it('of an IPv4 address is the same in every form it can be written, and differs from all others', () => {
    const byte = fc.integer({ min: 0, max: 255 })
    fc.assert(
      fc.property(fc.tuple(byte, byte, byte, byte), ([a, b, c, d]) => {
        const plain = [a, b, c, d].join('.')
        const hex = `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`
        const keys = [plain, `::ffff:${plain}`, `::ffff:${hex}`, `0:0:0:0:0:ffff:${hex}`].map(addressKey)
        expect(keys).toEqual([plain, plain, plain, plain])
      }),
    )
  })
})
