import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type FaultKind, UpstreamFault } from '#kit/upstream-fault.ts'
import {
  enrolDelayMs,
  failedTest,
  gatewayNotice,
  hasNoDevices,
  outcomeOfFault,
  outcomeOfLostRegistration,
  outcomeOfReport,
  testResult,
} from './push-rules.ts'

const fault = (kind: FaultKind, more: { status?: number; retry_after_ms?: number } = {}) =>
  new UpstreamFault({ upstream: 'The push gateway', kind, ...more })
const device = (device_id: string, more: { ok?: boolean; pruned?: boolean; error?: string } = {}) => ({
  device_id,
  ok: true,
  pruned: false,
  error: null,
  ...more,
})

it('1/4.14 enrols with a backoff of 60 s to 30 min', () => {
  expect([1, 2, 3, 4, 5, 6, 7].map(n => enrolDelayMs(n) / 60_000)).toEqual([1, 2, 4, 8, 16, 30, 30])
  fc.assert(
    fc.property(fc.nat({ max: 1000 }), fc.nat(), (failures, asked) => {
      const delay = enrolDelayMs(failures, asked)
      expect(delay).toBeGreaterThanOrEqual(60_000)
      expect(delay).toBeLessThanOrEqual(30 * 60_000)
    }),
  )
})

describe('what a call to the gateway means', () => {
  it.each([
    [fault('unreachable'), { kind: 'retry', reason: 'unreachable' }],
    [fault('timeout'), { kind: 'retry', reason: 'timeout' }],
    [
      fault('rate_limited', { status: 429, retry_after_ms: 7000 }),
      { kind: 'retry', reason: 'rate_limited', after_ms: 7000 },
    ],
    [fault('bad_answer', { status: 503 }), { kind: 'retry', reason: 'bad_answer' }],
    [fault('rejected_key', { status: 401 }), { kind: 'retry', reason: 'rejected_key' }],
    [fault('bad_answer', { status: 400 }), { kind: 'failed', reason: 'refused_400' }],
    [fault('bad_answer', { status: 413 }), { kind: 'failed', reason: 'refused_413' }],
    [fault('outcome_unknown'), { kind: 'unconfirmed', reason: 'outcome_unknown' }],
    [fault('outcome_unknown', { status: 504 }), { kind: 'unconfirmed', reason: 'outcome_unknown' }],
  ])('%s', (error, expected) => expect(outcomeOfFault(error)).toEqual(expected))

  it.each([
    [
      'one of two reached',
      { sent: 1, failed: 1, results: [device('a'), device('b', { ok: false })] },
      'sent',
    ],
    ['none reached', { sent: 0, failed: 1, results: [device('a', { ok: false })] }, 'failed'],
    ['only dead tokens', { sent: 0, failed: 1, results: [device('a', { ok: false, pruned: true })] }, 'gone'],
    ['nobody reached and no rows', { sent: 0, failed: 2, results: [] }, 'failed'],
    ['a report that cannot be read', null, 'sent'],
  ])('%s', (_what, report, kind) => expect(outcomeOfReport(report)).toMatchObject({ kind }))
})

describe('1/4.14 test results', () => {
  it('have a row for each device', () => {
    const results = [device('a'), device('b', { ok: false, pruned: true, error: 'Unregistered' })]
    expect(testResult(['a', 'b', 'c'], { sent: 1, failed: 1, results })).toEqual({
      tokens: 3,
      sent: 1,
      failed: 2,
      results: [
        { device_id: 'a', ok: true, pruned: false },
        { device_id: 'b', ok: false, pruned: true, error: 'Unregistered' },
        { device_id: 'c', ok: false, pruned: false, error: expect.any(String) },
      ],
    })
    expect(testResult([], null)).toEqual({ tokens: 0, sent: 0, failed: 0, results: [] })
    expect(testResult(['a'], { sent: 1, failed: 0, results: [] })).toMatchObject({ sent: 1, failed: 0 })
  })

  it('C27 — say why nobody was reached', () => {
    const result = failedTest(['a'], fault('rate_limited', { status: 429 }))
    expect(result).toMatchObject({ tokens: 1, sent: 0, failed: 1 })
    expect(result.results[0]?.error).toContain('limiting requests')
  })
})

describe('1/4.14 data', () => {
  const all = {
    title: 'Heat',
    instance_id: 'in_a',
    foreign_id: 'f',
    tmdb_id: 603,
    book_format: 'ebook',
    request_id: 1,
    user_id: 2,
    count: 3,
    username: 'bo',
    decision: 'denied',
    reason: 'not now',
  } as const
  const ids = { request_id: 1, user_id: 2, count: 3 }
  const shelf = { foreign_id: 'f', title: 'Heat', instance_id: 'in_a', book_format: 'ebook' }

  it.each([
    ['movie', { media_type: 'movie', tmdb_id: 603 }],
    ['tv', { media_type: 'tv', tmdb_id: 603 }],
    ['book', { media_type: 'book', ...shelf }],
    ['music', { media_type: 'music', ...shelf }],
  ] as const)('of a %s names the event and the page, and nothing else', (media_type, expected) => {
    const notice = { alert_id: 1, type: 'new_movie' as const, title: 't', body: 'b' }
    const { data } = gatewayNotice({ ...notice, data: { ...all, media_type } })
    expect(data).toEqual({ type: 'new_movie', ...ids, ...expected })
    expect(gatewayNotice({ ...notice, data: { media_type } }).data).toEqual({ type: 'new_movie', media_type })
  })

  it('badge and collapse id are there when they say something', () => {
    const notice = { alert_id: 1, type: 'new_movie' as const, title: 't', body: 'b', data: {} }
    expect(gatewayNotice(notice)).toEqual({ title: 't', body: 'b', data: { type: 'new_movie' } })
    const more = { badge: 0, collapse_id: 'x' }
    expect(gatewayNotice({ ...notice, ...more })).toMatchObject(more)
  })
})

describe('a gateway that knows nobody', () => {
  const now = Date.parse('2026-11-15T09:00:00.000Z')
  const at = (minutes: number) => ({ registered_at: new Date(now - minutes * 60_000).toISOString() })

  it('says so with a report of nothing, and not with none', () => {
    expect(hasNoDevices({ sent: 0, failed: 0, results: [] })).toBe(true)
    expect(hasNoDevices(null)).toBe(false)
    expect(hasNoDevices({ sent: 1, failed: 0, results: [] })).toBe(false)
    expect(hasNoDevices({ sent: 0, failed: 1, results: [] })).toBe(false)
  })

  it.each([
    ['nobody is there any more', [], 'gone'],
    ['it was told an hour ago', [at(60), at(11)], 'retry'],
    ['it was told right now', [at(60), at(0)], 'failed'],
    ['it was never told', [{ registered_at: null }], 'retry'],
  ])('%s: %s', (_what, live, kind) => expect(outcomeOfLostRegistration(live, now)).toMatchObject({ kind }))

  it('reached nobody in a test', () => {
    expect(testResult(['a'], { sent: 0, failed: 0, results: [] })).toMatchObject({ sent: 0, failed: 1 })
  })
})
