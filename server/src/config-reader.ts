import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { ModelId } from '@foyer/contract/assistant/ai-providers'
import { knownLanguage } from '@foyer/contract/languages'
import { isProxyUrl } from '#kit/outbound/proxy-choice.ts'
import { StartupRefusal } from '#kit/startup-refusal.ts'

export type Environment = Readonly<Record<string, string | undefined>>

function refuse(name: string, sentence: string): never {
  throw new StartupRefusal(`${name} is not usable: ${sentence}`)
}

/** An empty file is an error too: treating it as "not set" could create a second encryption key. */
function readSecretFile(name: string, file: string): string {
  let text: string
  try {
    text = readFileSync(file, 'utf8').trim()
  } catch (cause) {
    throw new StartupRefusal(`${name} names a file that cannot be read.`, cause)
  }
  return text || refuse(name, 'the file it names is empty.')
}

/** Reads and checks one variable at a time; an unusable value stops the startup (E). */
export function createReader(env: Environment) {
  const read = (name: string): string | undefined => env[name]?.trim() || undefined

  /** `NAME`, or the content of the file named by `NAME_FILE`; setting both is an error. */
  function secret(name: string): string | undefined {
    const file = read(`${name}_FILE`)
    const value = read(name)
    if (!file) return value
    if (value) refuse(name, `set either ${name} or ${name}_FILE, not both.`)
    return readSecretFile(`${name}_FILE`, file)
  }

  /**
   * Absolute http(s), in one spelling and without a trailing slash, because paths are appended; `path_allowed` keeps a
   * path such as `/3`.
   */
  function url(
    name: string,
    options: { path_allowed?: boolean; https_only?: boolean } = {},
  ): string | undefined {
    const value = read(name)
    if (!value) return undefined
    if (!URL.canParse(value)) refuse(name, 'use an address such as https://media.example.org.')
    const parsed = new URL(value)
    const schemes = options.https_only ? ['https:'] : ['http:', 'https:']
    if (!schemes.includes(parsed.protocol)) refuse(name, `it must start with ${schemes.join('// or ')}//.`)
    const { username, password, search, hash } = parsed
    if (username || password || search || hash) refuse(name, 'leave out user, password, query and fragment.')
    if (!options.path_allowed && parsed.pathname !== '/') refuse(name, 'leave out the path.')
    return (parsed.origin + parsed.pathname).replace(/\/+$/, '')
  }

  function list(name: string): string[] {
    const items = read(name)
      ?.split(',')
      .map(item => item.trim())
    return items?.filter(Boolean) ?? []
  }

  function choice<const T extends string>(name: string, allowed: readonly T[], fallback: T): T {
    const value = read(name)
    if (!value) return fallback
    const found = allowed.find(option => option === value)
    return found ?? refuse(name, `use one of ${allowed.join(', ')}.`)
  }

  return { read, secret, url, list, choice }
}

export type Reader = ReturnType<typeof createReader>

/** A program of this machine, whichever folder this process was started in. */
export function readProgram(reader: Reader, name: string): string | undefined {
  const path = reader.read(name)
  if (path !== undefined && !path.startsWith('/')) refuse(name, 'use an absolute path.')
  return path
}

/** Sent in a header of every call to the outside, which holds Latin-1; with anything else no call would leave. */
const HEADER_TEXT = /^[\x20-\x7e\xa0-\xff]*$/

export function readContact(reader: Reader, name: string): string | undefined {
  const contact = reader.read(name)
  if (contact !== undefined && !HEADER_TEXT.test(contact))
    refuse(name, 'use Latin letters, digits and punctuation, on one line.')
  return contact
}

export function readModelId(reader: Reader, name: string): string | undefined {
  const model = reader.read(name)
  if (model !== undefined && !ModelId.safeParse(model).success)
    refuse(name, 'use the id of a model, of at most 256 characters.')
  return model
}

/** Kubernetes sets a non-numeric PORT for a service of that name; it is ignored (E). */
export function readPort(reader: Reader): number {
  const value = reader.read('PORT')
  if (!value || !/^\d+$/.test(value)) return 5454
  const port = Number(value)
  return port <= 65535 ? port : refuse('PORT', 'use a number from 0 to 65535.')
}

