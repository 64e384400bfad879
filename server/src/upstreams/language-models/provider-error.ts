import { isRecord } from '#kit/is-record.ts'
/** What a provider reported instead of an answer, in a response or within its stream. */
export interface ProviderError {
  /** Undefined for an error within a stream that names no status. */
  status: number | undefined
  /** Its code, type and status words, in lower case, separated by spaces. */
  codes: string
  /** Its sentence, in lower case. For recognising cases only: it may contain keys or names. */
  sentence: string
}

/** Codes and sentences beyond this length are cut. */
const MAX_LENGTH = 2000

/** Reads the error of a response body, in any of the forms that providers use (ai-providers.md, "Error bodies"). */
export function readErrorBody(status: number, body: string): ProviderError {
  const parsed = parseJson(body)
  if (parsed === undefined) return { status, codes: '', sentence: shorten(body) }
  return { ...describe(parsed), status }
}

/**
 * The error of one event of a stream that began well; null for every other event. OpenRouter adds `error` to a chunk
 * that is complete otherwise.
 */
export function readErrorEvent(event: unknown): ProviderError | null {
  if (!isRecord(event)) return null
  if (event['type'] === 'response.failed') {
    const response = isRecord(event['response']) ? event['response'] : {}
    return describe(response['error'] ?? event)
  }
  return event['error'] || event['type'] === 'error' ? describe(event) : null
}

function describe(value: unknown): ProviderError {
  // Gemini sends a list of one when it fails before the stream begins.
  const outer = Array.isArray(value) ? value[0] : value
  if (!isRecord(outer)) return { status: undefined, codes: '', sentence: shorten(textOf(outer)) }
  const error = isRecord(outer['error']) ? outer['error'] : outer
  const named = [outer['code'], error['code'], error['type'], error['status'], error['param']]
  const codes = [...named, ...reasonsOf(error['details'])].map(textOf).filter(Boolean)
  const sentence = [error['message'], outer['error'], outer['detail']].map(textOf).find(Boolean) ?? ''
  return { status: statusOf(named), codes: shorten(codes.join(' ')), sentence: shorten(sentence) }
}

/** Gemini's finer codes, such as API_KEY_INVALID. */
function reasonsOf(details: unknown): unknown[] {
  return Array.isArray(details) ? details.filter(isRecord).map(detail => detail['reason']) : []
}

/** OpenRouter and Gemini use HTTP statuses as codes. */
function statusOf(codes: readonly unknown[]): number | undefined {
  return codes.map(Number).find(code => Number.isInteger(code) && code >= 400 && code <= 599)
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

function shorten(text: string): string {
  return text.slice(0, MAX_LENGTH).toLowerCase()
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
