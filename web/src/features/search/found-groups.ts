import type { MusicItem } from '@foyer/contract/discover-music'
import type { ScreenItem } from '@foyer/contract/discover-screen/screen-items'
import type { SearchAnswer, SearchType } from '@foyer/contract/search'

/**
 * `pending`: not answered for this text; `failed`: the source could not be read; `absent`: there is no such source for
 * this account, which is known.
 */
export type GroupState = 'pending' | 'failed' | 'absent' | 'known'

export interface FoundGroup<Item = unknown> {
  state: GroupState
  items: readonly Item[]
  /** The source has more than these. */
  more: boolean
  /** Why it failed. */
  reason: string | undefined
}

export interface FoundGroups {
  movie: FoundGroup<ScreenItem>
  tv: FoundGroup<ScreenItem>
  person: FoundGroup<ScreenItem>
  /** Rows of the library manager, under its own names. */
  book: FoundGroup
  music: FoundGroup<MusicItem>
}

/** Nobody connected it, or not for this account: the pages of that medium say so. */
const ABSENT = ['no_grant', 'no_instance', 'metadata_unconfigured']

export interface PartAnswer {
  types: readonly SearchType[]
  answer: SearchAnswer | undefined
  /** The answer is of an earlier text: its rows may still match, but nothing is known of the current one. */
  is_earlier: boolean
  /** The code of a call that failed as a whole. */
  failed: string | undefined
}

function groupIn({ answer, is_earlier, failed }: PartAnswer, type: SearchType): FoundGroup {
  const group = answer?.groups.find(one => one.type === type)
  if (!group || failed !== undefined)
    return { state: failed === undefined ? 'pending' : 'failed', items: [], more: false, reason: failed }
  const { items, more, status_known, reason } = group
  const is_absent = reason !== undefined && ABSENT.includes(reason)
  const state = is_earlier ? 'pending' : is_absent ? 'absent' : status_known ? 'known' : 'failed'
  return { state, items, more, reason }
}

/** All groups by type, whichever call they came with. */
export function groupsOf(parts: readonly PartAnswer[]): FoundGroups {
  const groups = parts.flatMap(part => part.types.map(type => [type, groupIn(part, type)] as const))
  // Each type is in exactly one part, and its items are those of its type.
  return Object.fromEntries(groups) as unknown as FoundGroups
}
