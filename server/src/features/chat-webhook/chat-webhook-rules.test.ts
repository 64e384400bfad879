import { describe, expect, it } from 'vitest'
import { applyChange, type ChatWebhookChange, presentAlerts } from './chat-webhook-rules.ts'
import type { SavedChatWebhook } from './chat-webhook-settings.ts'

const OFF: SavedChatWebhook = { enabled: false, include_auto_approved: false, webhook_url: '', place: '' }
const ON: SavedChatWebhook = {
  enabled: true,
  include_auto_approved: true,
  webhook_url: 'room 1',
  place: 'p1',
}
const KEPT: SavedChatWebhook = { ...ON, enabled: false }

/** Addresses are `room <number>`, whatever else is written after it. */
const readAddress = (text: string) => {
  const identity = /^room \d+/.exec(text)?.[0]
  return identity === undefined ? null : { url: text, identity, token: 'secret' }
}
const change = (before: SavedChatWebhook, wanted: ChatWebhookChange) =>
  applyChange(before, wanted, { readAddress, newPlace: () => 'p2' })

describe('changing the chat webhook (2/4.10)', () => {
  it.each<[string, SavedChatWebhook, ChatWebhookChange, Partial<SavedChatWebhook>, string]>([
    [
      'turned on with an address',
      OFF,
      { enabled: true, webhook_url: 'room 1' },
      { ...ON, include_auto_approved: false, place: 'p2' },
      'all',
    ],
    [
      'a draft that stays off',
      OFF,
      { enabled: false, webhook_url: 'room 1' },
      { enabled: false, webhook_url: 'room 1', place: '' },
      'all',
    ],
    ['turned off', ON, { enabled: false }, { ...ON, enabled: false }, 'all'],
    ['turned on again', KEPT, { enabled: true }, { ...ON, place: 'p2' }, 'none'],
    ['nothing new', ON, { enabled: true }, ON, 'none'],
    ['a blank address', ON, { enabled: true, webhook_url: '' }, ON, 'none'],
    ['the same address', ON, { enabled: true, webhook_url: 'room 1' }, ON, 'none'],
    ['the same webhook, written otherwise', ON, { enabled: true, webhook_url: 'room 1 v10' }, ON, 'none'],
    [
      'another webhook',
      ON,
      { enabled: true, webhook_url: 'room 2' },
      { webhook_url: 'room 2', place: 'p2' },
      'all',
    ],
    [
      'the option off',
      ON,
      { enabled: true, include_auto_approved: false },
      { ...ON, include_auto_approved: false },
      'auto_approved',
    ],
    [
      'the option on',
      { ...ON, include_auto_approved: false },
      { enabled: true, include_auto_approved: true },
      ON,
      'none',
    ],
  ])('%s', (_what, before, wanted, next, cancels) => {
    expect(change(before, wanted)).toMatchObject({ next, cancels })
  })

  it.each<[string, SavedChatWebhook, ChatWebhookChange, string]>([
    ['on without an address', OFF, { enabled: true }, 'webhook_required'],
    ['on with a blank address', OFF, { enabled: true, webhook_url: '' }, 'webhook_required'],
    ['an address that is none', ON, { enabled: true, webhook_url: 'nowhere' }, 'invalid_webhook_url'],
    ['the same while it is off', OFF, { enabled: false, webhook_url: 'nowhere' }, 'invalid_webhook_url'],
  ])('refuses %s', (_what, before, wanted, code) => {
    expect(change(before, wanted)).toBe(code)
  })
})

it('shows rows with times in Unix seconds, and the next attempt only while there is one', () => {
  const row = { detail: '', attempts: 1, updated_at: '2026-11-15T09:00:00.900Z' }
  const rows = [
    { ...row, request_id: 7, status: 'pending' as const, next_attempt_at: '2026-11-15T09:01:00.000Z' },
    { ...row, request_id: 6, status: 'sent' as const, next_attempt_at: null },
  ]
  expect(presentAlerts(rows)).toEqual([
    {
      request_id: 7,
      status: 'pending',
      detail: '',
      attempts: 1,
      updated_at: 1794733200,
      next_attempt_at: 1794733260,
    },
    { request_id: 6, status: 'sent', detail: '', attempts: 1, updated_at: 1794733200 },
  ])
})
