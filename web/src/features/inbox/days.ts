interface Dated {
  created_at: string
}

export interface Day<T> {
  /** How many days ago, by the reader's calendar. */
  ago: number
  /** The first of its entries, to name the day by. */
  at: string
  entries: T[]
}

const DAY_MS = 86_400_000

function midnight(when: number): number {
  const date = new Date(when)
  return new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime()
}

/** Newest first, in the groups people think in. Rounded: a day of changing clocks is a day too. */
export function byDay<T extends Dated>(entries: readonly T[], now: number): Day<T>[] {
  const days: Day<T>[] = []
  for (const entry of entries) {
    const ago = Math.max(0, Math.round((midnight(now) - midnight(Date.parse(entry.created_at))) / DAY_MS))
    const last = days.at(-1)
    if (last?.ago === ago) last.entries.push(entry)
    else days.push({ ago, at: entry.created_at, entries: [entry] })
  }
  return days
}