/** `/foyer`, or empty; a slash alone means the root. */
export function readBasePath(reader: Reader): string {
  const value = (reader.read('APP_BASE_PATH') ?? '').replace(/\/+$/, '')
  if (value === '') return ''
  if (!/^(\/[A-Za-z0-9._~-]+)+$/.test(value) || /\/\.{1,2}(\/|$)/.test(value)) {
    refuse('APP_BASE_PATH', 'use a path such as /foyer.')
  }
  return value
}

/** C58: a tag that people could choose themselves. */
export function readLanguage(reader: Reader): string {
  const tag = reader.read('APP_LANGUAGE') ?? 'en'
  return knownLanguage(tag) ?? refuse('APP_LANGUAGE', 'use a language tag such as en, de or pt-BR.')
}

export function readTrustedProxies(reader: Reader): string[] {
  return reader.list('APP_TRUSTED_PROXIES').flatMap(entry => {
    const [address = '', bits, ...rest] = entry.split('/')
    const family = isIP(address)
    const widest = family === 4 ? 32 : 128
    const bitsFit = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= widest)
    if (!family || !bitsFit || rest.length > 0) {
      refuse(
        'APP_TRUSTED_PROXIES',
        `"${entry}" must be an address such as 10.0.0.5 or a range such as 10.0.0.0/8.`,
      )
    }
    return Number(bits ?? widest) === 0 ? ALL_ADDRESSES[family === 4 ? 4 : 6] : [entry]
  })
}

/** The HTTP framework does not accept a range of zero bits; two halves mean the same. */
const ALL_ADDRESSES = { 4: ['0.0.0.0/1', '128.0.0.0/1'], 6: ['::/1', '8000::/1'] }

/** The error does not contain the value: a proxy address may include a password. */
export function readProxy(reader: Reader, name: 'HTTPS_PROXY' | 'HTTP_PROXY'): string | undefined {
  const value = reader.read(name)
  if (value && !isProxyUrl(value)) refuse(name, 'use an address such as http://proxy.lan:3128.')
  return value
}

export function readMediaRoots(reader: Reader): string[] {
  return reader.list('APP_MEDIA_ROOTS').map(root => {
    const path = root.replace(/\/+$/, '')
    if (!path.startsWith('/') || path === '' || path.split('/').some(part => part === '..' || part === '.')) {
      refuse(
        'APP_MEDIA_ROOTS',
        `"${root}" must be the full path of a folder such as /media, without . or .. in it and not / itself.`,
      )
    }
    return path
  })
}

/** Origins of pages, or of apps in Android's notation; compared literally, so they must be exact. */
function readPasskeyOrigins(reader: Reader): string[] {
  const name = 'APP_WEBAUTHN_EXTRA_ORIGINS'
  return reader
    .list(name)
    .map(origin => (/^android:apk-key-hash:[\w-]+$/.test(origin) ? origin : asOrigin(name, origin)))
}

export function readOrigins(reader: Reader, name: string): string[] {
  return reader.list(name).map(origin => asOrigin(name, origin))
}

function asOrigin(name: string, text: string): string {
  const isOrigin = URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol)
  if (!isOrigin || new URL(text).origin !== text) {
    refuse(
      name,
      `"${text}" must be an origin such as https://media.example.org, without a path or a slash at the end.`,
    )
  }
  return text
}

/** Names of services in a compose file may hold underscores. */
const HOST_NAME = /^\.?\w([\w-]*\w)?(\.\w([\w-]*\w)?)*$/

