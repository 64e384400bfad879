import { fillSentence } from '@foyer/contract/sentences'
import { UPSTREAM_SENTENCES } from '@foyer/contract/upstream-sentences'

export type FaultKind =
  | 'unreachable'
  | 'timeout'
  | 'rate_limited'
  | 'rejected_key'
  | 'bad_answer'
  | 'outcome_unknown'

/** The finer category that connection tests return (1/I). */
export type FaultCategory =
  | 'invalid_url'
  | 'unreachable'
  | 'timeout'
  | 'tls'
  | 'unauthorized'
  | 'wrong_service'
  | 'incompatible'
  | 'redirected'
  | 'upstream_error'

export interface FaultDetails {
  /** The product's name: "Radarr". Never a host. */
  upstream: string
  kind: FaultKind
  /** Derived from the kind unless a finer one is given. */
  category?: FaultCategory
  /** The delay the upstream asked for. */
  retry_after_ms?: number
  /** The HTTP status, when there was an answer. */
  status?: number
  cause?: unknown
}

const CATEGORY_OF: Record<FaultKind, FaultCategory> = {
  unreachable: 'unreachable',
  timeout: 'timeout',
  rate_limited: 'upstream_error',
  rejected_key: 'unauthorized',
  bad_answer: 'upstream_error',
  outcome_unknown: 'upstream_error',
}

const FINER = ['invalid_url', 'tls', 'incompatible', 'redirected'] as const

/** Those that say more than the kind does. */
const isFiner = (category: FaultCategory): category is (typeof FINER)[number] =>
  FINER.some(one => one === category)

function sentenceOf({ upstream, kind, category }: FaultDetails): string {
  const sentence = category && isFiner(category) ? category : kind
  return fillSentence(UPSTREAM_SENTENCES[sentence], { value: upstream })
}

/**
 * Another service failed. `outcome_unknown` means that the response was lost and a change may have happened, so it
 * must not be retried blindly. A response that could not be read is `bad_answer` with its `status`: a 2xx then means
 * that the change was made. The message may be shown to users: it names the product and nothing else (3.8).
 */
export class UpstreamFault extends Error {
  readonly upstream: string
  readonly kind: FaultKind
  readonly category: FaultCategory
  readonly retry_after_ms: number | undefined
  readonly status: number | undefined

  constructor(details: FaultDetails) {
    const { upstream, kind, category, retry_after_ms, status, cause } = details
    super(sentenceOf(details), { cause })
    this.name = 'UpstreamFault'
    this.upstream = upstream
    this.kind = kind
    this.category = category ?? CATEGORY_OF[kind]
    this.retry_after_ms = retry_after_ms
    this.status = status
  }
}

/** Whether the same call may succeed later without any change. */
export function isTransient(fault: UpstreamFault): boolean {
  const { kind, category, status = 0 } = fault
  if (kind === 'unreachable') return category === 'unreachable'
  if (kind === 'bad_answer') return status >= 500
  return kind === 'timeout' || kind === 'rate_limited'
}

/** Whether the change was made and only the response cannot be read. */
export function isDoneUnread(error: unknown): boolean {
  if (!(error instanceof UpstreamFault) || error.kind !== 'bad_answer') return false
  const { status = 0 } = error
  return status >= 200 && status < 300
}
