/** The server writes one decision at a time, so a higher concurrency would not help. */
const AT_ONCE = 3

export interface Outcome<Row, Value> {
  row: Row
  /** The server's answer; absent with an error. */
  value?: Value
  /** Why this request could not be decided. */
  error?: unknown
}

/** Processes the list a few at a time and returns every result, in the order of the list. */
export async function decideAll<Row, Value>(
  rows: readonly Row[],
  decide: (row: Row) => Promise<Value>,
): Promise<Outcome<Row, Value>[]> {
  const outcomes: Outcome<Row, Value>[] = []
  let next = 0
  async function work() {
    while (next < rows.length) {
      const at = next++
      const row = rows[at] as Row
      try {
        outcomes[at] = { row, value: await decide(row) }
      } catch (error) {
        outcomes[at] = { row, error }
      }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return outcomes
}