/** `host`, `host:port`, `[fd00::5]:port`, or `.suffix` for all hosts below it. */
export function readHosts(reader: Reader, name: string, fallback: readonly string[]): readonly string[] {
  const hosts = reader.list(name).map(entry => {
    const [, host = '', port = ''] = /^(.+?)(:\d{1,5})?$/.exec(entry.toLowerCase()) ?? []
    const bracketed = /^\[(.+)\]$/.exec(host)?.[1]
    const isHost = bracketed === undefined ? HOST_NAME.test(host) : URL.canParse(`http://${host}`)
    if (!isHost || Number(port.slice(1)) > 65535) {
      refuse(
        name,
        `"${entry}" must be a host such as ntfy.lan, ntfy.lan:8080, [fd00::5]:8080 or .example.org.`,
      )
    }
    // In the spelling that addresses are compared in.
    return (bracketed === undefined ? host : new URL(`http://${host}`).hostname) + port
  })
  return hosts.length > 0 ? hosts : fallback
}

const APPLE_APP_ID = /^[A-Za-z0-9]+(\.[A-Za-z0-9-]+)+$/
const ANDROID_PACKAGE = /^[A-Za-z]\w*(\.[A-Za-z]\w*)+$/
/** Of SHA-256: `keytool` prints the shorter one of SHA-1 above it. */
const FINGERPRINT = /^[0-9A-Fa-f]{2}(:[0-9A-Fa-f]{2}){31}$/

/** Phones ignore what is misspelt without a word, so it stops the start here. */
export function readNativePasskeys(reader: Reader) {
  const apple_app_ids = reader.list('APP_APPLE_APP_IDS')
  for (const id of apple_app_ids) {
    if (!APPLE_APP_ID.test(id))
      refuse('APP_APPLE_APP_IDS', `"${id}" must be the id of an app such as A1B2C3D4E5.org.example.app.`)
  }
  const android_package_name = reader.read('APP_ANDROID_PACKAGE_NAME')
  if (android_package_name !== undefined && !ANDROID_PACKAGE.test(android_package_name)) {
    refuse('APP_ANDROID_PACKAGE_NAME', 'use the name of a package such as org.example.app.')
  }
  const name = 'APP_ANDROID_CERT_SHA256_FINGERPRINTS'
  const android_fingerprints = reader.list(name)
  if (!android_fingerprints.every(text => FINGERPRINT.test(text))) {
    refuse(
      name,
      'each entry must be a SHA-256 fingerprint: 32 bytes in hexadecimal with colons between them, as in AB:CD:….',
    )
  }
  return {
    apple_app_ids,
    android_package_name,
    android_fingerprints,
    extra_origins: readPasskeyOrigins(reader),
  }
}

export function readDatabaseUrl(reader: Reader): string | undefined {
  const value = reader.secret('APP_DATABASE_URL')
  if (value && !/^postgres(ql)?:\/\//.test(value)) {
    refuse('APP_DATABASE_URL', 'it must start with postgres://, or be left out for SQLite.')
  }
  if (value && !URL.canParse(value)) refuse('APP_DATABASE_URL', 'use postgres://user:password@host/database.')
  return value
}

const KEY_BYTES = 32

/** Base64 of 32 bytes, as in the key file. */
export function parseEncryptionKey(text: string, name: string): Buffer {
  const bytes = Buffer.from(text, 'base64')
  const isBase64 = /^[A-Za-z0-9+/_-]+={0,2}$/.test(text)
  if (!isBase64 || bytes.length !== KEY_BYTES) refuse(name, 'it must be 32 bytes in base64.')
  return bytes
}

/** An authorization server with a device flow. Without an address and a client id it is not available. */
export function readAiOauth(reader: Reader, prefix: 'APP_OAUTH_A' | 'APP_OAUTH_B') {
  return {
    url: reader.url(`${prefix}_URL`, { path_allowed: true }),
    client_id: reader.read(`${prefix}_CLIENT_ID`),
    client_secret: reader.secret(`${prefix}_CLIENT_SECRET`),
    scope: reader.read(`${prefix}_SCOPE`) ?? 'openid profile email offline_access',
    device_path: readPath(reader, `${prefix}_DEVICE_PATH`) ?? '/device/code',
    token_path: readPath(reader, `${prefix}_TOKEN_PATH`) ?? '/token',
  }
}

/** Appended to an address, so without a leading slash it would change the host. */
export function readPath(reader: Reader, name: string): string | undefined {
  const path = reader.read(name)
  if (path !== undefined && !path.startsWith('/')) refuse(name, 'it must start with a slash.')
  return path
}
