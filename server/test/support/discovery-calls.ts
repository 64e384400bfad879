import type { Journal, JournalEntry, Tmdb } from '@foyer/simulators'
import type { TestAnswer } from './app.ts'
import { type Call, expectOk } from './calls.ts'
import { shareAmongTests } from './engines.ts'
import { buildWorld, type WorldParts } from './world.ts'

/** Both providers of movies and shows. */
export const DISCOVERY_PARTS = { products: ['tmdb', 'trakt'] } as const

/**
 * One world for all tests of the `describe` that calls this; each finds the journals empty. For tests that only
 * read, each something else: the server reuses answers.
 */
export function shareDiscovery(parts: Pick<WorldParts, 'env'> = {}) {
  const shared = shareAmongTests(() => buildWorld({ ...DISCOVERY_PARTS, ...parts }))
  return () => {
    const world = shared()
    world.tmdb.journal.clear()
    world.trakt.journal.clear()
    return world
  }
}

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

/** Resolves with the next call that the provider receives, of that path if one is given; to be called before its cause. */
export function nextRequest(journal: Journal, path?: string): Promise<JournalEntry> {
  const arrived = Promise.withResolvers<JournalEntry>()
  const { record } = journal
  journal.record = entry => {
    record(entry)
    if (path !== undefined && entry.path !== path) return
    journal.record = record
    arrived.resolve(entry)
  }
  return arrived.promise
}
