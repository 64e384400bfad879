import type { Transport } from '#kit/outbound.ts'
import type { CatalogImages } from '#ports/catalog-images.ts'
import { TMDB } from './tmdb-client.ts'

const TIMEOUT_MS = 10_000
/** An original may be a large photograph. */
const MAX_BYTES = 20 * 1024 * 1024

/** One fixed host, without a key: sizes and names are validated by the caller. */
export function createTmdbImages({
  external,
  images_url,
}: {
  external: Transport
  images_url: string
}): CatalogImages {
  return {
    async read(size, file, signal) {
      const answer = await external.send({
        upstream: TMDB,
        method: 'GET',
        url: `${images_url}/${size}/${file}`,
        headers: { accept: 'image/webp,image/png,image/jpeg,image/gif' },
        credential: false,
        redirects: 'same_origin',
        accept_statuses: [404],
        timeout_ms: TIMEOUT_MS,
        max_bytes: MAX_BYTES,
        ...(signal && { signal }),
      })
      return answer.status === 404 ? null : answer.bytes()
    },
  }
}
