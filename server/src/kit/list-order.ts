/** What the lists of a library have in common, books and music alike (1/4.10, 1/4.11). */
const collator = new Intl.Collator('en')

/** As people look for names, and the same every time. */
export function byName(a: string, b: string): number {
  return collator.compare(a, b) || (a < b ? -1 : a > b ? 1 : 0)
}

/** 1/4.10: rows of a list that is not the digest. */
const ROW_CAP = 200

export function capped<T>(rows: readonly T[]): T[] {
  return rows.slice(0, ROW_CAP)
}

/** 1:4.10 — dates that are further off are not believed, and sort with what has none. */
const BELIEVED_YEARS_AHEAD = 5

/** The year that orders a title; null sorts last. */
export function believedYear(year: number | null, this_year: number): number | null {
  return year === null || year > this_year + BELIEVED_YEARS_AHEAD ? null : year
}

const RECENT_DEFAULT = 20
const RECENT_MAX = 50

/** 1/4.10: missing or unreadable is 20; out of range is 50. */
export function readLimit(text: string | undefined): number {
  if (text === undefined || !/^[+-]?\d+$/.test(text.trim())) return RECENT_DEFAULT
  const limit = Number(text)
  return limit <= 0 || limit > RECENT_MAX ? RECENT_MAX : limit
}

/** 1:4.10 — an unknown order falls back to the first. */
export function readSort<S extends string>(sorts: readonly [S, ...S[]], text: string | undefined): S {
  return sorts.find(sort => sort === text) ?? sorts[0]
}
