import { readFileSync } from 'node:fs'
import type { Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'

/**
 * Looks for secrets in all that the servers of whole-server tests say: answers and their headers, every byte that they write to a
 * connection (sockets, streams and chat among them), every log line, and all that started servers print. Secrets are the keys of
 * the simulated services and the key that seals them, passwords and their hashes, and what a form names as a secret. Tokens
 * are answers by their nature; they are looked for in events and in the log. What is found fails the test in which it was said.
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

/** How the file of a backup begins. */
const BACKUP = 'SQLite format 3'

/** What is kept of one write for the next. */
const LONGEST_SECRET = 1024

/** Long, and not a word or a sentence that is said for another reason. */
const isTelling = (text: string) => text.length >= 12 && /[\d_-]/.test(text)

/** From now on, none of these keys may be said by a server. */
export function watchKeys(of_services: Iterable<string>): void {
  for (const key of of_services) keys.add(key)
}

/** By host and port: for clients that have only the address of a server. */
const watches = new Map<string, SecretWatch>()

export const watchAt = (url: string): SecretWatch | undefined => watches.get(new URL(url).host)

/** Until what it returns is called, `watchAt` finds it there. */
export function placeWatch(url: string, watch: SecretWatch): () => void {
  const { host } = new URL(url)
  watches.set(host, watch)
  return () => {
    if (watches.get(host) === watch) watches.delete(host)
  }
}

export interface SecretWatch {
  /** Secrets that a server was started with; the folder's key is one as soon as it is there. */
  keep(secrets: Iterable<string | undefined>): void
  keepKeyOf(folder: string | undefined): void
  /** What a form or an answer holds of them. */
  learnFrom(body: unknown, kind: 'form' | 'answer'): void
  lookAtAnswer(bytes: Buffer, where: string, encoding?: string): void
  lookAtHeaders(headers: Iterable<[string, unknown]>, where: string): void
  /** All that this server writes to its connections, as it is on the wire; and it is found by its address. */
  lookAtWire(server: Server): void
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

  function lookAt(said: string | Buffer, where: string): void {
    lookForSecrets(said, where)
    for (const secret of kept) if (said.includes(secret)) found.push(`a secret in ${where}`)
  }

  /** A secret may be written in two parts, so the end of each is kept for the next. */
  function lookAtSocket(socket: Socket): void {
    const { write, end } = socket
    let last: Buffer = Buffer.alloc(0)
    let is_backup = false
    function look([data, encoding]: readonly unknown[]): void {
      const isText = typeof data === 'string'
      if (!isText && !(data instanceof Uint8Array)) return
      const bytes = isText ? Buffer.from(data, encoding === 'latin1' ? encoding : 'utf8') : data
      const said = Buffer.concat([last, bytes])
      // All parts of the file, of which only the first is known by its beginning.
      is_backup ||= said.includes(BACKUP)
      const before = found.length
      if (!is_backup) lookAt(said, 'what was written to a connection')
      // What was found once is not found again with what follows it.
      last = said.subarray(found.length > before ? said.length : -LONGEST_SECRET)
    }
    socket.write = function lookAndWrite(this: Socket, ...args: never[]): boolean {
      look(args)
      return Reflect.apply(write, this, args)
    }
    socket.end = function lookAndEnd(this: Socket, ...args: never[]): Socket {
      look(args)
      return Reflect.apply(end, this, args)
    }
  }

  const watch: SecretWatch = {
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
      lookAt(encoding ? unpack(bytes, encoding) : bytes, where)
    },
    lookAtHeaders(headers, where) {
      for (const [name, value] of headers) lookAt(`${name}: ${String(value)}`, where)
    },
    lookAtWire(server) {
      server.on('connection', lookAtSocket)
      server.on('listening', () => {
        const { port } = server.address() as AddressInfo
        server.once('close', placeWatch(`http://127.0.0.1:${port}`, watch))
      })
    },
    lookAtLog(text, where = 'a line of the log') {
      lookAt(text, where)
      for (const token of issued) if (text.includes(token)) found.push(`a token in ${where}`)
    },
  }
  return watch
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
  if (said.includes(BACKUP)) return
  if (said.includes('$argon2')) found.push(`the hash of a password in ${where}`)
  for (const key of keys) if (said.includes(key)) found.push(`a key of a service in ${where}`)
}

/** What was found since the last call. */
export function takeFoundSecrets(): string[] {
  return found.splice(0)
}
