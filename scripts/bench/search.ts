import { slow, startWorld } from '../../simulators/src/index.ts'
import { caller, signUp } from './people.ts'
import type { Running } from './processes.ts'

const ROUNDS = 60
/** What a book library on the same network takes at least. */
const LIBRARY_MS = 40
/** What everything but the slowest source may add. */
const MOST_ADDED_MS = 5

export interface SearchMeasures {
  /** The lookup of the book library alone, which nothing caches. */
  slowest_source_ms: number
  /** All five sources; the others are warm. */
  search_ms: number
  added_ms: number
}

/** C61: a warm search over five sources costs its slowest source and little else. */
export async function measureSearch(
  start: (env: Record<string, string>) => Promise<Running>,
): Promise<SearchMeasures> {
  const world = await startWorld({ products: ['tmdb', 'musicbrainz', 'chaptarr'] })
  const { tmdb, musicbrainz, chaptarr } = world
  const foyer = await start({
    APP_TMDB_URL: `${tmdb.url}/3`,
    APP_TMDB_API_KEY: tmdb.api_key,
    APP_MUSICBRAINZ_URL: `${musicbrainz.url}/ws/2`,
  })
  try {
    const { access_token } = await signUp(foyer)
    const { url, api_key } = chaptarr
    const library = { service_type: 'book_manager', name: 'Books', url, api_key }
    await caller(foyer, access_token)('POST', '/api/admin/instances', library)
    const base = `http://127.0.0.1:${foyer.port}`
    const headers = { authorization: `Bearer ${access_token}` }
    const timed = async (path: string) => {
      const began = performance.now()
      const answer = await fetch(`${base}${path}`, { headers })
      const body = (await answer.json()) as { groups?: { status_known: boolean }[] }
      if (!answer.ok || body.groups?.some(({ status_known }) => !status_known))
        throw new Error(`a search answered ${answer.status} ${JSON.stringify(body)}`)
      return performance.now() - began
    }
    chaptarr.faults.always('GET /api/v1/book/lookup', slow(LIBRARY_MS))
    const rounds: { slowest: number; search: number }[] = []
    await timed('/api/search/all?query=the')
    // Interleaved, so that a slow moment of the machine falls on both.
    for (let i = 0; i < ROUNDS; i += 1)
      rounds.push({
        slowest: await timed('/api/search/book?query=the'),
        search: await timed('/api/search/all?query=the'),
      })
    const slowest_source_ms = middle(rounds.map(({ slowest }) => slowest))
    const search_ms = middle(rounds.map(({ search }) => search))
    return { slowest_source_ms, search_ms, added_ms: round(search_ms - slowest_source_ms) }
  } finally {
    await foyer.stop()
    await world.close()
  }
}

const round = (ms: number) => Number(ms.toFixed(1))

function middle(values: number[]): number {
  return round(values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN)
}

export function describeSearch({ slowest_source_ms, search_ms, added_ms }: SearchMeasures): string[] {
  const verdict = added_ms <= MOST_ADDED_MS ? 'within' : 'MORE than'
  return [
    `search over five sources: ${search_ms} ms, its slowest source alone ${slowest_source_ms} ms, added ${added_ms} ms: ${verdict} the ${MOST_ADDED_MS} ms it may add`,
  ]
}
