import { type Answer, json, type SimRequest } from '../kit/answer.ts'
import type { Faults } from '../kit/faults.ts'
import type { Journal } from '../kit/journal.ts'
import { createSimServer, type SimServer } from '../kit/sim-server.ts'
import type { KnownGroup, KnownMusic } from './known-music.ts'
import { error, includes } from './musicbrainz-errors.ts'
import { routeLists } from './musicbrainz-lists.ts'
import { wholeArtist, wholeGroup, wholeRelease } from './musicbrainz-resources.ts'

export interface MusicBrainzOptions {
  music: KnownMusic
  now: () => number
  port?: number | undefined
  journal_limit?: number | undefined
}

export interface MusicBrainz {
  readonly name: string
  /** Without `/ws/2`. */
  readonly url: string
  readonly journal: Journal
  readonly faults: Faults
  readonly routes: () => string[]
  readonly music: KnownMusic
  /** Refuses whoever comes faster than once a second, as the real one does. */
  limitRate: () => void
  /** The index does not know this one yet; a lookup does. */
  unindex(id: string): void
  /** Where lookups of this id are sent, wherever that is. */
  redirect(id: string, location: string): void
  /** Answers lookups of this id with another record, and no redirect. */
  confuse(id: string, other_id: string): void
  close: () => Promise<void>
  assertClean: () => void
}

const MBID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
/** MusicBrainz ws/2 as musicbrainz.md describes it. */
export async function startMusicBrainz(options: MusicBrainzOptions): Promise<MusicBrainz> {
  const { music, now } = options
  const limiter = createLimiter(now)
  const server = createSimServer({
    name: 'musicbrainz',
    port: options.port,
    journal_limit: options.journal_limit,
    now,
    authorise: request => refusalFor(request) ?? limiter.refusal(),
    notFound: () => error(404, 'Not Found'),
    refuse: status => (status === 503 ? tooFast() : error(status, 'Something went wrong.')),
    refuseKey: () => error(403, 'Your User-Agent is blocked.'),
  })
  const state = {
    unindexed: new Set<string>(),
    redirects: new Map<string, string>(),
    confused: new Map<string, string>(),
  }
  routeLookups(server, music, state)
  routeLists({ server, music, unindexed: state.unindexed })
  await server.listen()
  return {
    name: server.name,
    url: server.url,
    journal: server.journal,
    faults: server.faults,
    routes: server.routes,
    music,
    limitRate: limiter.begin,
    unindex: id => void state.unindexed.add(id),
    redirect: (id, location) => void state.redirects.set(id, location),
    confuse: (id, other_id) => void state.confused.set(id, other_id),
    close: server.close,
    assertClean: server.assertClean,
  }
}

function tooFast(): Answer {
  const message = 'Your requests are exceeding the allowable rate limit. Please see the documentation.'
  return json({ error: message }, 503, { 'retry-after': '1' })
}

/** On average one a second; a second one may come a little early. */
function createLimiter(now: () => number) {
  let tokens: number | null = null
  let counted_at = 0
  return {
    begin() {
      tokens = 2
      counted_at = now()
    },
    refusal(): Answer | null {
      if (tokens === null) return null
      tokens = Math.min(2, tokens + (now() - counted_at) / 1000)
      counted_at = now()
      if (tokens < 1) return tooFast()
      tokens -= 1
      return null
    },
  }
}

/** Who does not say whom to write to is blocked. */
function refusalFor({ headers, query }: SimRequest): Answer | null {
  if (!/^\S+\/\S+ \( .+ \)$/.test(headers['user-agent'] ?? '')) return error(403, 'Please identify yourself.')
  const wantsJson = query.get('fmt') === 'json' || headers.accept?.includes('application/json')
  return wantsJson ? null : { status: 200, headers: { 'content-type': 'application/xml' }, bytes: XML }
}
const XML = Buffer.from('<?xml version="1.0" encoding="UTF-8"?><metadata/>')

interface LookupState {
  redirects: ReadonlyMap<string, string>
  confused: ReadonlyMap<string, string>
}

function routeLookups(server: SimServer, music: KnownMusic, state: LookupState): void {
  /** The entity, or a way to the one that it was merged into. */
  function lookup<T>(
    entity: string,
    find: (id: string) => T | undefined,
    show: (one: T, r: SimRequest) => Answer,
  ) {
    server.route(`GET /ws/2/${entity}/:id`, request => {
      const id = request.params['id'] ?? ''
      if (!MBID.test(id)) return error(400, 'Invalid mbid.')
      const canonical = music.canonical(id)
      const moved = `${server.url}/ws/2/${entity}/${canonical}?${request.query.toString()}`
      const location = state.redirects.get(id) ?? (canonical === id ? undefined : moved)
      const found = find(state.confused.get(id) ?? canonical)
      if (location !== undefined) return { status: 301, headers: { location }, body: { id: canonical } }
      return found === undefined ? error(404, 'Not Found') : show(found, request)
    })
  }
  const releases = () => new Map([...music.groups.values()].map(group => [group.release_id, group]))
  lookup<KnownGroup>(
    'release-group',
    id => music.groups.get(id),
    (group, request) => json(wholeGroup(group, includes(request, 'release-group'))),
  )
  lookup(
    'artist',
    id => music.artists.get(id),
    (artist, request) => json(wholeArtist(artist, includes(request, 'artist'))),
  )
  lookup<KnownGroup>(
    'release',
    id => releases().get(id),
    (group, request) => json(wholeRelease(group, includes(request, 'release'))),
  )
}
