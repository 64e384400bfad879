import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'

/**
 * Looks for secrets in every answer and every log line of every whole-server test, and in all that started servers
 * print: the keys of the simulated services and the key that seals them, passwords and their hashes, and what a form
 * names as a secret. Tokens are answers by their nature; they are looked for in the log. What is found fails the test
 * in which it was said.
 */
const found: string[] = []

/** Keys of simulated services, which only the server may have. */
const keys = new Set<string>()

/** The password of everybody in tests, unless one is about passwords. */
export const PASSWORD = 'correct horse'

/** Fields of forms that hold a secret, and fields of forms and answers that hold a token. */
const SECRET_FIELD =
  /^(secret|client_secret|password|current_password|api_key|tmdb_access_token|list_provider_client_id|(openai|anthropic|gemini|grok|local_openai)_key)$/
const TOKEN_FIELD = /^(token|access_token|refresh_token|link)$/

/** Long, and not a word or a sentence that is said for another reason. */
const isTelling = (text: string) => text.length >= 12 && /[\d_-]/.test(text)

/** From now on, none of these keys may be said by a server. */
export function watchKeys(simulators: object): void {
  for (const simulator of Object.values(simulators)) {
    const named = ['api_key', 'token', 'read_token'].map(name => simulator?.[name])
    for (const key of [...named, ...Object.values(simulator?.keys ?? {})])
      if (typeof key === 'string' && key.length >= 16) keys.add(key)
  }
}

export interface SecretWatch {
  /** Secrets that a server was started with; the folder's key is one as soon as it is there. */
  keep(secrets: Iterable<string | undefined>): void
  keepKeyOf(folder: string | undefined): void
  /** What a form or an answer holds of them. */
  learnFrom(body: unknown, kind: 'form' | 'answer'): void
  lookAtAnswer(bytes: Buffer, where: string, encoding?: string): void
  lookAtLog(text: string, where?: string): void
}

/** For one server: what it was told, and what it issued. */
export function createSecretWatch(): SecretWatch {
  const kept = new Set([PASSWORD])
  const issued = new Set<string>()

  function learn(body: unknown, kind: 'form' | 'answer', depth: number): void {
    if (!isPlain(body) || depth > (kind === 'form' ? 2 : 0)) return
    const fields = Object.entries(body)
    for (const [name, value] of fields) {
      if (typeof value !== 'string') learn(value, kind, depth + 1)
      else if (kind === 'form' && SECRET_FIELD.test(name)) {
        // Values that a form also shows, such as a name, are not secret.
        const isOpen = fields.some(([other, said]) => said === value && !SECRET_FIELD.test(other))
        if (!isOpen) keep([value.trim()])
      } else if (TOKEN_FIELD.test(name)) {
        const token = name === 'link' ? /[?&]token=([^&]+)/.exec(value)?.[1] : value
        if (token && isTelling(token)) issued.add(token)
      }
    }
  }

  function keep(secrets: Iterable<string | undefined>): void {
    for (const secret of secrets) if (secret && isTelling(secret)) kept.add(secret)
  }

  return {
    keep,
    keepKeyOf(folder) {
      if (!folder) return
      try {
        keep([readFileSync(join(folder, 'encryption.key'), 'utf8').trim()])
      } catch {
        // None was made, or the folder is gone.
      }
    },
    learnFrom: (body, kind) => learn(body, kind, 0),
    lookAtAnswer(bytes, where, encoding) {
      const said = encoding ? unpack(bytes, encoding) : bytes
      lookForSecrets(said, where)
      for (const secret of kept) if (said.includes(secret)) found.push(`a secret in ${where}`)
    },
    lookAtLog(text, where = 'a line of the log') {
      lookForSecrets(text, where)
      for (const secret of kept) if (text.includes(secret)) found.push(`a secret in ${where}`)
      for (const token of issued) if (text.includes(token)) found.push(`a token in ${where}`)
    },
  }
}

/** Not bytes or a stream. */
function isPlain(body: unknown): body is object {
  if (typeof body !== 'object' || body === null) return false
  return Array.isArray(body) || Object.getPrototypeOf(body) === Object.prototype
}

function unpack(bytes: Buffer, encoding: string): Buffer {
  // A HEAD has the headers alone.
  if (bytes.length === 0) return bytes
  if (encoding === 'br') return brotliDecompressSync(bytes)
  if (encoding === 'zstd') return zstdDecompressSync(bytes)
  return encoding === 'gzip' ? gunzipSync(bytes) : bytes
}

/** What may be said by no server, whoever started it. */
export function lookForSecrets(said: string | Buffer, where: string): void {
  // A backup is the whole database; only admins get it.
  if (said.includes('SQLite format 3')) return
  if (said.includes('$argon2')) found.push(`the hash of a password in ${where}`)
  for (const key of keys) if (said.includes(key)) found.push(`a key of a service in ${where}`)
}

/** What was found since the last call. */
export function takeFoundSecrets(): string[] {
  return found.splice(0)
}
