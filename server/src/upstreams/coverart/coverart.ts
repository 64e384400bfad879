import type { Transport } from '#kit/outbound.ts'
import { UpstreamFault } from '#kit/upstream-fault.ts'
import type { CoverArt } from '#ports/cover-art.ts'
import { nextHop } from './coverart-hosts.ts'

const COVER_ART = 'Cover Art Archive'
/** 1/4.3 */
const TIMEOUT_MS = 15_000
const RETRIES = 2
const MAX_HOPS = 5
const MAX_BYTES = 4 * 1024 * 1024
const REDIRECTS = [301, 302, 303, 307, 308]
/** A withdrawn item answers 403; both count as absent. */
const ABSENT = [403, 404]

/** The Cover Art Archive redirects to archive.org, which redirects to a storage node. */
export function createCoverArt(parts: {
  external: Transport
  url: string
  storage_hosts: readonly string[]
}): CoverArt {
  const { external, url } = parts
  const hosts = { archive: new URL(url), storage: parts.storage_hosts }

  return {
    async front(release_group_id, signal) {
      // A thumbnail: the original may be a PDF of tens of megabytes.
      let address = new URL(`${url}/release-group/${release_group_id}/front-500`)
      for (let hop = 0; hop <= MAX_HOPS; hop++) {
        const answer = await external.send({
          upstream: COVER_ART,
          method: 'GET',
          url: address,
          headers: { accept: 'image/jpeg,image/png,image/webp,image/gif' },
          credential: false,
          accept_statuses: [...REDIRECTS, ...ABSENT],
          timeout_ms: TIMEOUT_MS,
          max_bytes: MAX_BYTES,
          retries: RETRIES,
          retry_lost: false,
          ...(signal && { signal }),
        })
        if (ABSENT.includes(answer.status)) return null
        if (!REDIRECTS.includes(answer.status)) return answer.bytes()
        const next = nextHop(answer.headers['location'] ?? '', address, hosts)
        if (!next || !answer.headers['location']) break
        address = next
      }
      throw new UpstreamFault({ upstream: COVER_ART, kind: 'bad_answer', category: 'redirected' })
    },
  }
}
