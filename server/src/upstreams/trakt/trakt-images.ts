import type { Transport } from '#kit/outbound.ts'
import type { ListImages } from '#ports/list-provider.ts'
import { readPicture } from '../picture.ts'
import { TRAKT } from './trakt-client.ts'

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
    read: (host, path) =>
      readPicture(external, {
        upstream: TRAKT,
        url: images_url ? `${images_url}/${host}/${path}` : `https://${host}/${path}`,
        redirects: images_url ? 'same_origin' : isTraktHost,
        max_bytes: MAX_BYTES,
      }),
  }
}

function isTraktHost({ protocol, hostname, port }: URL): boolean {
  return protocol === 'https:' && port === '' && hostname.endsWith('.trakt.tv')
}
