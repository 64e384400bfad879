import type { IncomingHttpHeaders } from 'node:http'
import { compilePattern } from './route-pattern.ts'

export interface JournalEntry {
  at: number
  method: string
  path: string
  query: URLSearchParams
  /** Kept whole, secrets included: tests assert how the key was sent. */
  headers: IncomingHttpHeaders
  body: unknown
  /** The route pattern that matched the request; null if the product has no such path. */
  route: string | null
  /** The scripted fault that hit it, if any. */
  fault: string | null
  /** null while unanswered: hung, dropped, or still running. */
  answer: { status: number; body: unknown } | null
}

export interface Journal {
  entries: readonly JournalEntry[]
  record(entry: JournalEntry): void
  /** Entries matching a pattern such as `POST /api/v3/movie`; all of them without one. */
  requests(pattern?: string): JournalEntry[]
  /** Requests for paths this simulator does not have. */
  unexpected(): JournalEntry[]
  clear(): void
}

/** `limit` bounds memory in a world that runs for days. */
export function createJournal(limit = 10_000): Journal {
  let entries: JournalEntry[] = []
  return {
    get entries() {
      return entries
    },
    record(entry) {
      entries.push(entry)
      if (entries.length > limit) entries = entries.slice(-Math.ceil(limit / 2))
    },
    requests(pattern = '*') {
      const compiled = compilePattern(pattern)
      return entries.filter(entry => compiled.match(entry.method, entry.path))
    },
    unexpected: () => entries.filter(entry => entry.route === null),
    clear() {
      entries = []
    },
  }
}
