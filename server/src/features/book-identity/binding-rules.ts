/** A title of the library with the identity keys of all its records. */
interface Identified {
  identity_keys: readonly string[]
}

export type Binding<T> =
  | { found: 'one'; title: T }
  /** The library was read and no title shares a verifiable key. */
  | { found: 'none' }
  /** Several titles match, so none may be chosen (1:4.8.7). */
  | { found: 'several'; titles: T[] }

/**
 * 1:4.8.7: an exact native id first, then all other verifiable keys: works, editions, ISBNs. If they lead to
 * different titles, none is chosen. Names never count. `titles` are the groups of `groupByTitle`, not single
 * records.
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
