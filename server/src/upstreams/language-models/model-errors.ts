import { ModelFault } from '#kit/model-fault.ts'
import { isTransient, UpstreamFault } from '#kit/upstream-fault.ts'
import { categoryOf } from './fault-category.ts'
import { type ProviderError, readErrorBody } from './provider-error.ts'

/** A provider reported an error within its stream. */
export class ErrorEvent extends Error {
  readonly error: ProviderError

  constructor(error: ProviderError) {
    super('The stream of the AI provider ended with an error.')
    this.error = error
  }
}

/** What the log may show of a provider's error: its status, and its code if that is made of plain words. */
class ProviderRefusal extends Error {
  override readonly name = 'ProviderRefusal'
  readonly code: string

  constructor({ status, codes }: ProviderError) {
    super('The AI provider refused the request.')
    // Keys contain digits and capitals, so they cannot pass as a code.
    const word = codes.split(' ').find(code => /^[a-z]+(_[a-z]+)+$/.test(code))
    this.code = [status, word].filter(Boolean).join(' ')
  }
}

/** The provider's own error behind whatever the library made of it; null when it sent none. */
export function providerErrorOf(error: unknown): ProviderError | null {
  for (const cause of causesOf(error)) {
    if (cause instanceof ErrorEvent) return cause.error
    const { statusCode: status, responseBody: body } = cause as {
      statusCode?: unknown
      responseBody?: unknown
    }
    if (typeof status === 'number' && status >= 400) {
      return readErrorBody(status, typeof body === 'string' ? body : '')
    }
  }
  return null
}

/**
 * The fault that people see. The library's errors hold the whole request and response, so they are not passed on as
 * causes.
 */
export function modelFaultOf(error: unknown): ModelFault {
  const fault = causesOf(error).find(cause => cause instanceof ModelFault)
  if (fault) return fault
  const lost = causesOf(error).find(cause => cause instanceof UpstreamFault)
  if (lost) return faultOfTransport(lost)
  const refusal = providerErrorOf(error)
  if (!refusal) return new ModelFault('invalid_response')
  const category = categoryOf(refusal)
  return new ModelFault(category, {
    transient: category === 'upstream_unavailable',
    is_secret_refused: refusal.status === 401,
    cause: new ProviderRefusal(refusal),
  })
}

/** A response that is too large, redirected or not HTTP cannot be used; everything else did not arrive. */
function faultOfTransport(fault: UpstreamFault): ModelFault {
  return fault.kind === 'bad_answer'
    ? new ModelFault('invalid_response', { cause: fault })
    : new ModelFault('upstream_unavailable', { transient: isTransient(fault), cause: fault })
}

const MAX_CAUSES = 8

function causesOf(error: unknown): Error[] {
  const causes: Error[] = []
  for (let cause = error; cause instanceof Error && causes.length < MAX_CAUSES; cause = cause.cause) {
    causes.push(cause)
  }
  return causes
}
