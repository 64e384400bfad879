import { knownDelivery, sayDelivery } from '@foyer/contract/requests/delivery-sentences'
import { describe, expect, it } from 'vitest'
import { Refusal } from '#kit/refusal.ts'
import { type FaultKind, UpstreamFault } from '#kit/upstream-fault.ts'
import type { DeliveryRecord } from '#ports/request-record.ts'
import type { CourierOutcome } from '../couriers/courier.ts'
import { deliveryChange, jobOutcome } from '../delivery-endings.ts'
import { codeOfFault, outcomeOfError, presentDelivery } from './delivery-rules.ts'

const NOW = new Date('2026-11-15T09:00:00.000Z')
const AT = NOW.toISOString()

const ROW: DeliveryRecord = {
  id: 1,
  request_id: 12,
  format: '',
  state: 'processing',
  attempts: 1,
  last_attempt_at: AT,
  next_attempt_at: null,
  park_reason: null,
  code: null,
  message: 'Being sent to the library',
  began: false,
  waiting_since: null,
  record_id: null,
  canonical_foreign_id: null,
  receipt: null,
  created_at: AT,
  updated_at: AT,
}

describe('what a fault means for a delivery (1/4.6)', () => {
  it.each<[FaultKind, number | undefined, string]>([
    ['unreachable', undefined, 'service_unavailable'],
    ['timeout', undefined, 'service_unavailable'],
    ['rejected_key', 401, 'service_unavailable'],
    ['bad_answer', 502, 'service_unavailable'],
    ['bad_answer', 504, 'service_unavailable'],
    ['bad_answer', 503, 'library_unavailable'],
    ['bad_answer', 500, 'library_unavailable'],
    ['bad_answer', 200, 'library_unavailable'],
    ['rate_limited', 429, 'library_unavailable'],
    ['outcome_unknown', undefined, 'library_unavailable'],
  ])('%s with %s is %s', (kind, status, code) => {
    const fault = new UpstreamFault({ upstream: 'Radarr', kind, ...(status !== undefined && { status }) })
    expect(codeOfFault(fault)).toBe(code)
    expect(outcomeOfError(fault)).toMatchObject({ retry: code })
  })

  it('its Retry-After goes along, and a refusal that time does not mend is for a person', () => {
    const fault = new UpstreamFault({ upstream: 'Radarr', kind: 'rate_limited', retry_after_ms: 5000 })
    expect(outcomeOfError(fault)).toMatchObject({ after_ms: 5000 })
    expect(outcomeOfError(new Refusal('unavailable'))).toMatchObject({ retry: 'service_unavailable' })
    expect(outcomeOfError(new Refusal('validation'))).toMatchObject({ attention: 'request_unavailable' })
    expect(outcomeOfError('thrown')).toMatchObject({ retry: 'service_unavailable' })
  })

  it('C58: says of it only what every page can say in its own language', () => {
    const messageOf = (error: unknown) => {
      const outcome = outcomeOfError(error)
      return 'message' in outcome ? outcome.message : undefined
    }
    const fault = new UpstreamFault({ upstream: 'Radarr', kind: 'outcome_unknown' })
    expect(messageOf(fault)).toBe(
      'Radarr did not confirm the change, so it may or may not have happened. The library will be checked before the next try.',
    )
    expect(messageOf(new Refusal('metadata_unconfigured'))).toBe(sayDelivery('no_metadata_key'))
    expect(messageOf(new Refusal('unavailable'))).toBe(sayDelivery('server_busy'))
    const busy = 'Too many calls to MusicBrainz are waiting. Try again shortly.'
    expect(messageOf(new Refusal('unavailable', { error: busy }))).toBe(busy)
    expect(messageOf(new Refusal('unavailable', { error: 'Out of luck.' }))).toBe(sayDelivery('server_busy'))
    expect(messageOf(new Refusal('validation'))).toBe(sayDelivery('not_sent'))
    // @ts-expect-error: a text that no page knows is no outcome.
    const unknown: CourierOutcome = { attention: 'request_unavailable', message: 'No.' }
    expect(knownDelivery('message' in unknown ? unknown.message : '')).toBeUndefined()
  })
})

