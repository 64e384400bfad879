import type { Allowed } from '#features/request-quotas/allowance-rules.ts'
import { priceUnits, type Spent, type Unit, usageOf } from '#features/request-quotas/quota-rules.ts'

export const NOW = Date.parse('2026-11-15T09:00:00.000Z')

export const at = (ms: number) => new Date(ms).toISOString()

export const movie = (unit: string | number, instance_id = 'in_a'): Unit => ({
  media_type: 'movie',
  book_format: '',
  instance_id,
  unit: String(unit),
})

export const spent = (unit: Unit, charged_at: number): Spent => ({ ...unit, charged_at: at(charged_at) })

export const movies = (count: number | null, window_days: 1 | 7 | 30 = 7): Allowed => ({
  media_type: 'movie',
  book_format: '',
  count,
  window_days,
  source: 'default',
})

interface Row extends Spent {
  request: number
  began: boolean
  refunded: boolean
  reset: boolean
}

/** The ledger of one user as the store keeps it, without a database: rows are never deleted. */
export function createLedger(allowed: Allowed) {
  const rows: Row[] = []
  let now = NOW
  const live = () => rows.filter(row => !row.refunded && !row.reset)
  return {
    rows,
    live,
    now: () => now,
    advance(ms: number) {
      now += ms
    },
    used: () => usageOf(allowed, live(), now).expiries.length,
    price: (units: readonly Unit[]) => priceUnits([allowed], live(), units, now),
    charge(request: number, units: readonly Unit[]): boolean {
      const { prices, exceeded } = priceUnits([allowed], live(), units, now)
      if (exceeded.length > 0) return false
      for (const { needed, paid } of prices) {
        const fresh = needed.map(unit => spent(unit, now))
        const shared = paid.map(({ unit, by }) => ({ ...unit, charged_at: by.charged_at }))
        for (const charge of [...fresh, ...shared]) {
          rows.push({ ...charge, request, began: false, refunded: false, reset: false })
        }
      }
      return true
    },
    begin: (request: number) =>
      rows.filter(row => row.request === request).forEach(row => (row.began = true)),
    refund: (request: number) =>
      rows
        .filter(row => row.request === request && !row.began && !row.refunded)
        .map(row => (row.refunded = true)).length,
    reset: () => rows.forEach(row => (row.reset = true)),
  }
}
