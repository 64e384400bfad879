import type { RequestPreview } from '@foyer/contract/requests/request-preview'
import type { BookFormat, RequestRow } from '@foyer/contract/requests/requests'
import { FORMATS } from './format-choice.ts'
import type { ShelfTarget } from './request-sheet-context.ts'

/** A title that the library lacks. */
export interface MissingTitle extends ShelfTarget {
  /** Tells apart titles of the same name in a long list. */
  year?: string | undefined
  /** The other ids of the same book, such as `bp:12` or `native:…`. */
  keys?: readonly string[] | undefined
}

type OwnRow = Pick<
  RequestRow,
  'media_type' | 'foreign_id' | 'canonical_foreign_id' | 'instance_id' | 'status'
>

const ENDED: ReadonlySet<string> = new Set(['unavailable', 'denied'])

/**
 * Without the titles that the reader has already requested from this library: a request that waits for approval is not
 * in the library yet, and asking again would add nothing (1:4.9.2). With one format requested, a book is not missing.
 */
export function withoutRequested(
  titles: readonly MissingTitle[],
  own: readonly OwnRow[],
  library: string | undefined,
): MissingTitle[] {
  const requested = new Set(
    own
      .filter(row => row.instance_id === library && !ENDED.has(row.status))
      .flatMap(({ media_type, foreign_id, canonical_foreign_id }) =>
        [foreign_id, canonical_foreign_id]
          .filter(id => id !== undefined)
          .flatMap(id => [`${media_type} ${id}`, `${media_type} native:${id}`]),
      ),
  )
  return titles.filter(({ media_type, foreign_id, keys = [] }) =>
    [foreign_id, ...keys].every(id => !requested.has(`${media_type} ${id}`)),
  )
}

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

type Allowances = Pick<RequestPreview, 'exempt' | 'allowances'>

/** Null: without a limit. */
function leftOf(unit: Unit, { exempt, allowances }: Allowances): number | null {
  const own = allowances.find(one => (one.media_type === 'music' ? 'music' : one.book_format) === unit)
  return exempt || !own || own.count === null ? null : (own.remaining ?? 0)
}

/** The price beside what is left; the preview of one of the titles knows the allowances. */
export function pricesOf(titles: readonly ShelfTarget[], allowances: Allowances): Price[] {
  return (['ebook', 'audiobook', 'music'] as const).flatMap(unit => {
    const cost = unitsOf(titles)[unit]
    return cost ? [{ unit, cost, left: leftOf(unit, allowances) }] : []
  })
}

/** The formats that can be asked for of these titles. */
export function offeredFormats(titles: readonly ShelfTarget[]): BookFormat[] {
  return FORMATS.filter(format => titles.some(title => title.formats?.includes(format)))
}

/** What is selected until somebody chooses: every format of which something is left, all if nothing is. */
export function usualFormats(
  offered: readonly BookFormat[],
  allowances: Allowances | undefined,
): readonly BookFormat[] {
  const payable = allowances && offered.filter(format => leftOf(format, allowances) !== 0)
  return payable?.length ? payable : offered
}

/** The titles with only these formats. An album has none. */
export function inFormats(titles: readonly ShelfTarget[], formats: readonly BookFormat[]): ShelfTarget[] {
  return titles.map(title =>
    title.formats ? { ...title, formats: title.formats.filter(one => formats.includes(one)) } : title,
  )
}

export function fits(prices: readonly Price[]): boolean {
  return prices.every(({ cost, left }) => left === null || cost <= left)
}
