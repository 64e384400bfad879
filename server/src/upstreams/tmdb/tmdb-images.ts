import type { Transport } from '#kit/outbound.ts'
import type { CatalogImages } from '#ports/catalog-images.ts'
import { readPicture } from '../picture.ts'
import { TMDB } from './tmdb-client.ts'

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
    read: (size, file, signal) =>
      readPicture(external, {
        upstream: TMDB,
        url: `${images_url}/${size}/${file}`,
        redirects: 'same_origin',
        max_bytes: MAX_BYTES,
        signal,
      }),
  }
}
