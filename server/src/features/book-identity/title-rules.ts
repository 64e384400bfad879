interface Filed {
  record_id: number
  foreign_book_id: string
}

/** 1:4.10: records of one title share the manager's id; a record without an id is a separate title. */
export function titleKey({ record_id, foreign_book_id }: Filed): string {
  return foreign_book_id === '' ? `#${record_id}` : foreign_book_id
}

/** The records grouped by title; titles and records keep their order. */
export function groupByTitle<T extends Filed>(records: Iterable<T>): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const record of records) {
    const key = titleKey(record)
    const group = groups.get(key)
    if (group) group.push(record)
    else groups.set(key, [record])
  }
  return groups
}
