import { expect, it } from 'vitest'
import { webhookState } from './webhook-state.ts'

it.each([
  [
    { configured: true, state: '' },
    { state: 'working', tone: 'ok', offers: 'renew' },
  ],
  [
    { configured: false, state: '' },
    { state: 'missing', tone: 'info', offers: 'install' },
  ],
  [
    { configured: false, state: 'missing' },
    { state: 'missing', tone: 'info', offers: 'install' },
  ],
  [
    { configured: true, state: 'stale' },
    { state: 'stale', tone: 'warn', offers: 'renew' },
  ],
  [
    { configured: false, state: 'credential_missing' },
    { state: 'credential_missing', tone: 'warn', offers: 'renew' },
  ],
  [
    { configured: false, state: 'no_callback_url' },
    { state: 'no_callback_url', tone: 'warn', offers: null },
  ],
] as const)('1/I %j', (webhook, said) => {
  expect(webhookState({ supported: true, ...webhook }, '')).toEqual(said)
})

it.each([
  ['stale', 'disabled', 'disabled'],
  ['', 'credential_refused', 'credential_refused'],
  // Fixed since the last poll.
  ['', 'disabled', 'working'],
  ['', 'missing', 'working'],
  ['missing', 'credential_refused', 'missing'],
] as const)('C60 live %j, at the last poll %j: %s', (state, polled, said) => {
  const webhook = { supported: true, configured: state === '', state }
  expect(webhookState(webhook, polled).state).toBe(said)
})
