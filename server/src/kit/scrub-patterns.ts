/** Suffixes of field, parameter and header names that carry secrets; a space stands for nothing, `_` or `-`. */
const SECRET_ENDINGS = [
  'access key',
  'api key',
  'auth key',
  'authorization',
  'cookie',
  'cookies',
  'credential',
  'credentials',
  'encryption key',
  'gotify key',
  'pass key',
  'passphrase',
  'passwd',
  'password',
  'private key',
  'rss key',
  'secret',
  'secret key',
  'session id',
  'session key',
  'signing key',
  'token',
  'torrent pass',
]

/** Secret only as a whole name: too many harmless names end in them. */
const SECRET_WHOLE = ['auth', 'pass', 'pwd']

const SECRET_NAME = new RegExp(
  `(?:${SECRET_ENDINGS.join('|').replaceAll(' ', '')})$|^(?:${SECRET_WHOLE.join('|')})$`,
)

/** The same suffixes as they appear in text: `api_key`, `apiKey`, `access-token`, `X-Plex-Token`. */
export const NAME_IN_TEXT = [...SECRET_ENDINGS]
  .sort((a, b) => b.length - a.length)
  .join('|')
  .replaceAll(' ', '[_-]?')

/** Documents repeat a few names many times; this cache makes large documents cheap. */
const judged = new Map<string, boolean>()
const MAX_JUDGED = 5000

/** Whether a field of this name holds a secret: `apiKey`, `X-Plex-Token`, `client_secret`, `set-cookie`. */
export function isSecretName(name: string): boolean {
  let secret = judged.get(name)
  if (secret === undefined) {
    secret = SECRET_NAME.test(name.replace(/[_\-\s]/g, '').toLowerCase())
    if (judged.size < MAX_JUDGED) judged.set(name, secret)
  }
  return secret
}

interface SecretPattern {
  /** Cheap and rarely true, so that most texts skip the pattern. */
  hint: RegExp
  pattern: RegExp
  /** The replacement of a match; its groups are the arguments. */
  replace: (match: string, ...groups: string[]) => string
}

/** Common to every text that matches one of the patterns below; one test is cheaper than ten. */
export const ANY_PATTERN = /@|%40|[?&]r=|bearer|basic|eyJ|hook|services|bot\d|tk_|xox|sk-|xai-|gh[a-z]_|AIza/i

/** Secrets recognised by their shape or context instead of a name. */
export const SECRET_PATTERNS: readonly SecretPattern[] = [
  {
    hint: /:\/\/[^\s/?#]*@/,
    pattern: /(\b[a-z][a-z0-9+.-]*:\/\/)[^\s/?#]*@/gi,
    replace: (_, scheme) => `${scheme}[redacted]@`,
  },
  {
    // The same without a scheme.
    hint: /\/\/[^\s/?#]*:[^\s/?#]*@/,
    pattern: /(?<![:\w])\/\/[^\s/?#:]+:[^\s/?#]*@/g,
    replace: () => '//[redacted]@',
  },
  {
    // Newznab: the key of a download link is called `r`.
    hint: /[?&]r=/,
    pattern: /([?&]r=)[\w-]{16,}/g,
    replace: (_, name) => `${name}[redacted]`,
  },
  {
    // A user and password inside a parameter of another address.
    hint: /%40/,
    pattern: /(%3A%2F%2F)(?:(?!%2F|%3F|%23)[^\s/?#&])*%40/gi,
    replace: (_, slashes) => `${slashes}[redacted]%40`,
  },
  {
    hint: /bearer/i,
    pattern: /\b(Bearer)(\s*["']?\s*[,:]\s*["']?|\s+|%20|\+)([^\s"',;&<>]+)/gi,
    replace: (match, scheme, blank, token) => (isBearerToken(token) ? `${scheme}${blank}[redacted]` : match),
  },
  {
    // A value that consists only of this, such as a header's, needs no further proof.
    hint: /^\s*bearer\s/i,
    pattern: /^(\s*Bearer\s+)(\S+)\s*$/i,
    replace: (match, scheme, token) => (isWord(token) ? match : `${scheme}[redacted]`),
  },
  {
    hint: /basic/i,
    pattern: /\b(Basic)(\s+|%20|\+)([\w+/-]{4,}(?:={0,2}|(?:%3D){0,2}))/gi,
    replace: (match, scheme, blank, token) => (isBasicLogin(token) ? `${scheme}${blank}[redacted]` : match),
  },
  {
    hint: /eyJ/,
    pattern: /\beyJ[\w-]+\.[\w-]+(?:\.[\w-]*)*/g,
    replace: () => '[redacted]',
  },
  {
    // Chat webhooks carry their secret in the path. Foyer's own webhook address for managers does not.
    hint: /hook/i,
    pattern:
      /((?:\/|%2F)(?:hooks|webhooks?|webhookb2|incomingwebhook)(?:\/|%2F))(?!library(?:\/|%2F))[^\s"'<>?#&\\]{5,}/gi,
    replace: (_, path) => `${path}[redacted]`,
  },
  {
    // Slack.
    hint: /services/,
    pattern: /((?:\/|%2F)services(?:\/|%2F))T[A-Z0-9]*(?:\/|%2F)B[A-Z0-9]*(?:\/|%2F)[^\s"'<>?#&\\]+/g,
    replace: (_, path) => `${path}[redacted]`,
  },
  {
    // Telegram.
    hint: /bot\d/i,
    pattern: /((?:\/|%2F)bot)\d+(?::|%3A)[\w-]+/gi,
    replace: (_, path) => `${path}[redacted]`,
  },
  {
    // Tokens with a vendor prefix: ntfy, Slack, AI providers, GitHub.
    hint: /tk_|xox|sk-|xai-|gh[a-z]_|AIza/,
    pattern: /\b(?:tk_|xox[a-z]-|sk-|xai-|gh[a-z]_|AIza)(?=[\w-]*\d)[\w-]{16,}/g,
    replace: () => '[redacted]',
  },
]

/** Longer than ordinary words. */
const LONG_WORD = 12

/** Titles and plots contain the word "bearer" too; tokens do not look like words. */
function isBearerToken(token: string): boolean {
  if (/^(?:realm|scope|error|resource_metadata)=/i.test(token)) return false
  const word = token.replace(/[.!?)]+$/, '')
  return !/^[A-Z]?[a-z]*$/.test(word) || word.length >= LONG_WORD
}

function isWord(text: string): boolean {
  return /^(?:[A-Z][a-z]+|tokens?)$/.test(text)
}

/** "Basic Instinct" is a film; a login is base64 of `name:password`. */
function isBasicLogin(token: string): boolean {
  return /[\d=]/.test(token) || Buffer.from(token, 'base64').includes(':')
}
