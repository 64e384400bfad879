import { isSecretName, NAME_IN_TEXT } from '#kit/scrub-patterns.ts'
import { readsAsProse } from '#kit/scrub-prose.ts'

const SIGN = /[=:%]|["'],/
/** Names that are secret as parameters of an address only: indexers and signed downloads use them. */
const PARAMETER = String.raw`(?:(?:\w(?<!sort))*key|auth|pass|pwd|pw|sig|signature|x-amz-\w+|jwt|sid)`
/** Whether a text can contain a named secret at all; most do not. */
const HINT = new RegExp(String.raw`(?:${NAME_IN_TEXT}|(?:[?&]|%3F|%26)${PARAMETER}(?:=|%3D))`, 'i')

/** A name and the characters between it and its value; quotes may be escaped, as in JSON within JSON. */
const HEAD = new RegExp(
  String.raw`(?:(?<name>${NAME_IN_TEXT})|(?<=[?&]|%3F|%26)${PARAMETER}(?==|%3D))` +
    // A comma, where a list holds names and values: `["X-Api-Key", "…"]`.
    String.raw`(?<closed>\\*["'])?\s*(?<sign>[=:]|%3D|%3A|(?<=["']\s*),(?=\s*\\*["']))\s*`,
  'gi',
)
const OPENING_QUOTE = /(\\*)(["'])/y
/** Up to the characters that end a value in an address, a header, a log line or a list. */
const BARE_VALUE = /[^\s&"'#,;}\\<>]+/y
const ENCODED_VALUE = /(?:(?!%26|%23)[^\s&"'#,;}\\<>])+/iy
const SCHEME_AND_VALUE = /(?:Bearer|Basic|Digest|Token)\s+[^\s&"',;}<>]+/iy
/** A field of a record follows, not the next item of a list. */
const END_OF_KEY = /\\*["']\s*:/y
/** Enough on either side of a name to tell a sentence from a header; without a bound, hostile texts would take hours. */
const NEAR_BEFORE = 40
const NEAR_AFTER = 200
/** Lists and records under a secret name are removed whole; beyond this length, in parts. */
const MAX_BRACKETS = 2000

/** Removes the values beside names of secrets: `?token=…`, `"apiKey": "…"`, `Cookie: …`. */
export function scrubNamed(text: string): string {
  if (!SIGN.test(text) || !HINT.test(text)) return text
  let clean = ''
  let done = 0
  HEAD.lastIndex = 0
  for (let head = HEAD.exec(text); head; head = HEAD.exec(text)) {
    const start = HEAD.lastIndex
    const groups: Record<string, string | undefined> = head.groups ?? {}
    const { name = '', sign = '', closed } = groups
    if (isPartOfProse(text, { from: head.index, to: start, done }, { name, sign, closed })) continue
    const { from, to } = valueAfter(text, start, name, sign)
    if (to === from) continue
    clean += `${text.slice(done, from)}[redacted]`
    done = to
    HEAD.lastIndex = to
  }
  return clean + text.slice(done)
}

interface Span {
  from: number
  to: number
}

interface Head extends Span {
  /** Where the text begins that was not looked at before. */
  done: number
}

/** Whether a head is the beginning of a subtitle or a sentence: "The Secret: Dare to Dream". */
function isPartOfProse(
  text: string,
  { from, to, done }: Head,
  { name, sign, closed }: { name: string; sign: string; closed: string | undefined },
): boolean {
  const listed = sign === ','
  // Nobody writes "secret=love" or "secret:love" in a sentence, and a name in quotes is that of a field.
  if (!listed && (closed !== undefined || sign !== ':' || !/\s/.test(text[to - 1] ?? ''))) return false
  const start = Math.max(done, from - NEAR_BEFORE)
  // As it will read, so that scrubbing twice changes nothing more.
  const before = (start > 0 && start === done ? '[redacted]' : '') + text.slice(start, from)
  const quote = matchAt(OPENING_QUOTE, text, to)
  const at = to + (quote?.[0].length ?? 0)
  // An apostrophe is part of a sentence, unless it is the quote around the item of a list.
  const end = listed ? /["'\\\r\n<>]/ : /["\\\r\n<>]/
  const value = text.slice(at, at + NEAR_AFTER).split(end, 1)[0] ?? ''
  return readsAsProse({ before, name, value, listed })
}

function valueAfter(text: string, at: number, name: string, sign: string): Span {
  const quote = matchAt(OPENING_QUOTE, text, at)
  if (quote) {
    const from = at + quote[0].length
    const to = endOfQuoted(text, from, quote[2] ?? '"', quote[1]?.length ?? 0)
    // A list of names alone has no values, and neither has a title in front of the next field of a record.
    const isName =
      sign === ',' && (isSecretName(text.slice(from, to)) || matchAt(END_OF_KEY, text, to) !== null)
    return { from, to: isName ? from : to }
  }
  if (/^(?:authorization|cookies?)$/i.test(name)) {
    // Cookies hold several values and Authorization schemes contain spaces: the rest of the line is removed.
    if (sign === ':') return { from: at, to: endOfLine(text, at) }
    const login = matchAt(SCHEME_AND_VALUE, text, at)
    if (login) return { from: at, to: at + login[0].length }
  }
  if (text[at] === '[' || text[at] === '{') return { from: at, to: endOfBrackets(text, at) }
  const value = matchAt(sign.startsWith('%') ? ENCODED_VALUE : BARE_VALUE, text, at)
  return { from: at, to: at + (value?.[0].length ?? 0) }
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(text)
}

/**
 * Where a quoted value ends. A quote of JSON within JSON has 1, 3, 7 … backslashes in front of it; those within the
 * value have more, and a backslash of the value itself adds twice as many.
 */
function endOfQuoted(text: string, from: number, quote: string, slashes: number): number {
  for (let at = text.indexOf(quote, from); at !== -1; at = text.indexOf(quote, at + 1)) {
    let before = 0
    while (at - before > from && text[at - before - 1] === '\\') before += 1
    if (before < slashes || (before - slashes) % (2 * (slashes + 1)) === 0)
      return at - Math.min(before, slashes)
  }
  return text.length
}

/** The end of a header line, or of the quoted text around it. */
function endOfLine(text: string, from: number): number {
  const lineStart = text.lastIndexOf('\n', from) + 1
  const quotes = text.slice(lineStart, from).split('"').length - 1
  const end = quotes % 2 === 1 ? /[\r\n"\\]/g : /[\r\n]/g
  return matchAt(end, text, from)?.index ?? text.length
}

function endOfBrackets(text: string, from: number): number {
  const last = Math.min(text.length, from + MAX_BRACKETS)
  let depth = 0
  for (let at = from; at < last; at++) {
    const sign = text[at]
    if (sign === '[' || sign === '{') depth += 1
    else if (sign === ']' || sign === '}') depth -= 1
    if (depth === 0) return at + 1
  }
  return last
}
