/** Rows that moved to a later page between two reads come twice; the first place is kept. */
export function eachOnce<T extends { id: string }>(rows: readonly T[]): T[] {
  const seen = new Set<string>()
  return rows.filter(({ id }) => {
    const is_new = !seen.has(id)
    seen.add(id)
    return is_new
  })
}
