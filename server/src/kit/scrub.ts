import { isSecretName, SECRET_PATTERNS } from '#kit/scrub-patterns.ts'

export const REDACTED = '[redacted]'

/** Shorter values would redact ordinary words everywhere. */
const MIN_SECRET_LENGTH = 6

export interface Scrubber {
  /** Makes a value known as secret from now on, in every form it is likely to be written in. */
  register(secret: string | undefined | null): void
  /** The text without registered secrets and without anything shaped like a credential. */
  scrub(text: string): string
  /** A copy of a JSON value: secret fields are gone (flags and nulls stay), all strings are scrubbed. */
  scrubValue(value: unknown): unknown
}

/** Keeps secrets out of logs, errors and relayed answers. One for the process: secrets are registered as they are read. */
export function createScrubber(): Scrubber {
  const forms = new Set<string>()
  let known: RegExp | undefined

  function register(secret: string | undefined | null): void {
    if (!secret || secret.length < MIN_SECRET_LENGTH) return
    const before = forms.size
    for (const form of writtenForms(secret)) forms.add(form)
    if (forms.size !== before) known = undefined
  }

  function scrub(text: string): string {
    if (forms.size > 0) known ??= compile(forms)
    let clean = known ? text.replace(known, REDACTED) : text
    for (const { hint, pattern, replacement } of SECRET_PATTERNS) {
      if (hint.test(clean)) clean = clean.replace(pattern, replacement)
    }
    return clean
  }

  function scrubValue(value: unknown): unknown {
    if (typeof value === 'string') return scrub(value)
    if (Array.isArray(value)) return value.map(scrubValue)
    if (value === null || typeof value !== 'object') return value
    if ('toJSON' in value && typeof value.toJSON === 'function') return scrubValue(value.toJSON())
    return scrubObject(value)
  }

  function scrubObject(value: object): Record<string, unknown> {
    const clean: Record<string, unknown> = {}
    const hidesValue = isSecretSetting(value)
    for (const [name, field] of Object.entries(value)) {
      const secret = isSecretName(name) || (hidesValue && name === 'value')
      // Assigning this one would set the copy's prototype.
      if (name === '__proto__' || (secret && !isHarmless(field))) continue
      clean[name] = scrubValue(field)
    }
    return clean
  }

  return { register, scrub, scrubValue }
}

/** Servarr lists its settings as `{name: "apiKey", value: …, privacy: "apiKey"}`, so the field name says nothing. */
function isSecretSetting(value: object): boolean {
  if (!('value' in value)) return false
  const named = 'name' in value && typeof value.name === 'string' && isSecretName(value.name)
  const marked = 'privacy' in value && (value.privacy === 'apiKey' || value.privacy === 'password')
  return named || marked
}

/** `has_api_key: true` tells nobody the key. */
function isHarmless(field: unknown): boolean {
  return field === null || field === undefined || typeof field === 'boolean'
}

function compile(forms: ReadonlySet<string>): RegExp {
  const longestFirst = [...forms].sort((a, b) => b.length - a.length)
  return new RegExp(longestFirst.map(form => form.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')).join('|'), 'g')
}

function writtenForms(secret: string): string[] {
  const bytes = Buffer.from(secret)
  const base64 = bytes.toString('base64')
  const percent = encodeURIComponent(secret.toWellFormed())
  return [
    secret,
    percent,
    percent.replace(/%[0-9A-F]{2}/g, code => code.toLowerCase()),
    new URLSearchParams([['', secret]]).toString().slice(1),
    JSON.stringify(secret).slice(1, -1),
    base64,
    base64.replace(/=+$/, ''),
    bytes.toString('base64url'),
  ].filter(form => form.length >= MIN_SECRET_LENGTH)
}
