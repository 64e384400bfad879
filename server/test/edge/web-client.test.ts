import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gzipSync, gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { startApp } from '#test/app.ts'
import { temporaryFolder } from '#test/engines.ts'

const INLINE = "document.documentElement.dataset.theme = 'dark'"
const SHELL = `<!doctype html><html lang="en"><head><base href="/" /><title>Foyer</title>
<script>${INLINE}</script><script type="module" src="./assets/app-1a2b.js"></script></head>
<body>${'<p>Foyer</p>'.repeat(100)}</body></html>`
const SCRIPT = `console.log(${'1 + '.repeat(500)}1)`

/** A built client in small: page, hashed asset with the twins a build makes, and a file without a hash. */
function builtClient(): string {
  const folder = temporaryFolder('foyer-web-')
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'index.html'), SHELL)
  writeFileSync(join(folder, 'assets/app-1a2b.js'), SCRIPT)
  writeFileSync(join(folder, 'assets/app-1a2b.js.br'), brotliCompressSync(SCRIPT))
  writeFileSync(join(folder, 'assets/app-1a2b.js.gz'), gzipSync(SCRIPT))
  writeFileSync(join(folder, 'manifest.webmanifest'), '{"name":"Foyer"}')
  return folder
}

function startClient(env: Record<string, string> = {}) {
  return startApp({ env, overrides: { web_folder: builtClient() } })
}

describe('the page (1/I, C33)', () => {
  it.each([
    ['/'],
    ['/login'],
    ['/connect?token=abc'],
    ['/dashboard/movies'],
    ['/settings/users/7'],
    ['/apiary'],
  ])('is served at %s', async path => {
    const app = await startClient()
    const answer = await app.call('GET', path)
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    expect(answer.raw.toString()).toBe(SHELL)
  })

  it('carries a strict policy that allows inline scripts only by their hash', async () => {
    const app = await startClient()
    const { headers } = await app.call('GET', '/login')
    const policy = String(headers['content-security-policy'])
    const hash = createHash('sha256').update(INLINE).digest('base64')
    expect(policy).toContain(`script-src 'self' 'sha256-${hash}';`)
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).toContain("object-src 'none'")
    expect(policy).toContain('; frame-src https://www.youtube-nocookie.com;')
    expect(/script-src[^;]*unsafe/.test(policy)).toBe(false)
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-cache',
    })
  })

  it('answers 304 to the tag it gave, also weakened or in a list', async () => {
    const app = await startClient()
    const tag = String((await app.call('GET', '/login')).headers.etag)
    for (const given of [tag, `"other", ${tag}`, `W/${tag.replace(/^W\//, '')}`, '*']) {
      const again = await app.call('GET', '/login', { headers: { 'if-none-match': given } })
      expect([given, again.status, again.raw.length]).toEqual([given, 304, 0])
      expect(again.headers.etag).toBe(tag)
    }
    const other = await app.call('GET', '/login', { headers: { 'if-none-match': '"other"' } })
    expect(other.status).toBe(200)
  })

  it('is compressed for those who can read it', async () => {
    const app = await startClient()
    const br = await app.call('GET', '/', { headers: { 'accept-encoding': 'gzip, br' } })
    expect([br.headers['content-encoding'], br.headers.vary]).toEqual(['br', 'accept-encoding'])
    expect(brotliDecompressSync(br.raw).toString()).toBe(SHELL)
  })

  it.each([
    ['POST', '/login'],
    ['DELETE', '/'],
    ['POST', '/assets/app-1a2b.js'],
  ])('answers 405 to %s %s (C32)', async (method, path) => {
    const app = await startClient()
    const answer = await app.call(method, path, { body: 'x', headers: { 'content-type': 'text/plain' } })
    expect([answer.status, answer.headers.allow, answer.body.code]).toEqual([
      405,
      'GET, HEAD',
      'method_not_allowed',
    ])
  })

  it.each([
    ['HEAD', '/api/auth/me', 'GET'],
    ['OPTIONS', '/api/admin/instances', 'GET, POST'],
    ['DELETE', '/api/auth/login', 'POST'],
    ['POST', '/ping', 'GET, HEAD'],
  ])('names the methods of the API itself beside it: %s %s, Allow: %s (C32)', async (method, path, allow) => {
    const app = await startClient()
    const answer = await app.call(method, path)
    expect([answer.status, answer.headers.allow]).toEqual([405, allow])
  })

  it('never takes the place of a missing API path, however it is asked for', async () => {
    const app = await startClient()
    for (const path of ['/api/nothing', '/oauth/x', '/mcp/x', '/.well-known/x', '/api', '/%61pi/nothing']) {
      const answer = await app.call('GET', path, { headers: { accept: 'text/html' } })
      expect([path, answer.status, answer.body.code]).toEqual([path, 404, 'not_found'])
    }
  })

  it('says that the client is not built when its folder is missing', async () => {
    const app = await startApp({ overrides: { web_folder: join(temporaryFolder(), 'none') } })
    const answer = await app.call('GET', '/')
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    expect(answer.raw.toString()).toContain('has not been built')
  })
})

