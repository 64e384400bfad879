import type { Transport } from '#kit/outbound.ts'
import type { BookCovers } from '#ports/book-list-provider.ts'
import { HARDCOVER } from './hardcover-client.ts'

const TIMEOUT_MS = 10_000
/** 1/4.4 */
const MAX_BYTES = 5 * 1024 * 1024

/** One fixed host, without a token: paths are validated by the caller. */
export function createHardcoverCovers(parts: { external: Transport; cdn_url: string }): BookCovers {
  const { external, cdn_url } = parts
  return {
    async read(path, signal) {
      const answer = await external.send({
        upstream: HARDCOVER,
        method: 'GET',
        url: `${cdn_url}/${path}`,
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
