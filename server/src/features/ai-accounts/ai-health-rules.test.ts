import { describe, expect, it } from 'vitest'
import { HOUR_MS } from '#kit/durations.ts'
import {
  afterFailure,
  afterSuccess,
  failureOf,
  NO_OUTCOME,
  nextCheckAt,
  presentHealth,
} from './ai-health-rules.ts'
import { aiHealth } from './shared-ai-settings.ts'

const at = (hours: number) => new Date(Date.UTC(2026, 10, 16) + hours * HOUR_MS)
const text = (hours: number) => at(hours).toISOString()
const FRESH = aiHealth.default

describe('the daily check (2:4.7.3, C47)', () => {
  it('is due 24 hours after the last one, also when its outcome was lost', () => {
    expect(nextCheckAt(FRESH, at(5))).toEqual(at(5))
    expect(nextCheckAt({ ...FRESH, last_checked_at: text(1) }, at(5))).toEqual(at(25))
    expect(nextCheckAt({ ...FRESH, last_checked_at: text(1), begun_at: text(3) }, at(5))).toEqual(at(27))
    expect(nextCheckAt({ ...FRESH, last_checked_at: text(1) }, at(99))).toEqual(at(99))
  })

  it('is at most a day away after the clock was set back', () => {
    expect(nextCheckAt({ ...FRESH, last_checked_at: text(500) }, at(5))).toEqual(at(29))
  })

  it('has one record of all failures in a row, which the next success ends', () => {
    const first = { ...FRESH, ...afterFailure(FRESH, 'upstream_unavailable', text(1)) }
    const second = { ...first, ...afterFailure(first, 'invalid_credentials', text(25)) }
    expect(failureOf(second)).toEqual({
      category: 'invalid_credentials',
      failing_since: text(1),
      last_checked_at: text(25),
    })
    expect(presentHealth(second)).toEqual({
      enabled: true,
      interval_hours: 24,
      last_checked_at: text(25),
      last_ok: false,
      category: 'invalid_credentials',
      failing_since: text(1),
    })
    const well = { ...second, ...afterSuccess(text(49)) }
    expect([failureOf(well), well.last_ok]).toEqual([null, true])
    expect(presentHealth(well)).toEqual({
      enabled: true,
      interval_hours: 24,
      last_checked_at: text(49),
      last_ok: true,
    })
  })

  it('has no outcome once something else is in force, and keeps its pace', () => {
    const failed = { ...FRESH, ...afterFailure(FRESH, 'invalid_response', text(1)) }
    const other = { ...failed, ...NO_OUTCOME }
    expect([failureOf(other), other.last_ok]).toEqual([null, null])
    expect(nextCheckAt(other, at(5))).toEqual(at(25))
  })
})
