import type { DeliveryState, UnknownReason } from '@foyer/contract/requests/requests'
import type { StatusResponse } from '@foyer/contract/title-statuses'
import { shownStatus } from '#lib/request-status.ts'
import type { Status, StatusFacts } from '#ui/status.ts'
import { type Season, seasonChoices } from '../ask/season-choice.ts'

export type Blocked = Exclude<UnknownReason, 'format_unresolved'>

/** The label and behaviour of a title's primary button. */
export interface TitleState {
  status: Status
  facts: StatusFacts
  /** The kind of request a press makes; null if the button only shows the status. */
  ask: 'first' | 'again' | 'season' | 'more' | null
  /** The season for `season`. */
  season?: number
  /** Seasons that can still be requested, beside a button that only shows the status. */
  more: boolean
  blocked?: Blocked
  /** The delivery of the caller's own request, while it is under way. */
  delivery?: DeliveryState
}

const UNDER_WAY: ReadonlySet<string> = new Set([
  'approval',
  'queued',
  'processing',
  'retry',
  'waiting_library',
  'attention',
])

function factsOf(answer: StatusResponse): StatusFacts {
  if (answer.status === 'downloading') return { share: answer.progress / 100 }
  const seasons = answer.seasons ?? []
  if (answer.status !== 'partial' || seasons.length === 0) return {}
  const sum = (of: 'episode_count' | 'episode_file_count') => seasons.reduce((all, one) => all + one[of], 0)
  return { have: sum('episode_file_count'), total: sum('episode_count') }
}

function blockedBy(answer: StatusResponse, status: Status): Blocked | undefined {
  if (status !== 'unknown') return undefined
  return answer.status_unknown_reason === 'identity_ambiguous' ? 'identity_ambiguous' : 'library_unavailable'
}

interface Known {
  answer: StatusResponse
  /** Absent for a movie. */
  seasons?: readonly Season[] | undefined
}

export function titleState({ answer, seasons }: Known): TitleState {
  const status = shownStatus(answer)
  const facts = factsOf(answer)
  const delivery = answer.delivery?.find(({ state }) => UNDER_WAY.has(state))
  const base = { status, facts, more: false, ask: null, ...(delivery && { delivery }) } as const
  const blocked = blockedBy(answer, status)
  if (blocked) return { ...base, blocked }
  if (status === 'unavailable') return { ...base, ask: 'first' }
  if (status === 'denied') return { ...base, ask: 'again' }
  if (!seasons || !answer.status_known) return base
  const open = seasonChoices(seasons, answer.seasons).filter(season => !season.settled)
  if (open.length === 0) return base
  // During a request its seasons still look missing; requesting others is possible, but not the main action.
  if (delivery) return { ...base, more: true }
  const [only] = open
  return only && open.length === 1
    ? { ...base, ask: 'season', season: only.season_number }
    : { ...base, ask: 'more' }
}
