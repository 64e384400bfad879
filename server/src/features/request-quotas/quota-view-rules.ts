import type { Allowance } from '@foyer/contract/request-quotas'
import { type AllowanceName, nameOf, wireKey } from './allowance-rules.ts'
import type { Price, Pricing, Usage } from './quota-rules.ts'

const text = (at: number) => new Date(at).toISOString()

/**
 * When the next unit becomes available, and when all of them do. Absent when nothing is spent, or when waiting does
 * not help because there is no limit or the limit is 0.
 */
function replenishment({ allowed: { count }, expiries }: Usage) {
  const last = expiries.at(-1)
  if (!count || last === undefined) return {}
  // After a limit was lowered, more may be used than allowed; the first charges to expire then free nothing.
  const next = expiries[Math.max(0, expiries.length - count)] ?? last
  return { next_replenishes_at: text(next), fully_replenishes_at: text(last) }
}

export function presentAllowance(usage: Usage): Allowance {
  const { count, window_days, source } = usage.allowed
  const used = usage.expiries.length
  return {
    ...wireKey(usage.allowed),
    count,
    window_days,
    source,
    used,
    remaining: count === null ? null : Math.max(0, count - used),
    ...replenishment(usage),
  }
}

export function presentPrice(price: Price): Allowance {
  return { ...presentAllowance(price), requested_units: price.needed.length }
}

/** The moment the view changes without a write. */
export function nextChange(usages: readonly Usage[]): { next_change_at?: string } {
  const firsts = usages.flatMap(({ expiries }) => expiries.slice(0, 1))
  return firsts.length === 0 ? {} : { next_change_at: text(Math.min(...firsts)) }
}

/** When a refused selection can be requested again; without a date it never fits as it is. */
export function fitting({ earliest_fits_at: at, reduce_selection }: Pricing) {
  return { ...(at !== null && { earliest_fits_at: text(at) }), reduce_selection }
}

const THINGS: Record<AllowanceName, readonly [one: string, many: string]> = {
  movie: ['movie', 'movies'],
  tv: ['season', 'seasons'],
  ebook: ['ebook', 'ebooks'],
  audiobook: ['audiobook', 'audiobooks'],
  music: ['album', 'albums'],
}

function amount(name: AllowanceName, count: number): string {
  const [one, many] = THINGS[name]
  return `${count} ${count === 1 ? one : many}`
}

function sentence({ allowed, expiries, needed }: Price): string {
  const name = nameOf(allowed)
  const count = allowed.count ?? 0
  if (count === 0) return `New ${THINGS[name][1]} cannot be requested.`
  const days = allowed.window_days === 1 ? '24 hours' : `${allowed.window_days} days`
  const left = amount(name, Math.max(0, count - expiries.length))
  return `This takes ${amount(name, needed.length)}, and ${left} of ${count} in ${days} can still be requested.`
}

/** The fields beside the code in the 429 (1/4.9). */
export function presentExcess(pricing: Pricing) {
  return {
    error: pricing.exceeded.map(sentence).join(' '),
    extra: {
      allowances: pricing.exceeded.map(presentPrice),
      requested_units: pricing.requested_units,
      ...fitting(pricing),
    },
  }
}
