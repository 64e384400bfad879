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

/** The problem as a sentence; a sentence in the schema itself takes precedence. */
function sentenceFor(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined
        ? 'This is required.'
        : `This must be ${WORDS[issue.expected] ?? issue.expected}.`
    case 'too_small':
      return issue.origin === 'string' && issue.minimum === 1
        ? 'This must not be empty.'
        : `This must be ${issue.inclusive === false ? 'more than' : 'at least'} ${issue.minimum}${unit(issue.origin)}.`
    case 'too_big':
      return `This must be ${issue.inclusive === false ? 'less than' : 'at most'} ${issue.maximum}${unit(issue.origin)}.`
    case 'invalid_value':
      return `Use one of: ${issue.values.map(String).join(', ')}.`
    case 'unrecognized_keys':
      return `Not known here: ${issue.keys.join(', ')}.`
    default:
      return 'This is not valid.'
  }
}

function unit(origin: string): string {
  if (origin === 'string') return ' characters long'
  return origin === 'array' || origin === 'set' ? ' entries long' : ''
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
