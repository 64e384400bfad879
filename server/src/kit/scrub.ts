import { scrubNamed } from '#kit/scrub-named.ts'
import { ANY_PATTERN, isSecretName, SECRET_PATTERNS } from '#kit/scrub-patterns.ts'
import { readsAsProse } from '#kit/scrub-prose.ts'

export const REDACTED = '[redacted]'

/** Shorter values would redact ordinary words everywhere. */
const MIN_SECRET_LENGTH = 6
const MAX_NAMES = 5000
/** Deeper than any genuine document; without a limit, a crafted one would exhaust the stack. */
const MAX_DEPTH = 500

export interface Scrubber {
  /** Registers a value as secret, in every form it is likely to be written in. */
  register(secret: string | undefined | null): void
  /** The text without registered secrets and without anything shaped like a credential. */
  scrub(text: string): string
  /** A copy of a JSON value: secret fields are removed (flags and nulls stay), all strings are scrubbed. */
  scrubValue(value: unknown): unknown
}

/**
 * Keeps secrets out of logs, errors and relayed responses. One per process: secrets are registered as they are read.
 */
export function createScrubber(): Scrubber {
  const forms = new Set<string>()
  /** Scrubbed field names; documents repeat a few of them many times. */
  const names = new Map<string, string>()
  let known: ((text: string) => string) | undefined

  function register(secret: string | undefined | null): void {
    if (!secret || secret.length < MIN_SECRET_LENGTH) return
    const before = forms.size
    for (const form of writtenForms(secret)) forms.add(form)
    if (forms.size === before) return
    known = undefined
    names.clear()
  }

  function withoutKnown(text: string): string {
    if (forms.size > 0) known ??= createRemover(forms)
    return known ? known(text) : text
  }

  function scrub(text: string): string {
    let clean = withoutKnown(text)
    if (ANY_PATTERN.test(clean)) {
      for (const { hint, pattern, replace } of SECRET_PATTERNS) {
        if (hint.test(clean)) clean = clean.replace(pattern, replace)
      }
    }
    return scrubNamed(clean)
  }

  function scrubName(name: string): string {
    let clean = names.get(name)
    if (clean === undefined) {
      clean = withoutKnown(name)
      if (names.size < MAX_NAMES) names.set(name, clean)
    }
    return clean
  }

  function scrubValue(value: unknown, depth = 0): unknown {
    if (typeof value === 'string') return scrub(value)
    if (depth > MAX_DEPTH) return REDACTED
    if (Array.isArray(value))
      return value.map((item, i) => (followsName(value, i) ? REDACTED : scrubValue(item, depth + 1)))
    if (value === null || typeof value !== 'object') return value
    if ('toJSON' in value && typeof value.toJSON === 'function') return scrubValue(value.toJSON(), depth + 1)
    return scrubObject(value, depth)
  }

  function scrubObject(value: object, depth: number): Record<string, unknown> {
    const clean: Record<string, unknown> = {}
    const hidesValue = isSecretSetting(value)
    for (const [name, field] of Object.entries(value)) {
      const secret = isSecretName(name) || (hidesValue && name === 'value')
      // JSON has no undefined. Assigning `__proto__` would set the copy's prototype.
      if (field === undefined || name === '__proto__' || (secret && !isHarmless(field))) continue
      clean[scrubName(name)] = scrubValue(field, depth + 1)
    }
    return clean
  }

  return { register, scrub, scrubValue: value => scrubValue(value) }
}

const NAMING_FIELDS = ['name', 'key', 'label', 'header'] as const

/** Servarr lists its settings as `{name: "apiKey", value: …, privacy: "apiKey"}`, so the field name reveals nothing. */
function isSecretSetting(value: object): boolean {
  if (!('value' in value)) return false
  const fields = value as Partial<Record<(typeof NAMING_FIELDS)[number], unknown>>
  const named = NAMING_FIELDS.some(field => {
    const name = fields[field]
    return typeof name === 'string' && isSecretName(name)
  })
  const marked = 'privacy' in value && (value.privacy === 'apiKey' || value.privacy === 'password')
  return named || marked
}

/** `has_api_key: true` does not reveal the key. */
function isHarmless(field: unknown): boolean {
  return field === null || field === undefined || typeof field === 'boolean'
}

/** Headers kept as a list: `['x-api-key', '…']`. Lists of names alone and of titles have no values. */
function followsName(list: readonly unknown[], at: number): boolean {
  const listed: unknown = list[at - 1]
  const value: unknown = list[at]
  if (typeof listed !== 'string' || typeof value !== 'string') return false
  if (!isSecretName(listed) || isSecretName(value)) return false
  const name = listed.split(/\s/).at(-1) ?? ''
  const before = listed.slice(0, listed.length - name.length)
  return !readsAsProse({ before, name, value, listed: true })
}

/**
 * Replaces every form in a text. Only the beginnings are compiled: thousands of long tokens in one expression take
 * seconds and gigabytes, and end the process at last.
 */
function createRemover(forms: ReadonlySet<string>): (text: string) => string {
  const longestFirst = [...forms].sort((a, b) => b.length - a.length)
  const byStart = Map.groupBy(longestFirst, form => form.slice(0, MIN_SECRET_LENGTH))
  const starts = [...byStart.keys()].map(start => start.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'))
  const anyStart = new RegExp(starts.join('|'), 'g')

  return text => {
    let clean = ''
    let copied = 0
    anyStart.lastIndex = 0
    for (let match = anyStart.exec(text); match; match = anyStart.exec(text)) {
      const at = match.index
      const found = byStart.get(match[0])?.find(form => text.startsWith(form, at))
      // Another one may begin within this beginning.
      anyStart.lastIndex = at + (found?.length ?? 1)
      if (!found) continue
      clean += text.slice(copied, at) + REDACTED
      copied = at + found.length
    }
    return copied === 0 ? text : clean + text.slice(copied)
  }
}

function writtenForms(secret: string): string[] {
  const bytes = Buffer.from(secret)
  const percent = encodeURIComponent(secret.toWellFormed())
  const quoted = JSON.stringify(secret).slice(1, -1)
  const base64 = [bytes.toString('base64'), ...embeddedForms(bytes)]
  return [
    secret,
    percent,
    percent.replace(/%[0-9A-F]{2}/g, code => code.toLowerCase()),
    new URLSearchParams([['', secret]]).toString().slice(1),
    quoted,
    JSON.stringify(quoted).slice(1, -1),
    ...base64,
    ...base64.map(text => text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')),
  ].filter(form => form.length >= MIN_SECRET_LENGTH)
}

/**
 * The base64 forms of a secret inside a longer text, such as a Basic login: three bytes become four letters, so there
 * are three alignments, and the letters at the ends depend on the neighbouring bytes.
 */
function embeddedForms(bytes: Buffer): string[] {
  return [0, 1, 2].map(before => {
    const text = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64')
    return text.slice(Math.ceil((before * 4) / 3), Math.floor(((before + bytes.length) * 4) / 3))
  })
}
