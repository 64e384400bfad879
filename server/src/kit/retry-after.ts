const SECONDS = /^\d+(\.\d+)?$/
const HTTP_DATE = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? /

/**
 * Parses a `Retry-After` value (RFC 9110 §10.2.3), in seconds or as an HTTP date, into milliseconds from now.
 * Undefined when missing or invalid; a past date is 0. Fractions are not in the RFC, but Discord sends them.
 */
export function parseRetryAfter(
  value: string | readonly string[] | undefined | null,
  now: Date,
): number | undefined {
  const text = (typeof value === 'string' ? value : value?.[0])?.trim()
  if (!text) return undefined
  if (SECONDS.test(text)) return finite(Math.ceil(Number(text) * 1000))
  if (!HTTP_DATE.test(text)) return undefined
  return finite(Math.max(0, Date.parse(text) - now.getTime()))
}

function finite(ms: number): number | undefined {
  return Number.isFinite(ms) ? ms : undefined
}
