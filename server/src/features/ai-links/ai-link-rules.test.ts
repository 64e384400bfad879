import { describe, expect, it } from 'vitest'
import { UpstreamFault } from '#kit/upstream-fault.ts'
import {
  audienceOf,
  isOverdue,
  isRefusedAgain,
  isRenewalDue,
  isUsable,
  modelFaultOf,
  ownerOf,
  presentLink,
  userIdOf,
} from './ai-link-rules.ts'

const NOON = '2026-11-15T12:00:00.000Z'
const at = (text: string) => Date.parse(text)
const LINK = { expires_at: NOON, revision: 3, refused_revision: null }

it('names owners so that nobody is mistaken for another', () => {
  expect([ownerOf(7), userIdOf('user:7'), userIdOf('shared')]).toEqual(['user:7', 7, null])
  expect(audienceOf('user:7')).toEqual({ to: 'users', user_ids: [7] })
  expect(audienceOf('shared')).toEqual({ to: 'everyone' })
})

describe('the access token', () => {
  it.each([
    ['2026-11-15T11:54:59.999Z', null, false, true],
    ['2026-11-15T11:55:00.000Z', null, true, true],
    ['2026-11-15T11:59:59.999Z', null, true, true],
    [NOON, null, true, false],
    ['2026-11-15T09:00:00.000Z', 3, true, false],
    ['2026-11-15T09:00:00.000Z', 2, false, true],
  ])('at %s, with revision %s refused: renewal due %s, usable %s', (now, refused_revision, due, usable) => {
    const link = { ...LINK, refused_revision }
    expect([isRenewalDue(link, at(now)), isUsable(link, at(now))]).toEqual([due, usable])
  })

  it.each([
    [null, '2026-11-15T12:00:01.000Z', false],
    [1, '2026-11-15T12:00:01.000Z', false],
    [2, '2026-11-15T12:01:59.999Z', true],
    [2, '2026-11-15T12:02:00.000Z', false],
  ])('after a refusal of revision %s, at %s: refused again %s', (refused_revision, now, again) => {
    expect(isRefusedAgain({ revision: 3, refused_revision, updated_at: NOON }, at(now))).toBe(again)
  })
})

it.each([
  [null, '2026-11-15T11:59:59.999Z', false],
  [null, NOON, true],
  ['v1.sealed', '2026-11-15T12:09:59.999Z', false],
  ['v1.sealed', '2026-11-15T12:10:00.000Z', true],
])('a link with tokens %s is overdue at %s: %s', (tokens_box, now, overdue) => {
  expect(isOverdue({ expires_at: NOON, tokens_box }, at(now))).toBe(overdue)
})

it('leaves out what the provider did not send (2/4.6)', () => {
  const link = { email: null, plan_type: null, updated_at: NOON }
  expect(presentLink(link, { connected: false, stale: false, model: null })).toEqual({
    available: true,
    reason: 'reconnect_required',
    connected: false,
    updated_at: NOON,
    stale: false,
  })
  expect(presentLink(link, { connected: true, stale: true, model: 'tier-2' })).toMatchObject({
    reason: '',
    model: 'tier-2',
    stale: true,
  })
})

it.each([
  ['unreachable', undefined, 'upstream_unavailable', true],
  ['timeout', undefined, 'upstream_unavailable', true],
  ['outcome_unknown', undefined, 'upstream_unavailable', true],
  ['bad_answer', 503, 'upstream_unavailable', true],
  ['bad_answer', 400, 'invalid_response', false],
  ['rate_limited', 429, 'quota_or_rate_limit', true],
  ['rejected_key', 403, 'invalid_credentials', false],
] as const)('a renewal that ended with %s %s is %s', (kind, status, category, transient) => {
  const fault = new UpstreamFault({ upstream: 'x', kind, ...(status !== undefined && { status }) })
  expect(modelFaultOf(fault)).toMatchObject({ category, transient })
})
