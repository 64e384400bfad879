interface Hidden {
  /** Empty: nothing is hidden. */
  version: string
  isHidden(foreign_id: string): boolean
}

/** The books that an admin has not hidden. */
export function withoutHidden<T extends { foreign_book_id: string }>(
  books: readonly T[],
  { version, isHidden }: Hidden,
): readonly T[] {
  return version === '' ? books : books.filter(({ foreign_book_id }) => !isHidden(foreign_book_id))
}
