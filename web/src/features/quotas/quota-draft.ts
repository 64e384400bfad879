import {
  type Allowance,
  type AllowanceOverride,
  type AllowanceRule,
  MAX_COUNT,
  WINDOW_DAYS,
} from '@foyer/contract/request-quotas'

type Key = Pick<AllowanceRule, 'media_type' | 'book_format'>
type Window = AllowanceRule['window_days']

/** `inherit` for one person: same as everyone. */
export type Limit = 'inherit' | 'none' | `${Window}`

/** One line of the form; the number is text while it is typed. */
export interface QuotaDraft extends Key {
  limit: Limit
  count: string
}

export const KINDS = ['movie', 'tv', 'ebook', 'audiobook', 'music'] as const
export type Kind = (typeof KINDS)[number]

export function kindOf({ media_type, book_format }: Key): Kind {
  if (media_type === 'book') return book_format ?? 'ebook'
  return media_type
}

/** The initial number when a limit is first set. */
const FIRST_COUNT = '5'

export function draftOf(rule: AllowanceRule | Allowance, personal: boolean): QuotaDraft {
  const { media_type, book_format, count, window_days } = rule
  const inherits = personal && (!('source' in rule) || rule.source === 'default')
  return {
    media_type,
    ...(book_format && { book_format }),
    limit: inherits ? 'inherit' : count === null ? 'none' : `${window_days}`,
    count: count === null ? FIRST_COUNT : String(count),
  }
}

export function isBadCount({ limit, count }: QuotaDraft): boolean {
  if (limit === 'inherit' || limit === 'none') return false
  return !/^\d+$/.test(count.trim()) || Number(count) > MAX_COUNT
}

function windowOf(limit: Limit): Window {
  return WINDOW_DAYS.find(days => `${days}` === limit) ?? 7
}

function keyOf({ media_type, book_format }: Key): Key {
  return { media_type, ...(book_format && { book_format }) }
}

/** The body to save; callers check `isBadCount` first. */
export function overridesOf(drafts: readonly QuotaDraft[]): AllowanceOverride[] {
  return drafts.map(draft =>
    draft.limit === 'inherit' ? { ...keyOf(draft), inherit: true as const } : ruleOf(draft),
  )
}

export function ruleOf(draft: QuotaDraft): AllowanceRule {
  const { limit, count } = draft
  return {
    ...keyOf(draft),
    count: limit === 'none' || limit === 'inherit' ? null : Number(count),
    window_days: windowOf(limit),
  }
}
