import { type Answer, empty, json, type SimRequest } from '../kit/answer.ts'
import type { Faults } from '../kit/faults.ts'
import type { Journal } from '../kit/journal.ts'
import type { JsonRecord } from '../kit/json.ts'
import { createRandom } from '../kit/random.ts'
import { createSimServer } from '../kit/sim-server.ts'
import { DAY_MS, isoDay } from '../kit/time.ts'
import type { KnownGroup, KnownMusic } from '../musicbrainz/known-music.ts'

export interface ListenBrainzOptions {
  music: KnownMusic
  now: () => number
  port?: number | undefined
  journal_limit?: number | undefined
}

export interface ListenBrainz {
  readonly name: string
  readonly url: string
  readonly journal: Journal
  readonly faults: Faults
  readonly routes: () => string[]
  /** Puts these first in every chart, whoever knows them; null is a name that was never matched. */
  leadCharts(ids: readonly (string | null)[]): void
  /** Has not counted this range yet. */
  uncount(range: string): void
  /** Further rows of the next window, as they are. */
  addFresh(...rows: JsonRecord[]): void
  close: () => Promise<void>
  assertClean: () => void
}

const RANGES = 'this_week this_month this_year week month quarter year half_yearly all_time'.split(' ')
const TOP = 1000

const refusal = (code: number, message: string): Answer => json({ code, error: message }, code)

/** ListenBrainz API v1 as listenbrainz.md describes it: the charts and the window of what came out. */
export async function startListenBrainz(options: ListenBrainzOptions): Promise<ListenBrainz> {
  const { music, now } = options
  const uncounted = new Set<string>()
  const extra: JsonRecord[] = []
  let leaders: readonly (string | null)[] = []
  const server = createSimServer({
    name: 'listenbrainz',
    port: options.port,
    journal_limit: options.journal_limit,
    now,
    authorise: ({ headers }) => (headers['user-agent'] ? null : refusal(403, 'Who are you?')),
    notFound: () => refusal(404, 'Not Found'),
    refuse: status => ({ ...refusal(status, 'Something went wrong.'), headers: limits() }),
    refuseKey: () => refusal(401, 'Invalid authorization token.'),
  })

  server.route('GET /1/stats/sitewide/release-groups', ({ query }) => {
    const range = query.get('range') ?? 'all_time'
    if (!RANGES.includes(range)) return refusal(400, `Invalid range: ${range}`)
    if (uncounted.has(range)) return empty(204)
    return chart([...leaders, ...byListens(music, range)].slice(0, TOP), music, { range, query, now: now() })
  })
  server.route('GET /1/explore/fresh-releases/', ({ query }) => freshReleases(query, music, extra, now()))
  server.route('GET /1/explore/fresh-releases', (request: SimRequest) => ({
    status: 308,
    headers: { location: `${server.url}/1/explore/fresh-releases/?${request.query.toString()}` },
  }))
  await server.listen()
  return {
    name: server.name,
    url: server.url,
    journal: server.journal,
    faults: server.faults,
    routes: server.routes,
    leadCharts: ids => void (leaders = ids),
    uncount: range => void uncounted.add(range),
    addFresh: (...rows) => void extra.push(...rows),
    close: server.close,
    assertClean: server.assertClean,
  }
}

function limits(): Record<string, string> {
  return { 'x-ratelimit-limit': '30', 'x-ratelimit-remaining': '0', 'x-ratelimit-reset-in': '10' }
}

const listens = (group: KnownGroup, range: string) =>
  createRandom(`listens:${range}:${group.id}`).int(10, 90_000)

function byListens(music: KnownMusic, range: string): string[] {
  return [...music.groups.values()].sort((a, b) => listens(b, range) - listens(a, range)).map(({ id }) => id)
}

interface Asked {
  range: string
  query: URLSearchParams
  now: number
}

function chart(ids: readonly (string | null)[], music: KnownMusic, { range, query, now }: Asked): Answer {
  const count = Math.min(Number(query.get('count') ?? 25), 1000)
  const offset = Number(query.get('offset') ?? 0)
  if (!(count >= 0) || !(offset >= 0)) return refusal(400, 'count and offset must not be negative.')
  const rows = ids.slice(offset, offset + count).map((id, i) => {
    const group = id === null ? undefined : music.groups.get(id)
    return {
      artist_mbids: group?.credits.map(({ artist }) => artist.id) ?? [],
      artist_name: group ? creditOf(group) : 'Somebody',
      listen_count: 100_000 - offset - i,
      release_group_mbid: id,
      release_group_name: group?.title ?? 'Something',
    }
  })
  const payload = {
    release_groups: rows,
    // Echoes what was asked for, not what there is.
    count,
    offset,
    range,
    total_release_group_count: ids.length,
    from_ts: Math.floor((now - 7 * DAY_MS) / 1000),
    to_ts: Math.floor(now / 1000),
    last_updated: Math.floor(now / 1000),
  }
  return json({ payload })
}

const creditOf = ({ credits }: KnownGroup) => credits.map(one => `${one.name}${one.joinphrase}`).join('')

/** The whole window, oldest first; groups whose day is not known are not in it. */
function freshReleases(
  query: URLSearchParams,
  music: KnownMusic,
  extra: readonly JsonRecord[],
  now: number,
): Answer {
  const pivot = query.get('release_date') ?? isoDay(now)
  const days = Number(query.get('days') ?? 14)
  if (!/^\d{4}-\d{2}-\d{2}$/.test(pivot)) return refusal(400, 'Cannot parse date.')
  if (!(days >= 1 && days <= 90)) return refusal(400, 'days must be between 1 and 90.')
  const from = query.get('past') === 'false' ? pivot : isoDay(Date.parse(pivot) - days * DAY_MS)
  const to = query.get('future') === 'false' ? pivot : isoDay(Date.parse(pivot) + days * DAY_MS)
  const releases = [...music.groups.values()]
    .filter(({ date }) => date.length === 10 && date >= from && date <= to)
    .sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0))
    .map(freshRow)
  const all = [...releases, ...extra]
  return json({ payload: { releases: all, total_count: all.length } })
}

function freshRow(group: KnownGroup): JsonRecord {
  const [secondary] = group.secondary_types
  return {
    artist_credit_name: creditOf(group),
    artist_mbids: group.credits.map(({ artist }) => artist.id),
    caa_id: null,
    caa_release_mbid: null,
    listen_count: listens(group, 'fresh'),
    release_date: group.date,
    release_group_mbid: group.id,
    ...(group.type && { release_group_primary_type: group.type }),
    ...(secondary && { release_group_secondary_type: secondary }),
    release_mbid: group.release_id,
    release_name: group.title,
    release_tags: group.tags,
  }
}
