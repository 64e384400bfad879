import { MINUTE_MS } from '#kit/durations.ts'
import type { OutboundAnswer, OutboundRequest, Transport } from '#kit/outbound.ts'
import { UpstreamFault } from '#kit/upstream-fault.ts'
import type { CatalogCaller } from '#ports/music-catalog.ts'

/** MusicBrainz ws/2, as of 2026. No key; the User-Agent identifies the caller. */
export interface MusicBrainzParts {
  external: Transport
  /** With `/ws/2`. */
  url: string
}

export const MUSICBRAINZ = 'MusicBrainz'

/** 1/4.3 */
const TIMEOUT_MS = 15_000
const RETRIES = 2
/**
 * 1:4.3 rule 5, 0.1: for the whole process. Enough for fifty people; beyond that, callers are refused instead of
 * waiting in vain.
 */
const SPACING = { key: 'musicbrainz', interval_ms: 1000, max_wait_ms: MINUTE_MS }
const MAX_BYTES = 4 * 1024 * 1024
const MAX_HOPS = 2
const REDIRECTS = [301, 302, 303, 307, 308]

type Entity = 'release-group' | 'artist' | 'release'

export function createMusicBrainzClient({ external, url }: MusicBrainzParts) {
  function send(
    address: string | URL,
    asker: CatalogCaller,
    more: Pick<OutboundRequest, 'query' | 'accept_statuses'>,
  ): Promise<OutboundAnswer> {
    return external.send({
      upstream: MUSICBRAINZ,
      method: 'GET',
      url: address,
      headers: { accept: 'application/json' },
      credential: false,
      timeout_ms: TIMEOUT_MS,
      max_bytes: MAX_BYTES,
      retries: RETRIES,
      retry_lost: false,
      spacing: { ...SPACING, lane: asker.lane },
      ...(asker.signal && { signal: asker.signal }),
      ...more,
    })
  }

  return {
    /** A search or browse. 404 is passed on: it answers a list for an unknown artist. */
    list: (path: string, query: OutboundRequest['query'], asker: CatalogCaller) =>
      send(`${url}${path}`, asker, { query: { ...query, fmt: 'json' }, accept_statuses: [404] }),

    /**
     * One entity, following redirects for merged ids; each step waits for its own slot. `id` is the id of the last
     * address. Null: there is no such entity.
     */
    async lookup(
      entity: Entity,
      id: string,
      inc: string,
      asker: CatalogCaller,
    ): Promise<{ id: string; answer: OutboundAnswer } | null> {
      let current_id = id
      for (let hop = 0; ; hop++) {
        const answer = await send(`${url}/${entity}/${current_id}`, asker, {
          query: { inc, fmt: 'json' },
          accept_statuses: [404, ...REDIRECTS],
        })
        if (answer.status === 404) return null
        if (!REDIRECTS.includes(answer.status)) return { id: current_id, answer }
        const next = hop < MAX_HOPS ? mergedInto(answer, `${url}/${entity}/`) : null
        if (next === null) throw redirected(answer.status)
        current_id = next
      }
    },
  }
}

/** The id in a redirect, if it leads to the same kind of entity at the same provider. */
function mergedInto({ headers, url }: OutboundAnswer, prefix: string): string | null {
  const target = URL.parse(headers['location'] ?? '', url.href)
  const home = URL.parse(prefix)
  if (!headers['location'] || !target || !home || target.origin !== home.origin) return null
  if (!target.pathname.startsWith(home.pathname)) return null
  const id = target.pathname.slice(home.pathname.length)
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id) ? id : null
}

function redirected(status: number): UpstreamFault {
  return new UpstreamFault({ upstream: MUSICBRAINZ, kind: 'bad_answer', category: 'redirected', status })
}
