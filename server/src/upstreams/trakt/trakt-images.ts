import type { Transport } from '#kit/outbound.ts'
import type { ListImages } from '#ports/list-provider.ts'
import { TRAKT } from './trakt-client.ts'

const TIMEOUT_MS = 10_000
/** 1/4.5 */
const MAX_BYTES = 5 * 1024 * 1024

/** Trakt's picture hosts forbid hotlinking and send no CORS headers, so Foyer relays pictures. */
export function createTraktImages(parts: {
  external: Transport
  /** When set, pictures are fetched from `{images_url}/{host}/{path}` (E). */
  images_url: string | undefined
}): ListImages {
  const { external, images_url } = parts
  return {
    async read(host, path) {
      const answer = await external.send({
        upstream: TRAKT,
        method: 'GET',
        url: images_url ? `${images_url}/${host}/${path}` : `https://${host}/${path}`,
        headers: { accept: 'image/webp,image/png,image/jpeg,image/gif' },
        credential: false,
        redirects: images_url ? 'same_origin' : isTraktHost,
        accept_statuses: [404],
        timeout_ms: TIMEOUT_MS,
        max_bytes: MAX_BYTES,
      })
      return answer.status === 404 ? null : answer.bytes()
    },
  }
}

function isTraktHost({ protocol, hostname, port }: URL): boolean {
  return protocol === 'https:' && port === '' && hostname.endsWith('.trakt.tv')
}
