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

const SENTENCES: Record<FaultKind, (upstream: string) => string> = {
  unreachable: upstream => `${upstream} did not answer.`,
  timeout: upstream => `${upstream} did not answer in time.`,
  rate_limited: upstream => `${upstream} is limiting requests. Try again later.`,
  rejected_key: upstream => `${upstream} refused the stored credentials.`,
  bad_answer: upstream => `${upstream} sent an unusable response.`,
  outcome_unknown: upstream => `${upstream} did not confirm the change, so it may or may not have happened.`,
}

const FINER_SENTENCES: Partial<Record<FaultCategory, (upstream: string) => string>> = {
  invalid_url: upstream => `The address of ${upstream} is not valid.`,
  tls: upstream => `The certificate of ${upstream} could not be verified.`,
  incompatible: upstream => `${upstream} answered in an unknown form. Its version may not be supported.`,
  redirected: upstream => `${upstream} answered with a redirect, which is not followed.`,
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

  constructor({ upstream, kind, category, retry_after_ms, status, cause }: FaultDetails) {
    const sentence = (category && FINER_SENTENCES[category]) ?? SENTENCES[kind]
    super(sentence(upstream), { cause })
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
