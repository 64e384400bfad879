import type { ModelFaultCategory } from '@foyer/contract/assistant/ai-providers'
import type { SharedAiProfile } from '@foyer/contract/credentials'
import { DAY_MS } from '#kit/durations.ts'
import type { SavedAiHealth } from './shared-ai-settings.ts'

/** The included AI profile does not answer (2:4.7.3). */
export interface AiHealthFailure {
  category: ModelFaultCategory
  failing_since: string
  last_checked_at: string
}

/**
 * C47: 24 hours after the last check or save-time turn, whichever is later; a check that began and whose outcome was
 * lost counts. Never more than a day ahead, should the clock have been set back.
 */
export function nextCheckAt({ begun_at, last_checked_at }: SavedAiHealth, now: Date): Date {
  const last = Math.max(...[begun_at, last_checked_at].map(at => (at === null ? 0 : Date.parse(at))))
  const due = Math.min(last + DAY_MS, now.getTime() + DAY_MS)
  return new Date(Math.max(due, now.getTime()))
}

export function afterSuccess(now: string): Partial<SavedAiHealth> {
  return { last_checked_at: now, last_ok: true, category: null, failing_since: null }
}

/** One record for all failures in a row: it keeps the time of the first. */
export function afterFailure(
  health: SavedAiHealth,
  category: ModelFaultCategory,
  now: string,
): Partial<SavedAiHealth> {
  return { last_checked_at: now, last_ok: false, category, failing_since: health.failing_since ?? now }
}

/** What was checked is no longer in force. The time stays: a day still lies between two checks. */
export const NO_OUTCOME: Partial<SavedAiHealth> = { last_ok: null, category: null, failing_since: null }

/** Null: the last check did not fail. */
export function failureOf({
  category,
  failing_since,
  last_checked_at,
}: SavedAiHealth): AiHealthFailure | null {
  return category && failing_since && last_checked_at ? { category, failing_since, last_checked_at } : null
}

export function presentHealth(health: SavedAiHealth): SharedAiProfile['health_check'] {
  const { enabled, last_checked_at, last_ok, category, failing_since } = health
  return {
    enabled,
    interval_hours: 24,
    last_checked_at,
    last_ok,
    ...(category && { category }),
    ...(failing_since && { failing_since }),
  }
}
