import type { Journal, JournalEntry, Tmdb } from '@foyer/simulators'
import type { TestAnswer } from './app.ts'
import { type Call, expectOk } from './calls.ts'

/** Both providers of movies and shows. */
export const DISCOVERY_PARTS = { products: ['tmdb', 'trakt'] } as const

/** Environment without the key of one of them. */
export const NO_LISTS = { APP_TRAKT_CLIENT_ID: '' }
export const NO_METADATA = { APP_TMDB_API_KEY: '' }

export async function saveDiscoverySettings(asAdmin: Call, change: Record<string, unknown>): Promise<void> {
  expectOk(await asAdmin('PUT', '/api/admin/discovery-settings', change))
}

/** How many calls the metadata provider has received. */
export function countCalls({ journal }: Tmdb, pattern = 'GET /3/*'): number {
  return journal.requests(pattern).length
}

/** Rows of a page or of a bare array, as tests look at them. */
export interface TestRow {
  id: number
  media_type?: string
  original_language?: string
  title?: string
  name?: string
  [field: string]: unknown
}

export const rowsOf = (answer: TestAnswer): TestRow[] => answer.body.results
export const idsOf = (answer: TestAnswer): number[] => rowsOf(answer).map(row => row.id)

/** Resolves with the next call that the provider receives; to be called before its cause. */
export function nextRequest(journal: Journal): Promise<JournalEntry> {
  const arrived = Promise.withResolvers<JournalEntry>()
  const { record } = journal
  journal.record = entry => {
    journal.record = record
    record(entry)
    arrived.resolve(entry)
  }
  return arrived.promise
}
