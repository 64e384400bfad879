import type { BookSeries } from '@foyer/contract/book-library'
import { byPosition, leadingNumber } from '#features/book-identity/index.ts'
import { byName } from '#kit/list-order.ts'
import { byTitle, isAvailable, type ShelfTitle } from './shelf-rules.ts'

export const SERIES_SORTS = ['books', 'name'] as const
export type SeriesSort = (typeof SERIES_SORTS)[number]

const COVERS = 3

function groupBySeries(titles: readonly ShelfTitle[]): Map<string, ShelfTitle[]> {
  const groups = new Map<string, ShelfTitle[]>()
  for (const title of titles) {
    if (!title.series) continue
    const group = groups.get(title.series.name)
    if (group) group.push(title)
    else groups.set(title.series.name, [title])
  }
  return groups
}

/** 1:4.10: the series that have at least one file, unordered. */
export function seriesRows(titles: readonly ShelfTitle[]): BookSeries[] {
  return [...groupBySeries(titles)]
    .map(([name, members]) => seriesRow(name, members))
    .filter(row => row.available_count > 0)
}

export function seriesRow(name: string, members: readonly ShelfTitle[]): BookSeries {
  return {
    name,
    covers: coversOf(members),
    title_count: members.length,
    available_count: members.filter(isAvailable).length,
  }
}

/** Sort group: numbered books, then those before number one, then those without a number. */
function shelfOf(title: ShelfTitle): 0 | 1 | 2 {
  const number = leadingNumber(title.series?.position ?? null)
  if (number === null) return 2
  return number >= 1 ? 0 : 1
}

/** 1:4.10: within each group, owned titles come first; then reading order, then title. */
function byShow(a: ShelfTitle, b: ShelfTitle): number {
  return shelfOf(a) - shelfOf(b) || Number(isAvailable(b)) - Number(isAvailable(a)) || byReading(a, b)
}

function coversOf(members: readonly ShelfTitle[]): string[] {
  const covers = members.toSorted(byShow).flatMap(title => title.cover ?? [])
  return [...new Set(covers)].slice(0, COVERS)
}

/** 1:4.10: by the leading number of the position; titles without one come last. */
function byReading(a: ShelfTitle, b: ShelfTitle): number {
  return byPosition(a.series?.position ?? null, b.series?.position ?? null) || byTitle(a, b)
}

export function inReadingOrder(titles: readonly ShelfTitle[], series: string): ShelfTitle[] {
  return titles.filter(title => title.series?.name === series).sort(byReading)
}

const ORDERS: Record<SeriesSort, (a: BookSeries, b: BookSeries) => number> = {
  books: (a, b) => b.available_count - a.available_count || byName(a.name, b.name),
  name: (a, b) => byName(a.name, b.name),
}

export function orderSeries(rows: readonly BookSeries[], sort: SeriesSort): BookSeries[] {
  return rows.toSorted(ORDERS[sort])
}
