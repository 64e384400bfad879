import type { TitleCard } from '@foyer/contract/title-statuses'
import { shownStatus } from '#lib/request-status.ts'
import type { Status, StatusFacts } from '#ui/status.ts'

export interface TitleMark {
  status: Status
  facts: StatusFacts
  /** Between 0 and 1, while downloading or partly available. */
  share?: number
}

export function markOf(answer: TitleCard): TitleMark {
  const share = answer.progress / 100
  return { status: shownStatus(answer), facts: answer.status === 'downloading' ? { share } : {}, share }
}

export const UNKNOWN: TitleMark = { status: 'unknown', facts: {} }

/**
 * The status where it has a place of its own, which must not wait for ever: unknown if it could not be read, and for a
 * title that the answer leaves out (null). Undefined while it loads.
 */
export function settledMark(
  answer: TitleCard | null | undefined,
  has_failed: boolean,
): TitleMark | undefined {
  if (answer) return markOf(answer)
  return answer === null || has_failed ? UNKNOWN : undefined
}
