import type { PushTestResult } from '@foyer/contract/users'
import type { TextsOf } from '#features/person-preferences/index.ts'
import { Refusal } from '#kit/refusal.ts'
import type { AlertChannel } from './alert-channel.ts'
import { testNotice } from './notice-rules.ts'
import type { Preferences } from '../preferences/preference-service.ts'

function sum(results: readonly PushTestResult[]): PushTestResult {
  return {
    tokens: results.reduce((total, one) => total + one.tokens, 0),
    sent: results.reduce((total, one) => total + one.sent, 0),
    failed: results.reduce((total, one) => total + one.failed, 0),
    results: results.flatMap(one => one.results),
  }
}

/** 1:4.14: an explicit test requires both master switches and nothing else; it reports the result per device. */
export function createNotificationTest(parts: {
  preferences: Pick<Preferences, 'masters'>
  channels: readonly AlertChannel[]
  textsOf: TextsOf
}) {
  return async (user_id: number): Promise<PushTestResult> => {
    const masters = await parts.preferences.masters(user_id)
    if (!masters.server) throw new Refusal('push_disabled_by_server')
    if (!masters.user) throw new Refusal('push_disabled_for_user')
    const notice = testNotice(await parts.textsOf(user_id))
    const tests = await Promise.all(parts.channels.map(channel => channel.test(user_id, notice)))
    const outcomes = tests.filter(one => one !== null)
    if (outcomes.length === 0) throw new Refusal('push_not_configured')
    // C27: 502 when the gateway did not answer at all, with the results of the other devices beside it.
    const fault = outcomes.find(one => one.unanswered)?.unanswered
    const isAnswered = outcomes.some(one => !one.unanswered && one.result.tokens > 0)
    if (fault && !isAnswered) throw fault
    return sum(outcomes.map(one => one.result))
  }
}
