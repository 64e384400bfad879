import { errors } from 'undici'
import { parseRetryAfter } from '#kit/retry-after.ts'
import { type FaultDetails, UpstreamFault } from '#kit/upstream-fault.ts'
import type { AnswerHeaders, OutboundRequest } from './transport.ts'

/** The facts about an exchange that determine its fault. */
export interface ExchangeState {
  upstream: string
  idempotent: boolean
  /** Set when the first byte may have been sent; before that, nothing can have happened at the other end. */
  sent: boolean
}

export function isIdempotent({ method, idempotent }: OutboundRequest): boolean {
  return idempotent ?? (method === 'GET' || method === 'HEAD')
}

/** The fault for an error that ended the exchange. Existing faults pass through. */
export function faultFromError(error: unknown, state: ExchangeState, late: boolean): UpstreamFault {
  if (error instanceof UpstreamFault) return error
  const { upstream } = state
  const details = late ? { kind: 'timeout' as const } : detailsOf(error, state.sent)
  const lost = details.kind === 'timeout' || details.kind === 'unreachable' || isNotHttp(error)
  if (lost && state.sent && !state.idempotent && !isProxyRefusal(error)) {
    const category = late ? 'timeout' : undefined
    return new UpstreamFault({
      upstream,
      kind: 'outcome_unknown',
      ...(category && { category }),
      cause: error,
    })
  }
  return new UpstreamFault({ upstream, ...details, cause: error })
}

function detailsOf(error: unknown, sent: boolean): Pick<FaultDetails, 'kind' | 'category'> {
  const code = codeOf(error)
  if (error instanceof errors.ConnectTimeoutError) return { kind: 'timeout' }
  if (isNotHttp(error) || ENCODING_ERROR.test(code)) return { kind: 'bad_answer' }
  if (TLS_ERROR.test(code)) return { kind: 'unreachable', category: 'tls' }
  if (!sent && UNUSABLE.has(code)) return { kind: 'unreachable', category: 'invalid_url' }
  return { kind: 'unreachable' }
}

/** zlib and brotli errors, when the body does not match its Content-Encoding. */
const ENCODING_ERROR = /^(Z_|ERR__ERROR_|ERR_BROTLI)/
const TLS_ERROR =
  /^(ERR_TLS_|ERR_SSL_|EPROTO$|UND_ERR_PRX_TLS$|CERT_|HOSTNAME_MISMATCH$|.*SELF_SIGNED|UNABLE_TO_)/
const UNUSABLE = new Set(['ERR_INVALID_URL', 'UND_ERR_INVALID_ARG'])

/** The peer answered, but not with HTTP. */
function isNotHttp(error: unknown): boolean {
  return error instanceof errors.HTTPParserError || error instanceof errors.HeadersOverflowError
}

/** undici's only invalid argument after sending: the proxy answered 407 and forwarded nothing. */
function isProxyRefusal(error: unknown): boolean {
  return error instanceof errors.InvalidArgumentError
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}

/** The fault for a status the caller does not accept. */
export function faultFromStatus(
  status: number,
  headers: AnswerHeaders,
  state: ExchangeState,
  now: Date,
): UpstreamFault {
  const { upstream, idempotent } = state
  if (status === 401 || status === 403) return new UpstreamFault({ upstream, kind: 'rejected_key', status })
  const retry_after_ms = parseRetryAfter(headers['retry-after'], now)
  const common = { upstream, status, ...(retry_after_ms !== undefined && { retry_after_ms }) }
  if (status === 429) return new UpstreamFault({ ...common, kind: 'rate_limited' })
  // Comes from a gateway: the service behind it may have done the work and answered too late.
  const ambiguous = !idempotent && (status === 502 || status === 504)
  return new UpstreamFault({ ...common, kind: ambiguous ? 'outcome_unknown' : 'bad_answer' })
}
