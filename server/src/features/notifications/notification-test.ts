import type { PushTestResult } from '@foyer/contract/users'
import { Refusal } from '#kit/refusal.ts'
import { UpstreamFault } from '#kit/upstream-fault.ts'
import type { AlertChannel } from './alert-channel.ts'
import { TEST_NOTICE } from './notice-rules.ts'
import type { Preferences } from './preference-service.ts'

type Attempt = PushTestResult | UpstreamFault

function sum(results: readonly PushTestResult[]): PushTestResult {
  return {
    tokens: results.reduce((total, one) => total + one.tokens, 0),
    sent: results.reduce((total, one) => total + one.sent, 0),
    failed: results.reduce((total, one) => total + one.failed, 0),
    results: results.flatMap(one => one.results),
  }
}

/** 1:4.14 — an explicit test asks for both masters and for nothing else; it tells what became of each device. */
export function createNotificationTest(parts: {
  preferences: Pick<Preferences, 'masters'>
  channels: readonly AlertChannel[]
}) {
  async function attempt(channel: AlertChannel, user_id: number): Promise<Attempt | null> {
    try {
      return await channel.test(user_id, TEST_NOTICE)
    } catch (error) {
      if (error instanceof UpstreamFault) return error
      throw error
    }
  }

  return async (user_id: number): Promise<PushTestResult> => {
    const masters = await parts.preferences.masters(user_id)
    if (!masters.server) throw new Refusal('push_disabled_by_server')
    if (!masters.user) throw new Refusal('push_disabled_for_user')
    const attempts = await Promise.all(parts.channels.map(channel => attempt(channel, user_id)))
    const fault = attempts.find(one => one instanceof UpstreamFault)
    const results = attempts.flatMap(one => (one === null || one instanceof UpstreamFault ? [] : [one]))
    // C27: 502 when the gateway did not answer at all; but what another way delivered is told.
    if (fault && results.length === 0) throw fault
    if (results.length === 0) throw new Refusal('push_not_configured')
    return sum(results)
  }
}
