/** A line that was written, with its number in this process. */
export interface RecentLine {
  id: number
  /** JSON, as it was printed. */
  text: string
}

const MAX_LINES = 2000
const MAX_CHARACTERS = 1_000_000

export interface RecentLines {
  add(text: string): void
  /** Oldest first. */
  lines(): readonly RecentLine[]
  last_id(): number
}

/** The last lines of the log, in memory, bounded in number and size. */
export function createRecentLines(): RecentLines {
  let lines: RecentLine[] = []
  /** Lines before this are gone; they are cut off together, now and then. */
  let first = 0
  let characters = 0
  let last_id = 0
  return {
    add(text) {
      last_id += 1
      lines.push({ id: last_id, text })
      characters += text.length
      while (lines.length - first > MAX_LINES || characters > MAX_CHARACTERS) {
        characters -= lines[first]?.text.length ?? 0
        first += 1
      }
      if (first < MAX_LINES) return
      lines = lines.slice(first)
      first = 0
    },
    lines: () => lines.slice(first),
    last_id: () => last_id,
  }
}
