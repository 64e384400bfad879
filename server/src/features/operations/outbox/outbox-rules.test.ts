import { expect, it } from 'vitest'
import { waitOf } from './outbox-rules.ts'

const NOW = '2026-11-17T09:00:00.000Z'
const SOON = '2026-11-17T09:01:00.000Z'
const LATER = '2026-11-17T09:05:00.000Z'
const due = { state: 'pending' as const, attempts: 0, next_at: NOW, hold_until: null }

it.each([
  ['its turn', {}, ['turn', NOW]],
  ['its time', { next_at: SOON }, ['time', SOON]],
  ['the next attempt', { next_at: SOON, attempts: 1 }, ['retry', SOON]],
  ['its destination', { hold_until: LATER }, ['place', LATER]],
  [
    'its destination, which takes longer than the next attempt',
    { ...failed(), hold_until: LATER },
    ['place', LATER],
  ],
  [
    'the next attempt, for which its destination was paused',
    { ...failed(), hold_until: SOON },
    ['retry', SOON],
  ],
  ['its turn, after a pause', { hold_until: '2026-11-17T08:59:00.000Z' }, ['turn', NOW]],
  ['nothing, because it is being sent', { state: 'claimed' as const }, [null, NOW]],
  ['nothing, because it ended', { state: 'failed' as const, next_at: SOON }, [null, null]],
])('an alert waits for %s', (_what, change, [waits_for, next_at]) => {
  expect(waitOf({ ...due, ...change }, NOW)).toEqual({ waits_for, next_at })
})

function failed() {
  return { attempts: 1, next_at: SOON }
}
