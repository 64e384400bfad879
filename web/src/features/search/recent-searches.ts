const MAX_RECENT = 8

/** The searches stored in this browser; invalid data counts as none. */
export function parseRecent(stored: string | null): string[] {
  try {
    const list: unknown = JSON.parse(stored ?? '[]')
    return Array.isArray(list) ? list.filter(one => typeof one === 'string').slice(0, MAX_RECENT) : []
  } catch {
    return []
  }
}

/** Newest first, without duplicates, ignoring case. */
export function withRecent(list: readonly string[], query: string): string[] {
  const wanted = query.trim()
  if (!wanted) return [...list]
  const same = (one: string) => one.toLocaleLowerCase() === wanted.toLocaleLowerCase()
  return [wanted, ...list.filter(one => !same(one))].slice(0, MAX_RECENT)
}
