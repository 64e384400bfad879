import { z } from 'zod'
import type { OutboundRequest, Transport } from '#kit/outbound.ts'

/** TMDB v3. `url` is the whole base, path included (E): `https://api.themoviedb.org/3`. */
export interface TmdbParts {
  external: Transport
  url: string
}

export interface TmdbCall {
  /** `/movie/900001` */
  path: string
  key: string
  query?: OutboundRequest['query']
  /** English unless a reader chose another. */
  language?: string
  /** Further attempts after 429, 5xx or a lost connection. */
  retries?: number
  signal?: AbortSignal | undefined
}

export const TMDB = 'TMDB'
const TIMEOUT_MS = 10_000
const MAX_BYTES = 8 * 1024 * 1024
/** 0.1: the language is always sent, so that no response depends on the origin of the request. */
const ENGLISH = 'en-US'
/** TMDB's 404 is always JSON; an HTML page comes from a proxy. */
const Absent = z.looseObject({})

export function createTmdbClient({ external, url }: TmdbParts) {
  function request({ path, key, query, language = ENGLISH, retries, signal }: TmdbCall): OutboundRequest {
    const credential = credentialOf(key)
    return {
      upstream: TMDB,
      method: 'GET',
      url: `${url}${path}`,
      headers: { accept: 'application/json', ...credential.headers },
      query: { language, ...query, ...credential.query },
      credential: true,
      timeout_ms: TIMEOUT_MS,
      max_bytes: MAX_BYTES,
      ...(retries !== undefined && { retries }),
      ...(signal && { signal }),
    }
  }

  return {
    /** The parsed response; everything but a success of this shape throws UpstreamFault. */
    async get<S extends z.core.$ZodType>(schema: S, call: TmdbCall): Promise<z.output<S>> {
      const answer = await external.send(request(call))
      return answer.json(schema)
    },

    /** The original bytes after they were validated; null: TMDB does not have it. */
    async getBytes(schema: z.core.$ZodType, call: TmdbCall): Promise<Buffer | null> {
      const answer = await external.send({ ...request(call), accept_statuses: [404] })
      if (answer.status !== 404) {
        answer.json(schema)
        return answer.bytes()
      }
      // 1/4.5: its 404 becomes Foyer's.
      answer.json(Absent)
      return null
    },
  }
}

/** C30: 32 hex characters are an API key, anything else is a read token. */
function credentialOf(key: string): Pick<OutboundRequest, 'headers' | 'query'> {
  return /^[0-9a-f]{32}$/i.test(key)
    ? { query: { api_key: key } }
    : { headers: { authorization: `Bearer ${key}` } }
}
