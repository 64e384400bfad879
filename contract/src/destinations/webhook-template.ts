import type { NoticeData } from '../inbox.ts'

/** What a webhook says about one alert (C64). */
export interface WebhookFacts {
  event: string
  title: string
  message: string
  /** Absent without an external address. */
  url?: string
  data: Readonly<Record<string, string | number | boolean>>
}

export const MAX_TEMPLATE_BYTES = 8192

const DATA = [
  'title',
  'media_type',
  'tmdb_id',
  'foreign_id',
  'book_format',
  'instance_id',
  'instance_name',
  'request_id',
  'decision',
  'user_id',
  'username',
  'count',
  'issue_id',
  'proposal_id',
  'reason',
] as const satisfies readonly (keyof NoticeData)[]

/** What stands between two pairs of braces. */
export const PLACEHOLDERS: readonly string[] = [
  'event',
  'title',
  'message',
  'url',
  ...DATA.map(name => `data.${name}`),
]

const PLACEHOLDER = /\{\{([^{}]*)\}\}/g
const LONE_PLACEHOLDER = /^\{\{([^{}]*)\}\}$/
/** In valid JSON a quotation mark begins or ends a string. With a colon behind it, the string is a name. */
const JSON_STRING = /("(?:[^"\\]|\\.)*")(\s*:)?/g

export type TemplateProblem =
  | { problem: 'too_long' }
  | { problem: 'not_json' }
  /** `name`: as it was entered. */
  | { problem: 'unknown_placeholder'; name: string }
  /** Only values are filled in. */
  | { problem: 'placeholder_in_name'; name: string }

/** Null: the template can be used. */
export function templateProblem(template: string): TemplateProblem | null {
  if (new TextEncoder().encode(template).length > MAX_TEMPLATE_BYTES) return { problem: 'too_long' }
  try {
    JSON.parse(template)
  } catch {
    return { problem: 'not_json' }
  }
  for (const [, string = '', colon] of template.matchAll(JSON_STRING)) {
    const text: string = JSON.parse(string)
    const found = colon === undefined ? unknownIn(text) : misplacedIn(text)
    if (found) return found
  }
  return null
}

function misplacedIn(name: string): TemplateProblem | null {
  const [first] = name.match(PLACEHOLDER) ?? []
  return first === undefined ? null : { problem: 'placeholder_in_name', name: first }
}

function unknownIn(text: string): TemplateProblem | null {
  for (const [whole, name = ''] of text.matchAll(PLACEHOLDER)) {
    if (!PLACEHOLDERS.includes(name.trim())) return { problem: 'unknown_placeholder', name: whole }
  }
  return null
}

/**
 * The JSON of a template for one alert. Only strings are filled in, and each is encoded again, so that no text of an
 * alert can change the structure; everything else stays as it was entered. A string that is one placeholder takes the
 * value as it is: a number stays a number, and what this alert does not have is null.
 */
export function fillTemplate(template: string, facts: WebhookFacts): string {
  return template.replaceAll(JSON_STRING, (whole, string: string, colon?: string) =>
    colon === undefined ? JSON.stringify(fill(JSON.parse(string), facts)) : whole,
  )
}

function fill(text: string, facts: WebhookFacts): string | number | boolean | null {
  const lone = LONE_PLACEHOLDER.exec(text)?.[1]
  if (lone !== undefined) return valueOf(lone, facts) ?? null
  return text.replaceAll(PLACEHOLDER, (_whole, name: string) => String(valueOf(name, facts) ?? ''))
}

function valueOf(placeholder: string, { data, ...facts }: WebhookFacts) {
  const name = placeholder.trim()
  const [values, key] = name.startsWith('data.') ? [data, name.slice('data.'.length)] : [facts, name]
  return new Map(Object.entries(values)).get(key)
}
