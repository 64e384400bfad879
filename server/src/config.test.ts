import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { StartupRefusal } from '#kit/startup-refusal.ts'
import { temporaryFolder } from '#test/engines.ts'
import { readConfig } from './config.ts'

const KEY = randomBytes(32).toString('base64')

describe('the environment (E)', () => {
  it('gives providers the address of the project as the contact, once it has one', () => {
    const manifest = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'))
    const project = manifest.homepage ?? manifest.repository?.url ?? 'self-hosted Foyer'
    expect(readConfig({}).contact).toBe(project)
    expect(readConfig({ APP_CONTACT: 'ana@example.org' }).contact).toBe('ana@example.org')
  })

  it('has the documented defaults', () => {
    expect(readConfig({})).toMatchObject({
      version: 'dev',
      port: 5454,
      bind: '0.0.0.0',
      server_name: 'Foyer',
      base_path: '',
      data_dir: './data',
      database_url: undefined,
      encryption_key: undefined,
      trusted_proxies: [],
      media_roots: [],
      log_level: 'info',
      tmdb: { url: 'https://api.themoviedb.org/3', image_url: 'https://image.tmdb.org/t/p' },
      trakt: { url: 'https://api.trakt.tv', client_id: undefined, images_url: undefined },
      hardcover: {
        url: 'https://api.hardcover.app',
        cdn_url: 'https://assets.hardcover.app',
        client_id: undefined,
      },
      push: { gateway_url: undefined },
      ai: {
        provider: 'openai',
        model: undefined,
        openai_url: 'https://api.openai.com/v1',
        anthropic_url: 'https://api.anthropic.com',
        gemini_url: 'https://generativelanguage.googleapis.com',
        xai_url: 'https://api.x.ai/v1',
      },
    })
  })

  it.each([
    ['PORT', '8080', { port: 8080 }],
    ['PORT', 'tcp://10.0.0.1:5454', { port: 5454 }],
    ['PORT', '', { port: 5454 }],
    ['PORT', '0', { port: 0 }],
    ['APP_BASE_PATH', '/foyer/', { base_path: '/foyer' }],
    ['APP_BASE_PATH', '/a/b-c', { base_path: '/a/b-c' }],
    ['APP_BASE_PATH', '/', { base_path: '' }],
    ['APP_LANGUAGE', 'pt-br', { language: 'pt-BR' }],
    ['APP_TRUSTED_PROXIES', '10.0.0.0/8, ::1', { trusted_proxies: ['10.0.0.0/8', '::1'] }],
    ['APP_MEDIA_ROOTS', '/media/, /srv/films', { media_roots: ['/media', '/srv/films'] }],
    ['APP_DATABASE_URL', 'postgresql://u:p@db/foyer', { database_url: 'postgresql://u:p@db/foyer' }],
    ['APP_LOG_LEVEL', 'debug', { log_level: 'debug' }],
    ['APP_OAUTH_ISSUER', 'https://a.example/foyer/', { oauth_issuer: 'https://a.example/foyer' }],
    ['APP_OAUTH_ISSUER', 'HTTPS://A.example:443/?', { oauth_issuer: 'https://a.example' }],
    ['APP_SERVER_NAME', ' Home ', { server_name: 'Home' }],
    ['APP_TMDB_URL', 'http://127.0.0.1:9/3/', { tmdb: { url: 'http://127.0.0.1:9/3' } }],
    ['APP_LIBRARY_CALLBACK_URL', 'http:foyer:5454', { library_callback_url: 'http://foyer:5454' }],
    ['APP_TMDB_URL', 'HTTP://Mirror.lan:80/3/?', { tmdb: { url: 'http://mirror.lan/3' } }],
    ['APP_TMDB_URL', 'https:mirror.lan\\3#', { tmdb: { url: 'https://mirror.lan/3' } }],
    ['APP_TRAKT_URL', 'http://127.0.0.1:9/', { trakt: { url: 'http://127.0.0.1:9' } }],
    ['APP_DISCORD_URL', 'http://127.0.0.1:9/', { discord_url: 'http://127.0.0.1:9' }],
    ['APP_TRAKT_CLIENT_ID', 'c0ffee', { trakt: { client_id: 'c0ffee' } }],
    ['APP_TRAKT_IMAGES_URL', 'http://127.0.0.1:9/i', { trakt: { images_url: 'http://127.0.0.1:9/i' } }],
    ['APP_HARDCOVER_URL', 'http://127.0.0.1:9/', { hardcover: { url: 'http://127.0.0.1:9' } }],
    ['APP_HARDCOVER_CDN_URL', 'http://127.0.0.1:9/c', { hardcover: { cdn_url: 'http://127.0.0.1:9/c' } }],
    ['APP_HARDCOVER_CLIENT_ID', 'app', { hardcover: { client_id: 'app' } }],
    ['APP_MUSICBRAINZ_URL', 'http://127.0.0.1:9/ws/2', { musicbrainz: { url: 'http://127.0.0.1:9/ws/2' } }],
    ['APP_LISTENBRAINZ_URL', 'http://127.0.0.1:9/', { listenbrainz: { url: 'http://127.0.0.1:9' } }],
    ['APP_COVERART_URL', 'http://127.0.0.1:9', { coverart: { url: 'http://127.0.0.1:9' } }],
    ['APP_COVERART_STORAGE_HOSTS', '', { coverart: { storage_hosts: ['archive.org', '.archive.org'] } }],
    [
      'APP_COVERART_STORAGE_HOSTS',
      '127.0.0.1:9, .Store.test',
      { coverart: { storage_hosts: ['127.0.0.1:9', '.store.test'] } },
    ],
    ['APP_WEB_PUSH_HOSTS', '', { web_push: { hosts: expect.arrayContaining(['.push.apple.com']) } }],
    ['APP_WEB_PUSH_HOSTS', 'push.home.lan:8443', { web_push: { hosts: ['push.home.lan:8443'] } }],
    [
      'APP_PRIVATE_DESTINATIONS',
      '[FD00:0::5]:8080, [::1], ntfy_server:80',
      { private_destinations: ['[fd00::5]:8080', '[::1]', 'ntfy_server:80'] },
    ],
    [
      'APP_APPLE_APP_IDS',
      'A1B2C3D4E5.org.x-y.app',
      { native_passkeys: { apple_app_ids: [expect.any(String)] } },
    ],
    ['HTTPS_PROXY', 'proxy.lan:3128', { environment_proxy: { https: 'proxy.lan:3128' } }],
    ['HTTP_PROXY', 'socks5h://me:x@[::1]:1', { environment_proxy: { http: 'socks5h://me:x@[::1]:1' } }],
    ['APP_PUSH_GATEWAY_URL', 'https://push.test', { push: { gateway_url: 'https://push.test' } }],
    ['APP_AI_PROVIDER', 'anthropic', { ai: { provider: 'anthropic' } }],
    ['APP_AI_PROVIDER', '', { ai: { provider: 'openai' } }],
    ['APP_AI_MODEL', ' gpt-5.5 ', { ai: { model: 'gpt-5.5' } }],
    ['APP_OPENAI_URL', 'http://127.0.0.1:9/v1/', { ai: { openai_url: 'http://127.0.0.1:9/v1' } }],
    ['APP_ANTHROPIC_URL', 'http://127.0.0.1:9/', { ai: { anthropic_url: 'http://127.0.0.1:9' } }],
    ['APP_GEMINI_URL', 'http://127.0.0.1:9/g', { ai: { gemini_url: 'http://127.0.0.1:9/g' } }],
    ['APP_XAI_URL', 'http://127.0.0.1:9/v1', { ai: { xai_url: 'http://127.0.0.1:9/v1' } }],
    ['APP_ENCRYPTION_KEY', KEY, { encryption_key: Buffer.from(KEY, 'base64') }],
  ])('reads %s=%s', (name, value, expected) => {
    expect(readConfig({ [name]: value })).toMatchObject(expected)
  })

  it.each([
    ['PORT', '65536'],
    ['APP_LANGUAGE', 'german'],
    ['APP_BASE_PATH', 'foyer'],
    ['APP_BASE_PATH', '/foyer?x'],
    ['APP_BASE_PATH', '/a//b'],
    ['APP_BASE_PATH', '/../x'],
    ['APP_DATABASE_URL', 'mysql://db/foyer'],
    ['APP_DATABASE_URL', 'postgres://[half/foyer'],
    ['APP_ENCRYPTION_KEY', 'short'],
    ['APP_ENCRYPTION_KEY', randomBytes(31).toString('base64')],
    ['APP_ENCRYPTION_KEY', `${KEY} ${KEY}`],
    ['APP_TRUSTED_PROXIES', '10.0.0.0/33'],
    ['APP_TRUSTED_PROXIES', 'localhost'],
    ['APP_TRUSTED_PROXIES', '10.0.0.0/8/8'],
    ['APP_TRUSTED_PROXIES', '::1/129'],
    ['APP_MEDIA_ROOTS', '/'],
    ['APP_MEDIA_ROOTS', 'media'],
    ['APP_MEDIA_ROOTS', '/media/../etc'],
    ['APP_LOG_LEVEL', 'loud'],
    ['HTTPS_PROXY', 'not a proxy'],
    ['HTTPS_PROXY', 'ftp://proxy.lan'],
    ['HTTP_PROXY', 'http://me:100%@proxy.lan'],
    ['APP_TMDB_URL', 'api.themoviedb.org'],
    ['APP_TMDB_URL', 'ftp://files/3'],
    ['APP_TMDB_URL', 'https://user:pass@host/3'],
    ['APP_TMDB_URL', 'https://:pass@host/3'],
    ['APP_TMDB_IMAGE_URL', 'https://host/t?x=1'],
    ['APP_COVERART_STORAGE_HOSTS', 'https://archive.org'],
    ['APP_COVERART_STORAGE_HOSTS', '*.archive.org'],
    ['APP_WEB_PUSH_HOSTS', 'https://push.home.lan'],
    ['APP_PRIVATE_DESTINATIONS', 'fd00::5'],
    ['APP_PRIVATE_DESTINATIONS', '[ntfy.lan]'],
    ['APP_PRIVATE_DESTINATIONS', 'ntfy.lan:65536'],
    ['APP_APPLE_APP_IDS', 'https://example.org/app'],
    ['APP_APPLE_APP_IDS', 'A1B2C3D4E5'],
    ['APP_ANDROID_PACKAGE_NAME', 'my app'],
    ['APP_ANDROID_CERT_SHA256_FINGERPRINTS', 'garbage'],
    ['APP_ANDROID_CERT_SHA256_FINGERPRINTS', Array(20).fill('AA').join(':')],
    [
      'APP_ANDROID_CERT_SHA256_FINGERPRINTS',
      `${Array(32).fill('AA').join(':')}, ${Array(32).fill('XY').join(':')}`,
    ],
    ['APP_CONTACT', 'ana@Łódź.example'],
    ['APP_CONTACT', 'ana@example.org\nX-Other: header'],
    ['APP_AI_MODEL', 'm'.repeat(257)],
    ['APP_AI_PROVIDER', 'skynet'],
    ['APP_AI_PROVIDER', 'OpenAI'],
    ['APP_OPENAI_URL', 'api.openai.com'],
    ['APP_ANTHROPIC_URL', 'https://user:pass@host'],
    ['APP_GEMINI_URL', 'https://host?key=1'],
    ['APP_XAI_URL', 'ftp://host/v1'],
    ['APP_OAUTH_ISSUER', 'http://media.example.org'],
    ['APP_MCP_ALLOWED_ORIGINS', 'https://tools.example.org/path'],
    ['APP_SETTOP_HELPER', 'bin/helper'],
    ['APP_OAUTH_A_TOKEN_PATH', 'token'],
  ])('refuses %s=%s in one line that names it and not its secret', (name, value) => {
    const refusal = refusalOf({ [name]: value })
    expect(refusal.message).toMatch(new RegExp(`^${name}\\b.*\\.$`))
    expect(refusal.message).not.toMatch(/[\r\n]/)
    if (['APP_DATABASE_URL', 'APP_ENCRYPTION_KEY', 'HTTP_PROXY'].includes(name))
      expect(refusal.message).not.toContain(value)
  })
})

