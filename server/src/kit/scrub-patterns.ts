/** Ends of field, parameter and header names that carry secrets, compared without case, `_` and `-`. */
const SECRET_ENDINGS = [
  'apikey',
  'authorization',
  'clientsecret',
  'cookie',
  'cookies',
  'credential',
  'credentials',
  'passkey',
  'passphrase',
  'passwd',
  'password',
  'privatekey',
  'rsskey',
  'secret',
  'sessionid',
  'token',
  'torrentpass',
]

const SECRET_NAME = new RegExp(`(?:${SECRET_ENDINGS.join('|')})$`)

/** Documents repeat few names many times; this keeps the walk over a large library cheap. */
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
  /** Cheap and rarely true, so that most texts never meet the pattern. */
  hint: RegExp
  pattern: RegExp
  replacement: string
}

/** Ends of names as they stand in running text: `api_key`, `apiKey`, `access-token`, `X-Plex-Token`. */
const NAME =
  String.raw`(?:api|private|rss|pass)[_-]?key|authorization|cookies?|credentials?|passphrase|passwd|password|` +
  String.raw`secret|session[_-]?id|token|torrent[_-]?pass`

export const SECRET_PATTERNS: readonly SecretPattern[] = [
  {
    hint: /:\/\/[^\s/?#]*@/,
    pattern: /(\b[a-z][a-z0-9+.-]*:\/\/)[^\s/?#]*@/gi,
    replacement: '$1[redacted]@',
  },
  {
    hint: /bearer|basic/i,
    pattern: /\b(Bearer|Basic)\s+[\w.~+/=-]{6,}/gi,
    replacement: '$1 [redacted]',
  },
  {
    hint: /eyJ/,
    pattern: /\beyJ[\w-]+\.[\w-]+(?:\.[\w-]*)*/g,
    replacement: '[redacted]',
  },
  {
    // Cookies hold several values and the Authorization schemes blanks: the rest of the line goes.
    hint: /(?:cookie|authorization)["']?\s*:/i,
    pattern: /(cookie|authorization)(["']?\s*:\s*["']?)[^\r\n"']+/gi,
    replacement: '$1$2[redacted]',
  },
  {
    hint: new RegExp(String.raw`(?:${NAME})["']?\s*[=:]`, 'i'),
    pattern: new RegExp(String.raw`(${NAME})(["']?\s*[=:]\s*["']?)[^\s&"'#,;}]+`, 'gi'),
    replacement: '$1$2[redacted]',
  },
]
