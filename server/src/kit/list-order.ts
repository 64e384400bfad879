/** The common rules of library lists, for books and music (1/4.10, 1/4.11). */
const collator = new Intl.Collator('en')

/** The usual alphabetical order, always stable. */
export function byName(a: string, b: string): number {
  return collator.compare(a, b) || (a < b ? -1 : a > b ? 1 : 0)
}

/** 1/4.10: the maximum rows of a list that is not the digest. */
const ROW_CAP = 200

export function capped<T>(rows: readonly T[]): T[] {
  return rows.slice(0, ROW_CAP)
}

/** 1:4.10: dates further in the future are ignored and sort with missing ones. */
const BELIEVED_YEARS_AHEAD = 5

/** The year used for sorting; null sorts last. */
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
