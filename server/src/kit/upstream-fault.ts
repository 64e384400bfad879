export type FaultKind =
  | 'unreachable'
  | 'timeout'
  | 'rate_limited'
  | 'rejected_key'
  | 'bad_answer'
  | 'outcome_unknown'

/** The finer word that connection tests answer with (1/I). */
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
  /** The product's name as people know it: "Radarr". Never a host. */
  upstream: string
  kind: FaultKind
  /** Follows from the kind unless something finer is known. */
  category?: FaultCategory
  /** What the upstream asked us to wait before coming back. */
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
  rate_limited: upstream => `${upstream} asks us to slow down.`,
  rejected_key: upstream => `${upstream} refused the stored credentials.`,
  bad_answer: upstream => `${upstream} gave an answer that cannot be used.`,
  outcome_unknown: upstream => `It is not known whether ${upstream} carried the change out.`,
}

const FINER_SENTENCES: Partial<Record<FaultCategory, (upstream: string) => string>> = {
  invalid_url: upstream => `The address of ${upstream} is not usable.`,
  tls: upstream => `The certificate of ${upstream} could not be verified.`,
  redirected: upstream => `${upstream} answered with a redirect, which is not followed.`,
}

/**
 * Another service failed us. `outcome_unknown` means that the answer was lost and a change may have
 * happened, so it forbids a blind retry. An answer that came but was unreadable is `bad_answer` with its
 * `status`: a 2xx there says that the change was made.
 * The message may be shown to people: it names the product and nothing else (3.8).
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

/** Whether the same call may well succeed later, with nothing changed by anybody. */
export function isTransient(fault: UpstreamFault): boolean {
  const { kind, category, status = 0 } = fault
  if (kind === 'unreachable') return category === 'unreachable'
  if (kind === 'bad_answer') return status >= 500
  return kind === 'timeout' || kind === 'rate_limited'
}

/** Whether the change was made and only what the upstream says of it cannot be read. */
export function isDoneUnread(error: unknown): boolean {
  if (!(error instanceof UpstreamFault) || error.kind !== 'bad_answer') return false
  const { status = 0 } = error
  return status >= 200 && status < 300
}