describe('secrets by file (R11, E)', () => {
  const SECRETS = ['APP_DATABASE_URL', 'APP_ENCRYPTION_KEY', 'APP_TMDB_API_KEY']
  const VALUES: Record<string, string> = {
    APP_DATABASE_URL: 'postgres://db/foyer',
    APP_ENCRYPTION_KEY: KEY,
    APP_TMDB_API_KEY: 'abcdef0123456789',
  }

  it.each(SECRETS)('%s can be read from a file, whose content is trimmed', name => {
    const file = join(temporaryFolder(), 'secret')
    writeFileSync(file, ` ${VALUES[name]}\n`)
    expect(readConfig({ [`${name}_FILE`]: file })).toEqual(readConfig({ [name]: VALUES[name] }))
  })

  it.each(SECRETS)('%s set both directly and by a file stops the start', name => {
    const file = join(temporaryFolder(), 'secret')
    writeFileSync(file, VALUES[name] ?? '')
    const { message } = refusalOf({ [name]: VALUES[name], [`${name}_FILE`]: file })
    expect(message).toContain(`${name}_FILE`)
    expect(message).not.toContain(VALUES[name])
  })

  it.each(SECRETS)('%s_FILE that cannot be read or is empty stops the start', name => {
    const folder = temporaryFolder()
    const empty = join(folder, 'empty')
    writeFileSync(empty, '\n')
    for (const file of [join(folder, 'none'), folder, empty]) {
      expect(refusalOf({ [`${name}_FILE`]: file }).message).toContain(`${name}_FILE`)
    }
  })
})

function refusalOf(env: Record<string, string | undefined>): StartupRefusal {
  try {
    readConfig(env)
  } catch (error) {
    if (error instanceof StartupRefusal) return error
    throw error
  }
  throw new Error('the configuration was accepted')
}
