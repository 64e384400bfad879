import type { z } from 'zod'
import { UpstreamFault } from '#kit/upstream-fault.ts'
import type { CertificationLists, CertificationsByRegion } from '#ports/certification-lists.ts'
import { createTmdbClient, TMDB, type TmdbParts } from './tmdb-client.ts'
import { Certifications } from './tmdb-wire.ts'

/** One retry after 429 or a brief failure; a list may not take longer. */
const RETRIES = 1

export function createTmdbCertifications(
  parts: TmdbParts & {
    /** The current key; null when there is none. */
    key: () => Promise<string | null>
  },
): CertificationLists {
  const client = createTmdbClient(parts)
  return {
    async read(signal) {
      const key = await parts.key()
      if (key === null) throw new UpstreamFault({ upstream: TMDB, kind: 'rejected_key' })
      const list = async (path: string) =>
        byRegion(await client.get(Certifications, { path, key, retries: RETRIES, signal }))
      const [movie, tv] = await Promise.all([
        list('/certification/movie/list'),
        list('/certification/tv/list'),
      ])
      return { movie, tv }
    },
  }
}

function byRegion({ certifications }: z.output<typeof Certifications>): CertificationsByRegion {
  return Object.fromEntries(
    Object.entries(certifications).map(([region, list]) => [
      region,
      list
        .toSorted((a, b) => a.order - b.order)
        .map(({ certification, meaning, order }) => ({
          certification,
          order,
          // 1/4.12: not every board has descriptions; its list is used without them.
          ...(typeof meaning === 'string' && { meaning }),
        })),
    ]),
  )
}
