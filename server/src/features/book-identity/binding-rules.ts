/** What a title of the library is known by: the keys of all its records together. */
interface Identified {
  identity_keys: readonly string[]
}

export type Binding<T> =
  | { found: 'one'; title: T }
  /** The library was read and has nothing that shares anything verifiable. */
  | { found: 'none' }
  /** Several titles fit; none may be taken (1:4.8.7). */
  | { found: 'several'; titles: T[] }

/**
 * 1:4.8.7 — an exact native id first; then whatever else can be verified: works, editions, ISBNs, of which no two may
 * lead to different titles. Names never count. `titles` are the groups of `groupByTitle`, not single records.
 */
export function bindBook<T extends Identified>(wanted: readonly string[], titles: Iterable<T>): Binding<T> {
  const native = new Set(wanted.filter(key => key.startsWith('native:')))
  const shared = new Set(wanted.filter(key => !key.startsWith('native:')))
  const exact: T[] = []
  const related: T[] = []
  for (const title of titles) {
    if (title.identity_keys.some(key => native.has(key))) exact.push(title)
    else if (title.identity_keys.some(key => shared.has(key))) related.push(title)
  }
  return only(exact) ?? only(related) ?? { found: 'none' }
}

function only<T>(titles: T[]): Binding<T> | null {
  const [title] = titles
  if (title === undefined) return null
  return titles.length === 1 ? { found: 'one', title } : { found: 'several', titles }
}
