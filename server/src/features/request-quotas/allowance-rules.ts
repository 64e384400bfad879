import type { MediaType } from '@foyer/contract/instances/instance-types'
import type { AllowanceRule } from '@foyer/contract/request-quotas'
import type { BookFormat } from '@foyer/contract/requests/requests'

/** The scope of a limit: a medium, and for books a format. Other media use ''. */
export interface AllowanceKey {
  media_type: MediaType
  book_format: '' | BookFormat
}

/** 1/4.9: always these five, in this order. */
export const ALLOWANCES: readonly AllowanceKey[] = [
  { media_type: 'movie', book_format: '' },
  { media_type: 'tv', book_format: '' },
  { media_type: 'book', book_format: 'ebook' },
  { media_type: 'book', book_format: 'audiobook' },
  { media_type: 'music', book_format: '' },
]

export const ALLOWANCE_NAMES = ['movie', 'tv', 'ebook', 'audiobook', 'music'] as const
export type AllowanceName = (typeof ALLOWANCE_NAMES)[number]

/** `count` null: unlimited; 0: no new units. */
export type Limit = Pick<AllowanceRule, 'count' | 'window_days'>
export type Limits = Readonly<Record<AllowanceName, Limit>>

/** One person's effective limit and its origin. */
export interface Allowed extends AllowanceKey, Limit {
  source: 'default' | 'override'
}

type Named = { media_type: MediaType; book_format?: '' | BookFormat | undefined }

/** The name of an allowance, or of a unit that counts against it. The route guarantees that books have a format. */
export function nameOf({ media_type, book_format }: Named): AllowanceName {
  if (media_type !== 'book') return media_type
  return book_format === 'audiobook' ? 'audiobook' : 'ebook'
}

/** The wire form: with a format only for books. */
export function wireKey({ media_type, book_format }: AllowanceKey) {
  return { media_type, ...(book_format && { book_format }) }
}

/** A person's own rule takes precedence over the default (1:4.7). */
export function allowedTo(defaults: Limits, overrides: readonly (AllowanceKey & Limit)[]): Allowed[] {
  return ALLOWANCES.map(key => {
    const own = overrides.find(one => nameOf(one) === nameOf(key))
    const { count, window_days } = own ?? defaults[nameOf(key)]
    return { ...key, count, window_days, source: own ? 'override' : 'default' }
  })
}
