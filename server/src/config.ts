import { AI_PROVIDERS } from '@foyer/contract/assistant/ai-providers'
import {
  createReader,
  type Environment,
  parseEncryptionKey,
  readAiOauth,
  readBasePath,
  readContact,
  readDatabaseUrl,
  readHosts,
  readLanguage,
  readMediaRoots,
  readModelId,
  readNativePasskeys,
  readOrigins,
  readPath,
  readPort,
  readProgram,
  readProxy,
  readTrustedProxies,
} from './config-reader.ts'

declare const __FOYER_VERSION__: string | undefined

/** Set by the build; `dev` when running from source (9). */
export const VERSION = typeof __FOYER_VERSION__ === 'string' ? __FOYER_VERSION__ : 'dev'

export const LOG_LEVELS = ['error', 'warn', 'info', 'debug'] as const

/** The push services of Chromium, Firefox, Edge and Safari. */
const PUSH_SERVICES = [
  'fcm.googleapis.com',
  '.push.services.mozilla.com',
  '.notify.windows.com',
  '.push.apple.com',
]

const OPENAI_URL = 'https://api.openai.com/v1'
const XAI_URL = 'https://api.x.ai/v1'

export type Config = ReturnType<typeof readConfig>

/** The whole environment (E), read once; nothing else in the server reads process.env. */
export function readConfig(env: Environment) {
  const reader = createReader(env)
  const key = reader.secret('APP_ENCRYPTION_KEY')
  return {
    version: VERSION,
    /** Set by npm: this process is its child and must end with it. */
    is_npm_start: reader.read('npm_lifecycle_event') === 'start',
    /** Set by the start scripts of the archive and the container: how people type a command there. */
    launcher: reader.read('APP_LAUNCHER'),
    port: readPort(reader),
    bind: reader.read('APP_BIND') ?? '0.0.0.0',
    server_name: reader.read('APP_SERVER_NAME') ?? 'Foyer',
    /** The language of people who chose none, and of what goes to the whole household (C58). */
    language: readLanguage(reader),
    base_path: readBasePath(reader),
    data_dir: reader.read('APP_DATA_DIR') ?? './data',
    database_url: readDatabaseUrl(reader),
    encryption_key: key === undefined ? undefined : parseEncryptionKey(key, 'APP_ENCRYPTION_KEY'),
    trusted_proxies: readTrustedProxies(reader),
    media_roots: readMediaRoots(reader),
    library_callback_url: reader.url('APP_LIBRARY_CALLBACK_URL', { path_allowed: true }),
    plex_tv_url: reader.url('APP_PLEX_TV_URL', { path_allowed: true }) ?? 'https://plex.tv',
    /** E says the project's address by default. It has none until package.json names one, which a test notices. */
    contact: readContact(reader, 'APP_CONTACT') ?? 'self-hosted Foyer',
    /** Opens the figures (C66); without one there are none. */
    metrics_token: reader.secret('APP_METRICS_TOKEN'),
    log_level: reader.choice('APP_LOG_LEVEL', LOG_LEVELS, 'info'),
    environment_proxy: {
      https: readProxy(reader, 'HTTPS_PROXY'),
      http: readProxy(reader, 'HTTP_PROXY'),
      no_proxy: reader.list('NO_PROXY'),
    },
    /**
     * The authorization server of tool clients; unset, it is derived from each request (2:4.5). In one spelling only:
     * clients compare it letter by letter (RFC 9207).
     */
    oauth_issuer: reader.url('APP_OAUTH_ISSUER', { path_allowed: true, https_only: true }),
    mcp_allowed_origins: readOrigins(reader, 'APP_MCP_ALLOWED_ORIGINS'),
    native_passkeys: readNativePasskeys(reader),
    tmdb: {
      url: reader.url('APP_TMDB_URL', { path_allowed: true }) ?? 'https://api.themoviedb.org/3',
      api_key: reader.secret('APP_TMDB_API_KEY'),
      image_url: reader.url('APP_TMDB_IMAGE_URL', { path_allowed: true }) ?? 'https://image.tmdb.org/t/p',
    },
    trakt: {
      url: reader.url('APP_TRAKT_URL', { path_allowed: true }) ?? 'https://api.trakt.tv',
      client_id: reader.secret('APP_TRAKT_CLIENT_ID'),
      images_url: reader.url('APP_TRAKT_IMAGES_URL', { path_allowed: true }),
    },
    musicbrainz: {
      url: reader.url('APP_MUSICBRAINZ_URL', { path_allowed: true }) ?? 'https://musicbrainz.org/ws/2',
    },
    listenbrainz: {
      url: reader.url('APP_LISTENBRAINZ_URL', { path_allowed: true }) ?? 'https://api.listenbrainz.org',
    },
    coverart: {
      url: reader.url('APP_COVERART_URL', { path_allowed: true }) ?? 'https://coverartarchive.org',
      storage_hosts: readHosts(reader, 'APP_COVERART_STORAGE_HOSTS', ['archive.org', '.archive.org']),
    },
    hardcover: {
      url: reader.url('APP_HARDCOVER_URL', { path_allowed: true }) ?? 'https://api.hardcover.app',
      cdn_url: reader.url('APP_HARDCOVER_CDN_URL', { path_allowed: true }) ?? 'https://assets.hardcover.app',
      client_id: reader.read('APP_HARDCOVER_CLIENT_ID'),
    },
    /** The profile that pages preselect (2/4.6). */
    ai: {
      provider: reader.choice('APP_AI_PROVIDER', AI_PROVIDERS, 'openai'),
      model: readModelId(reader, 'APP_AI_MODEL'),
      openai_url: reader.url('APP_OPENAI_URL', { path_allowed: true }) ?? OPENAI_URL,
      anthropic_url: reader.url('APP_ANTHROPIC_URL', { path_allowed: true }) ?? 'https://api.anthropic.com',
      gemini_url:
        reader.url('APP_GEMINI_URL', { path_allowed: true }) ?? 'https://generativelanguage.googleapis.com',
      xai_url: reader.url('APP_XAI_URL', { path_allowed: true }) ?? XAI_URL,
      oauth_a: {
        ...readAiOauth(reader, 'APP_OAUTH_A'),
        api_url:
          reader.url('APP_OAUTH_A_API_URL', { path_allowed: true }) ??
          reader.url('APP_OPENAI_URL', { path_allowed: true }) ??
          OPENAI_URL,
        usage_path: readPath(reader, 'APP_OAUTH_A_USAGE_PATH'),
      },
      oauth_b: {
        ...readAiOauth(reader, 'APP_OAUTH_B'),
        api_url:
          reader.url('APP_OAUTH_B_API_URL', { path_allowed: true }) ??
          reader.url('APP_XAI_URL', { path_allowed: true }) ??
          XAI_URL,
      },
    },
    discord_url: reader.url('APP_DISCORD_URL', { path_allowed: true }) ?? 'https://discord.com',
    telegram_url: reader.url('APP_TELEGRAM_URL', { path_allowed: true }) ?? 'https://api.telegram.org',
    /** Hosts that personal destinations may reach although they are private, as `host[:port]` (C64). */
    private_destinations: readHosts(reader, 'APP_PRIVATE_DESTINATIONS', []),
    /** The program that talks to set-top boxes (2/4.12); unset, they are not supported. */
    settop_helper: readProgram(reader, 'APP_SETTOP_HELPER'),
    web_push: { hosts: readHosts(reader, 'APP_WEB_PUSH_HOSTS', PUSH_SERVICES) },
    push: {
      gateway_url: reader.url('APP_PUSH_GATEWAY_URL', { path_allowed: true }),
      api_key: reader.secret('APP_PUSH_API_KEY'),
      enrol_token: reader.secret('APP_PUSH_ENROLL_TOKEN'),
    },
  }
}

/** Values that must never appear in the log. */
export function secretsOf(config: Config): (string | undefined)[] {
  const { database_url, metrics_token, tmdb, trakt, push, ai } = config
  return [
    database_url,
    metrics_token,
    tmdb.api_key,
    trakt.client_id,
    push.api_key,
    push.enrol_token,
    ai.oauth_a.client_secret,
    ai.oauth_b.client_secret,
  ]
}

/** The configuration of this process. */
export function configFromProcess(): Config {
  return readConfig(process.env)
}
