import type { PushTestResult } from '@foyer/contract/users'
import { describe, expect, it } from 'vitest'
import { UpstreamFault } from '#kit/upstream-fault.ts'
import type { TestOutcome } from './alert-channel.ts'
import { textsIn } from '#texts/texts.ts'
import { createNotificationTest } from './notification-test.ts'

const rows = (ok: boolean, ...ids: string[]): PushTestResult => ({
  tokens: ids.length,
  sent: ok ? ids.length : 0,
  failed: ok ? 0 : ids.length,
  results: ids.map(device_id => ({ device_id, ok, pruned: false })),
})

const unanswered = new UpstreamFault({ upstream: 'The push gateway', kind: 'unreachable' })

function testOver(...outcomes: (TestOutcome | null)[]) {
  const channels = outcomes.map(outcome => ({
    channel: 'push' as const,
    replaces: true,
    destinationsOf: async () => [],
    laneOf: () => '',
    send: async () => ({ kind: 'sent' as const }),
    test: async () => outcome,
  }))
  const preferences = { masters: async () => ({ server: true, user: true }) }
  return createNotificationTest({ preferences, channels, textsOf: () => textsIn('en') })(1)
}

describe('an explicit test over several ways (1/4.14, C27)', () => {
  it('is one answer with every device', async () => {
    expect(await testOver({ result: rows(true, 'a', 'b') }, { result: rows(false, 'c') })).toMatchObject({
      tokens: 3,
      sent: 2,
      failed: 1,
    })
    expect(await testOver({ result: rows(true) }, null)).toEqual(rows(true))
    await expect(testOver(null, null)).rejects.toMatchObject({ code: 'push_not_configured' })
  })

  it('is a fault when the gateway alone was to answer and did not', async () => {
    const silent = { result: rows(false, 'phone'), unanswered }
    await expect(testOver(silent, null)).rejects.toBe(unanswered)
  })

  it('counts the phones as not reached when browsers answered beside them', async () => {
    const silent = { result: rows(false, 'phone'), unanswered }
    expect(await testOver(silent, { result: rows(true, 'browser') })).toMatchObject({
      tokens: 2,
      sent: 1,
      failed: 1,
      results: [
        { device_id: 'phone', ok: false },
        { device_id: 'browser', ok: true },
      ],
    })
  })
})
