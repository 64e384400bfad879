import type { OutboundRequest, Transport } from '#kit/outbound.ts'

const TIMEOUT_MS = 10_000

interface Wanted extends Pick<OutboundRequest, 'upstream' | 'url' | 'redirects' | 'max_bytes'> {
  signal?: AbortSignal | undefined
}

/** A picture from a provider's host, asked for without a credential; null: it has none there. */
export async function readPicture(
  external: Transport,
  { signal, ...wanted }: Wanted,
): Promise<Buffer | null> {
  const answer = await external.send({
    ...wanted,
    method: 'GET',
    headers: { accept: 'image/webp,image/png,image/jpeg,image/gif' },
    credential: false,
    accept_statuses: [404],
    timeout_ms: TIMEOUT_MS,
    ...(signal && { signal }),
  })
  return answer.status === 404 ? null : answer.bytes()
}
