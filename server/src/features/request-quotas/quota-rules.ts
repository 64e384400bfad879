import { DAY_MS } from '#kit/durations.ts'
import { type Allowed, type AllowanceKey, nameOf } from './allowance-rules.ts'

/** One thing that costs one unit: a movie, a season of the metadata provider, a book format or an album (1:4.9.1). */
export interface Unit extends AllowanceKey {
  instance_id: string
  /** `603`, `1399:2`, or a foreign id. */
  unit: string
}

/** A spent unit and its time. Requests with the same time share one unit. */
export interface Spent extends Unit {
  charged_at: string
}

/** The first moment a charge no longer counts: exact elapsed time (1:4.9.6). */
export function expiryOf({ charged_at }: Pick<Spent, 'charged_at'>, { window_days }: Allowed): number {
  return Date.parse(charged_at) + window_days * DAY_MS
}

/** Charges after this moment count; a charge exactly at it has expired (1:4.9.6). */
export function windowStart({ window_days }: Allowed, now: number): number {
  return now - window_days * DAY_MS
}

function same(a: Unit, b: Unit): boolean {
  return a.unit === b.unit && a.instance_id === b.instance_id && nameOf(a) === nameOf(b)
}

/** Each unit once, even if it is listed repeatedly. */
export function distinctUnits<U extends Unit>(units: readonly U[]): U[] {
  const found = new Map(units.map(unit => [`${nameOf(unit)} ${unit.instance_id} ${unit.unit}`, unit]))
  return [...found.values()]
}

/** The state of one allowance: when each counted unit expires, soonest first. */
export interface Usage {
  allowed: Allowed
  expiries: readonly number[]
}

export function usageOf(allowed: Allowed, spent: readonly Spent[], now: number): Usage {
  const moments = new Map<string, number>()
  for (const one of spent) {
    if (nameOf(one) !== nameOf(allowed)) continue
    const at = expiryOf(one, allowed)
    if (at > now) moments.set(`${one.instance_id} ${one.unit} ${one.charged_at}`, at)
  }
  return { allowed, expiries: [...moments.values()].sort((a, b) => a - b) }
}

/** The cost of a selection within one allowance. */
export interface Price extends Usage {
  /** Units that must be charged now. */
  needed: readonly Unit[]
  /** Units already covered by an active charge (1:4.9.2), with that charge. */
  paid: readonly { unit: Unit; by: Spent; until: number }[]
}

/** The unit's charge that expires last; undefined when none is active. */
function paidBy(unit: Unit, spent: readonly Spent[], allowed: Allowed, now: number): Spent | undefined {
  const live = spent.filter(one => same(one, unit) && expiryOf(one, allowed) > now)
  return live.reduce<Spent | undefined>(
    (best, one) => (best && expiryOf(best, allowed) >= expiryOf(one, allowed) ? best : one),
    undefined,
  )
}

function priceOf(allowed: Allowed, spent: readonly Spent[], units: readonly Unit[], now: number): Price {
  const needed: Unit[] = []
  const paid: { unit: Unit; by: Spent; until: number }[] = []
  for (const unit of units) {
    if (nameOf(unit) !== nameOf(allowed)) continue
    const by = paidBy(unit, spent, allowed, now)
    if (by) paid.push({ unit, by, until: expiryOf(by, allowed) })
    else needed.push(unit)
  }
  return { ...usageOf(allowed, spent, now), needed, paid }
}

/** Whether the selection fits at that moment, when some charges have expired, including those of covered units. */
function fitsAt({ allowed, expiries, needed, paid }: Price, at: number): boolean {
  const due = needed.length + paid.filter(({ until }) => until <= at).length
  if (allowed.count === null || due === 0) return true
  return expiries.length - expiredBy(expiries, at) + due <= allowed.count
}

/** How many of these sorted moments have passed. */
function expiredBy(expiries: readonly number[], at: number): number {
  let low = 0
  let high = expiries.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((expiries[middle] ?? at) <= at) low = middle + 1
    else high = middle
  }
  return low
}

export interface Pricing {
  /** For every given allowance, in the same order. */
  prices: readonly Price[]
  exceeded: readonly Price[]
  requested_units: number
  /** Null: it fits now, or never will. */
  earliest_fits_at: number | null
  /** 1:4.9.7: larger than the whole limit. */
  reduce_selection: boolean
}

/** The cost of these units now: the same rule for preview and create (1:4.9.7). */
export function priceUnits(
  rules: readonly Allowed[],
  spent: readonly Spent[],
  units: readonly Unit[],
  now: number,
): Pricing {
  const distinct = distinctUnits(units)
  const prices = rules.map(allowed => priceOf(allowed, spent, distinct, now))
  const exceeded = prices.filter(price => !fitsAt(price, now))
  const earliest = exceeded.length === 0 ? null : earliestFit(prices)
  return {
    prices,
    exceeded,
    requested_units: prices.reduce((sum, { needed }) => sum + needed.length, 0),
    earliest_fits_at: earliest,
    reduce_selection: exceeded.length > 0 && earliest === null,
  }
}

/** Room appears only when a charge expires, so only those moments are checked. */
function earliestFit(prices: readonly Price[]): number | null {
  const moments = prices.flatMap(({ expiries }) => expiries).sort((a, b) => a - b)
  return moments.find(at => prices.every(price => fitsAt(price, at))) ?? null
}
