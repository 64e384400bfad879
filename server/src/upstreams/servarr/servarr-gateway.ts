import type { Transport } from '#kit/outbound.ts'
import type { ManagerGateway } from '#ports/manager-gateway.ts'
import type { ServarrProduct } from './servarr-client.ts'

/** Every error but a refused key, which is Foyer's fault and not the caller's. */
const PASSED_ON = Array.from({ length: 200 }, (_, i) => 400 + i).filter(
  status => status !== 401 && status !== 403,
)

export function createServarrGateway(internal: Transport, { product }: ServarrProduct): ManagerGateway {
  return {
    async send({ url, api_key }, request, signal) {
      const { method, path, query, body, timeout_ms, max_bytes } = request
      const answer = await internal.hold({
        upstream: product,
        method,
        url: `${url}/${path}${query === '' ? '' : `?${query}`}`,
        headers: {
          accept: request.accept,
          'content-type': request.content_type,
          'x-api-key': api_key ?? undefined,
        },
        ...(body && { body }),
        // 1/I: redirects are refused, because the other end would choose where the key goes.
        credential: true,
        timeout_ms,
        max_bytes,
        accept_statuses: PASSED_ON,
        ...(signal && { signal }),
      })
      const retry_after = answer.headers['retry-after']
      return {
        status: answer.status,
        content_type: answer.headers['content-type'] ?? '',
        ...(retry_after !== undefined && { retry_after }),
        body: answer.body,
      }
    },
  }
}
