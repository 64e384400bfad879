export interface LibrarySearch {
  /** The library that is looked at; the usual one where it is left out. */
  library?: string
}

/** Text of an address; a number is what the router makes of "1984". */
export function searchText(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? String(value) || undefined : undefined
}

export function readLibrarySearch(raw: Record<string, unknown>): LibrarySearch {
  const library = searchText(raw['library'])
  return library ? { library } : {}
}
