import type { RequestPreview } from '@foyer/contract/requests/request-preview'
import type { ShelfTarget } from './request-sheet-context.ts'

export type Unit = 'ebook' | 'audiobook' | 'music'

/** What a selection costs: an album is one unit, a book one for each format (1:4.9). */
export function unitsOf(titles: readonly ShelfTarget[]): Partial<Record<Unit, number>> {
  const units: Partial<Record<Unit, number>> = {}
  for (const { media_type, formats = [] } of titles)
    for (const unit of media_type === 'music' ? (['music'] as const) : formats)
      units[unit] = (units[unit] ?? 0) + 1
  return units
}

export interface Price {
  unit: Unit
  cost: number
  /** Null: without a limit. */
  left: number | null
}

/** The price beside what is left; the preview of one of the titles knows the allowances. */
export function pricesOf(
  titles: readonly ShelfTarget[],
  { exempt, allowances }: Pick<RequestPreview, 'exempt' | 'allowances'>,
): Price[] {
  return (['ebook', 'audiobook', 'music'] as const).flatMap(unit => {
    const cost = unitsOf(titles)[unit]
    if (!cost) return []
    const own = allowances.find(one => (one.media_type === 'music' ? 'music' : one.book_format) === unit)
    const left = exempt || !own || own.count === null ? null : (own.remaining ?? 0)
    return [{ unit, cost, left }]
  })
}

export function fits(prices: readonly Price[]): boolean {
  return prices.every(({ cost, left }) => left === null || cost <= left)
}
