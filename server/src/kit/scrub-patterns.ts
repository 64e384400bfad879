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

/** Whether a field of this name holds a secret: `apiKey`, `X-Plex-Token`, `client_secret`, `set-cookie`. */
export function isSecretName(name: string): boolean {
  return SECRET_NAME.test(name.replace(/[_\-\s]/g, '').toLowerCase())
}

interface SecretPattern {
  /** Cheap and rarely true, so that most texts never meet the pattern. */
  hint: RegExp
  pattern: RegExp
  replacement: string
}

/** `api_key`, `apiKey`, `access-token`, `X-Plex-Token` and the like, as one word of a longer text. */
const NAME =
  String.raw`[\w-]{0,40}(?:api[_-]?key|private[_-]?key|rss[_-]?key|authorization|cookies?|credentials?|pass[_-]?key|` +
  String.raw`passphrase|passwd|password|secret|session[_-]?id|token|torrent[_-]?pass)`

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
    pattern: /\b((?:set-)?cookie|(?:[\w-]{0,40}-)?authorization)(["']?\s*:\s*)[^\r\n"']+/gi,
    replacement: '$1$2[redacted]',
  },
  {
    hint: /[=:]/,
    pattern: new RegExp(String.raw`\b(${NAME})(["']?\s*[=:]\s*["']?)[^\s&"'#,;}]+`, 'gi'),
    replacement: '$1$2[redacted]',
  },
]
