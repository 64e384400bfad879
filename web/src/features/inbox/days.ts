interface Dated {
  created_at: string
}

export interface Day<T> {
  /** Days ago, by the reader's calendar. */
  ago: number
  /** The first entry of the day, to name the day by. */
  at: string
  entries: T[]
}

const DAY_MS = 86_400_000

function midnight(when: number): number {
  const date = new Date(when)
  return new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime()
}

/** Newest first, grouped by day. Rounded, because a day with a clock change has 23 or 25 hours. */
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
