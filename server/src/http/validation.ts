import { z } from 'zod'
import { Refusal } from '#kit/refusal.ts'

type Issue = z.core.$ZodRawIssue

const WORDS: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
}

const FORMATS: Record<string, string> = {
  date: 'Use a date such as 2026-11-15.',
  datetime: 'Use a time such as 2026-11-15T20:15:00Z.',
}

/** The problem as a sentence; a sentence in the schema itself takes precedence. */
function sentenceFor(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined
        ? 'This is required.'
        : `This must be ${numberWords(issue) ?? WORDS[issue.expected] ?? issue.expected}.`
    case 'too_small':
      return issue.origin === 'string' && issue.minimum === 1
        ? 'This must not be empty.'
        : `This must be ${numberWords(issue) ?? `${issue.exact ? 'exactly' : 'at least'} ${issue.minimum}${unit(issue)}`}.`
    case 'too_big':
      return `This must be ${numberWords(issue) ?? `${issue.exact ? 'exactly' : 'at most'} ${issue.maximum}${unit(issue)}`}.`
    case 'invalid_value':
      return `Use one of: ${issue.values.map(String).join(', ')}.`
    case 'invalid_union':
      return Array.isArray(issue.options) ? `Use one of: ${issue.options.join(', ')}.` : UNEXPECTED
    case 'invalid_format':
      return FORMATS[issue.format] ?? `This must match the pattern ${issue.pattern ?? issue.format}.`
    case 'not_multiple_of':
      return `This must be a multiple of ${issue.divisor}.`
    case 'unrecognized_keys':
      return `Not known here: ${issue.keys.join(', ')}.`
    case 'invalid_key':
      return `This name is not allowed here: ${issue.issues[0]?.message ?? UNEXPECTED}`
    default:
      return UNEXPECTED
  }
}

const UNEXPECTED = 'This value is not accepted here. The API reference of this server describes what is.'

/** `a whole number from 1 to 50`: everything a number must be, so that one correction is enough. */
function numberWords({ schema }: Issue): string | null {
  if (!(schema instanceof z.ZodNumber)) return null
  const { type, minimum, maximum, exclusiveMinimum: above, exclusiveMaximum: below } = z.toJSONSchema(schema)
  const isWhole = type === 'integer'
  const kind = isWhole ? 'a whole number' : 'a number'
  const least = isWhole && typeof above === 'number' ? above + 1 : minimum
  const most = isWhole && typeof below === 'number' ? below - 1 : maximum
  if (isMeant(least) && isMeant(most)) return `${kind} from ${least} to ${most}`
  if (isMeant(least)) return `${kind}, at least ${least}`
  if (isMeant(most)) return `${kind}, at most ${most}`
  if (!isWhole && above !== undefined) return `${kind}, more than ${String(above)}`
  return !isWhole && below !== undefined ? `${kind}, less than ${String(below)}` : kind
}

/** The limits that every whole number has are not worth a word. */
function isMeant(limit: number | undefined): limit is number {
  return limit !== undefined && Math.abs(limit) < Number.MAX_SAFE_INTEGER
}

function unit(issue: { origin: string; minimum?: unknown; maximum?: unknown }): string {
  if (issue.origin === 'string') return ' characters long'
  if (issue.origin !== 'array' && issue.origin !== 'set') return ''
  return (issue.minimum ?? issue.maximum) === 1 ? ' entry long' : ' entries long'
}

/**
 * For relays of plain names. The router has already decoded the path; valid names need no escapes, and an escaped slash
 * is not a path separator.
 */
export function refuseEscapes({ url }: { url: string }): void {
  if (url.split('?', 1)[0]?.includes('%')) throw new Refusal('validation')
}

/** Parses one part of the request, or refuses with messages by field (0.3). */
export function parseInput<S extends z.core.$ZodType>(schema: S, value: unknown): z.core.output<S> {
  const parsed = z.safeParse(schema, value, { error: sentenceFor })
  if (parsed.success) return parsed.data
  const fields: Record<string, string> = {}
  for (const issue of parsed.error.issues) {
    const name = issue.path.join('.')
    if (name && !(name in fields)) fields[name] = issue.message
  }
  const first = Object.entries(fields)[0]
  const error = first ? `${first[0]}: ${first[1]}` : parsed.error.issues[0]?.message
  throw new Refusal('validation', { error, ...(first && { fields }) })
}
