import type { Transport } from '#kit/outbound.ts'
import type { BookCovers } from '#ports/book-list-provider.ts'
import { readPicture } from '../picture.ts'
import { HARDCOVER } from './hardcover-client.ts'

/** 1/4.4 */
const MAX_BYTES = 5 * 1024 * 1024

/** One fixed host, without a token: paths are validated by the caller. */
export function createHardcoverCovers(parts: { external: Transport; cdn_url: string }): BookCovers {
  const { external, cdn_url } = parts
  return {
    read: (path, signal) =>
      readPicture(external, {
        upstream: HARDCOVER,
        url: `${cdn_url}/${path}`,
        redirects: 'same_origin',
        max_bytes: MAX_BYTES,
        signal,
      }),
  }
}
