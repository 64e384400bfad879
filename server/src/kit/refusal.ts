import { REFUSALS, type RefusalCode } from '@foyer/contract/refusals'

export interface RefusalDetails {
  /** A more helpful sentence than the code's own. Never a host, path, key or upstream body (3.8). */
  error?: string
  /** For the few codes that the specification uses with two statuses. */
  status?: number
  /** Messages by field. */
  fields?: Record<string, string>
  /** Further keys of the response, such as `category` or `current`. */
  extra?: Record<string, unknown>
  headers?: Record<string, string>
  /** 0.3: a body that the specification prints with `error` alone; the code is only logged. */
  literal?: true
  cause?: unknown
}

/** An expected error response, thrown by services and sent as `{error, code, …}` by the HTTP layer. */
export class Refusal extends Error {
  readonly code: RefusalCode
  readonly status: number
  readonly details: RefusalDetails

  constructor(code: RefusalCode, details: RefusalDetails = {}) {
    super(details.error ?? REFUSALS[code].error, { cause: details.cause })
    this.name = 'Refusal'
    this.code = code
    this.status = details.status ?? REFUSALS[code].status
    this.details = details
  }

  /** For people who read it beside what was refused: what is wrong with the fields, where that is known. */
  text(): string {
    const fields = Object.values(this.details.fields ?? {})
    return fields.length === 0 ? this.message : fields.join(' ')
  }

  body(): Record<string, unknown> {
    const { fields, extra, literal } = this.details
    if (literal) return { error: this.message }
    return { error: this.message, code: this.code, ...(fields && { fields }), ...extra }
  }
}