describe('how an attempt ends (1:3)', () => {
  const end = (outcome: CourierOutcome, row: Partial<DeliveryRecord> = {}) => {
    const before = { ...ROW, ...row }
    const job = jobOutcome(outcome, before, NOW)
    const at = new Date('2026-11-15T10:00:00.000Z')
    const ending =
      job.kind === 'done'
        ? ({ state: 'finished' } as const)
        : job.kind === 'attention'
          ? ({ state: 'attention', reason: job.reason } as const)
          : job.kind === 'again'
            ? ({ state: 'scheduled', run_at: job.at } as const)
            : ({ state: 'retry', run_at: at, reason: 'x' } as const)
    return { job, change: deliveryChange(outcome, ending, before, NOW) }
  }

  it('done: complete, with the status it came to', () => {
    expect(end({ done: 'requested', record_id: 5, canonical_foreign_id: 'x' }).change).toMatchObject({
      state: 'complete',
      code: 'requested',
      record_id: 5,
      canonical_foreign_id: 'x',
      next_attempt_at: null,
    })
  })

  it.each([
    [1, undefined, 60],
    [2, undefined, 120],
    [9, undefined, 15_360],
    [10, undefined, 21_600],
    [49, undefined, 21_600],
    [1, 90_000, 90],
    [10, 90_000, 21_600],
  ])('the %sth attempt with a Retry-After of %s ms waits %s s', (attempts, after_ms, seconds) => {
    const outcome = {
      retry: 'library_unavailable',
      message: sayDelivery('server_error'),
      ...(after_ms && { after_ms }),
    } as const
    expect(end(outcome, { attempts }).job).toMatchObject({ kind: 'retry', after_ms: seconds * 1000 })
  })

  it('the fiftieth is the last', () => {
    const { job, change } = end(
      { retry: 'library_unavailable', message: sayDelivery('limits_unread') },
      { attempts: 50 },
    )
    expect(job).toMatchObject({ kind: 'attention' })
    expect(change).toMatchObject({
      state: 'attention',
      code: 'retry_limit',
      message: 'Tried 50 times. It could not be checked whether the requester may have this title.',
    })
  })

  it('a wait takes its attempt back and keeps the moment it began', () => {
    const waiting_since = '2026-11-15T08:00:00.000Z'
    const message = sayDelivery('author_importing')
    const later = { later: 'tv_metadata_refresh', message, after_ms: 10_000 } as const
    expect(end(later, { attempts: 4 }).change).toMatchObject({
      state: 'retry',
      attempts: 3,
      park_reason: 'delivery',
      waiting_since: AT,
      next_attempt_at: '2026-11-15T09:00:10.000Z',
    })
    const wait = { wait: 'author_import', message } as const
    const { job, change } = end(wait, { attempts: 1, waiting_since })
    expect(job).toEqual({ kind: 'again', at: new Date('2026-11-15T09:05:00.000Z') })
    expect(change).toMatchObject({ state: 'waiting_library', park_reason: 'author_import', waiting_since })
  })
})

describe('a delivery on the wire (1/4.6)', () => {
  it('has the next time while queued or in retry only, and is cancelled only while it is open', () => {
    const next_attempt_at = '2026-11-15T10:00:00.000Z'
    const keys = (row: Partial<DeliveryRecord>, mayManage = true) =>
      presentDelivery({ ...ROW, next_attempt_at, ...row }, mayManage)
    expect(keys({ state: 'queued' })).toMatchObject({ next_attempt_at, can_manage: true, can_cancel: true })
    expect(keys({ state: 'retry', park_reason: 'delivery' })).toMatchObject({ park_reason: 'delivery' })
    expect(keys({ state: 'processing' })).not.toHaveProperty('next_attempt_at')
    expect(keys({ state: 'complete' })).toMatchObject({ can_manage: true, can_cancel: false })
    expect(keys({ state: 'queued' }, false)).toMatchObject({ can_manage: false, can_cancel: false })
    expect(keys({ format: 'ebook' })).toMatchObject({ format: 'ebook' })
    expect(presentDelivery({ ...ROW, last_attempt_at: null }, true)).toEqual({
      request_id: 12,
      state: 'processing',
      attempts: 1,
      message: 'Being sent to the library',
      can_manage: true,
      can_cancel: true,
    })
  })
})
