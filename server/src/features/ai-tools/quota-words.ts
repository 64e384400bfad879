import { Allowance } from '@foyer/contract/request-quotas'
import { z } from 'zod'

/** The additional fields of a refusal because of an allowance (1/4.9). */
const QuotaRefusal = z.object({
  allowances: z.array(Allowance),
  earliest_fits_at: z.string().optional(),
  reduce_selection: z.boolean(),
})

const UNITS = { movie: 'movies', tv: 'seasons', ebook: 'ebooks', audiobook: 'audiobooks', music: 'albums' }

/** What is left of an allowance, in a sentence. */
export function allowanceWords(allowance: Allowance): string {
  const { count, remaining, window_days, media_type, book_format, requested_units } = allowance
  const units = UNITS[book_format ?? (media_type === 'book' ? 'ebook' : media_type)]
  if (count === null || remaining === null) return `There is no limit for ${units}.`
  const days = window_days === 1 ? 'one day' : `${window_days} days`
  const needed = requested_units === undefined ? '' : `; this needs ${requested_units}`
  return `${remaining} of ${count} ${units} within ${days} are left${needed}.`
}

/** What a person can do when an allowance is used up: wait until a time, or request less. */
export function quotaWords(extra: unknown): string {
  const parsed = QuotaRefusal.safeParse(extra)
  if (!parsed.success) return ''
  const { allowances, earliest_fits_at, reduce_selection } = parsed.data
  const left = allowances.map(allowanceWords)
  if (earliest_fits_at !== undefined) left.push(`It can be requested again from ${earliest_fits_at}.`)
  if (reduce_selection) left.push('Waiting does not help: it is more than the allowance. Ask for less.')
  return left.join(' ')
}
