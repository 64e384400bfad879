/** A server that writes one decision at a time gains nothing from more. */
const AT_ONCE = 3

export interface Outcome<Row, Value> {
  row: Row
  /** What deciding it answered; absent with an error. */
  value?: Value
  /** Why this one could not be decided. */
  error?: unknown
}

/** Runs through the list a few at a time and keeps each outcome, in the order of the list. */
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