describe('files of the client (1/I)', () => {
  const PATH = '/assets/app-1a2b.js'

  it('keeps hashed files for a year and others never without asking', async () => {
    const app = await startClient()
    const asset = await app.call('GET', PATH)
    expect(asset.raw.toString()).toBe(SCRIPT)
    expect(asset.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    })
    expect(String(asset.headers['content-type'])).toMatch(/^(text|application)\/javascript/)
    const manifest = await app.call('GET', '/manifest.webmanifest')
    expect([manifest.status, manifest.headers['cache-control']]).toEqual([200, 'no-cache'])
  })

  it('sends the twin made by the build', async () => {
    const app = await startClient()
    const br = await app.call('GET', PATH, { headers: { 'accept-encoding': 'gzip, br' } })
    expect([br.headers['content-encoding'], br.headers.vary]).toEqual(['br', 'accept-encoding'])
    expect(brotliDecompressSync(br.raw).toString()).toBe(SCRIPT)
    const gz = await app.call('GET', PATH, { headers: { 'accept-encoding': 'gzip' } })
    expect(gz.headers['content-encoding']).toBe('gzip')
    expect(gunzipSync(gz.raw).toString()).toBe(SCRIPT)
    expect(String(gz.headers['content-type'])).toMatch(/javascript/)
  })

  it('answers 304 and HEAD', async () => {
    const app = await startClient()
    const { headers } = await app.call('GET', PATH)
    const again = await app.call('GET', PATH, { headers: { 'if-none-match': String(headers.etag) } })
    expect(again.status).toBe(304)
    const head = await app.call('HEAD', PATH)
    expect([head.status, head.raw.length]).toEqual([200, 0])
  })

  it.each([
    ['/assets/gone-9z.js'],
    ['/favicon.png'],
    ['/assets/../../etc/passwd.txt'],
    ['/assets/%2e%2e/x.js'],
  ])('answers 404, never the page, to the missing file %s', async path => {
    const app = await startClient()
    const answer = await app.call('GET', path)
    expect([answer.status, answer.body.code]).toEqual([404, 'not_found'])
  })
})

describe('the client below a base path (E)', () => {
  it('points the page at the prefix and serves nothing outside', async () => {
    const app = await startClient({ APP_BASE_PATH: '/foyer' })
    for (const path of ['', '/', '/login']) {
      const page = await app.call('GET', path)
      expect([path, page.status]).toEqual([path, 200])
      expect(page.raw.toString()).toContain('<base href="/foyer/" />')
    }
    expect((await app.call('GET', '/assets/app-1a2b.js')).raw.toString()).toBe(SCRIPT)
    for (const url of ['/', '/login', '/assets/app-1a2b.js']) {
      expect((await app.http.inject({ url })).statusCode).toBe(404)
    }
  })
})
