const KEPT = 8

/** What this browser remembers; anything unreadable is nothing. */
export function parseRecent(stored: string | null): string[] {
  try {
    const list: unknown = JSON.parse(stored ?? '[]')
    return Array.isArray(list) ? list.filter(one => typeof one === 'string').slice(0, KEPT) : []
  } catch {
    return []
  }
}

/** Newest first, each once however it was written. */
export function withRecent(list: readonly string[], query: string): string[] {
  const wanted = query.trim()
  if (!wanted) return [...list]
  const same = (one: string) => one.toLocaleLowerCase() === wanted.toLocaleLowerCase()
  return [wanted, ...list.filter(one => !same(one))].slice(0, KEPT)
}
