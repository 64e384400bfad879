export interface LibrarySearch {
  /** The selected library; the default one when absent. */
  library?: string
}

/** A text from the address. The router parses "1984" as a number. */
export function searchText(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? String(value) || undefined : undefined
}

export function readLibrarySearch(raw: Record<string, unknown>): LibrarySearch {
  const library = searchText(raw['library'])
  return library ? { library } : {}
}
