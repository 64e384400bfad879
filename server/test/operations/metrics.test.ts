import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { startApp, startOn, type TestApp } from '#test/app.ts'
import { ENGINES, freshPostgresUrl, temporaryFolder } from '#test/engines.ts'
import { dropDatabase } from '#test/storage-failure.ts'
import { buildWorld } from '#test/world.ts'

const TOKEN = 'figures-for-prometheus'
const env = { APP_METRICS_TOKEN: TOKEN }

async function scrape(app: TestApp): Promise<string> {
  const answer = await app.call('GET', '/metrics', { token: TOKEN })
  expect(answer.status).toBe(200)
  return answer.raw.toString()
}

/** The value of one series; undefined when there is none. */
function valueOf(text: string, series: string): number | undefined {
  const line = text.split('\n').find(one => one.startsWith(`${series} `))
  return line === undefined ? undefined : Number(line.slice(series.length))
}

describe('the metrics page (C66)', () => {
  it('does not exist without a token, whoever asks', async () => {
    const app = await startApp()
    const admin = await app.setUp()
    for (const token of [undefined, admin.access_token]) {
      const answer = await app.call('GET', '/metrics', token ? { token } : {})
      expect([answer.status, answer.body.code]).toEqual([404, 'not_found'])
    }
  })

  it('opens to the token alone, under the base path', async () => {
    const app = await startApp({ env: { ...env, APP_BASE_PATH: '/foyer' } })
    const admin = await app.setUp()
    for (const token of [undefined, 'wrong', `${TOKEN}x`, admin.access_token]) {
      const answer = await app.call('GET', '/metrics', token ? { token } : {})
      expect([answer.status, answer.body.code]).toEqual([401, 'unauthorized'])
      expect(answer.headers['www-authenticate']).toBe('Bearer')
    }
    const answer = await app.call('GET', '/metrics', { token: TOKEN })
    expect([answer.status, answer.headers['content-type'], answer.headers['cache-control']]).toEqual([
      200,
      'text/plain; version=0.0.4; charset=utf-8',
      'no-store',
    ])
    const outside = await app.http.inject({ url: '/metrics', headers: { authorization: `Bearer ${TOKEN}` } })
    expect(outside.statusCode).toBe(404)
  })

  it('takes the token from a file', async () => {
    const file = join(temporaryFolder(), 'token')
    writeFileSync(file, `${TOKEN}\n`)
    await scrape(await startApp({ env: { APP_METRICS_TOKEN_FILE: file } }))
  })
})

describe.each(ENGINES)('the figures on %s', engine => {
  it('count answers by the pattern of their route, jobs, deliveries and sends by state', async () => {
    const app = await startOn(engine, { env })
    const admin = await app.setUp('somebody')
    await app.call('GET', '/api/auth/me', { token: admin.access_token })
    await app.call('DELETE', '/api/me/devices/nothing', { token: admin.access_token })
    await app.call('GET', '/api/nothing')
    const text = await scrape(app)
    const labels = (route: string, method: string, status: string) =>
      `{route="${route}",method="${method}",status="${status}"}`
    const me = labels('/api/auth/me', 'GET', '2xx')
    expect(valueOf(text, `foyer_http_requests_total${me}`)).toBe(1)
    expect(valueOf(text, `foyer_http_request_seconds_count${me}`)).toBe(1)
    expect(valueOf(text, `foyer_http_requests_total${labels('/api/me/devices/{id}', 'DELETE', '4xx')}`)).toBe(
      1,
    )
    expect(valueOf(text, `foyer_http_requests_total${labels('none', 'GET', '4xx')}`)).toBe(1)
    expect(valueOf(text, 'foyer_jobs{state="ready"}')).toBeGreaterThan(0)
    expect(valueOf(text, 'foyer_jobs{state="attention"}')).toBe(0)
    expect(valueOf(text, 'foyer_deliveries{state="attention"}')).toBe(0)
    expect(valueOf(text, 'foyer_outbox{state="pending"}')).toBe(0)
    expect(valueOf(text, 'foyer_event_streams')).toBe(0)
    expect(valueOf(text, `foyer_database_bytes{engine="${engine}"}`)).toBeGreaterThan(10_000)
    expect(valueOf(text, 'foyer_database_readable')).toBe(1)
    expect(valueOf(text, 'process_resident_memory_bytes')).toBeGreaterThan(1_000_000)
    expect(text).not.toContain('somebody')
  })
})

describe('figures of the outside', () => {
  it('count faults by product and caches by name, and name neither people, titles, hosts nor keys', async () => {
    const world = await buildWorld({ env, products: ['tmdb'], instances: ['movies'], users: ['uma'] })
    const { app, tmdb } = world
    await world.asUma('GET', '/api/discover/trending?type=movie')
    await world.asUma('GET', '/api/discover/trending?type=movie')
    await world.asAdmin('POST', '/api/admin/instances/test', {
      service_type: 'movie_manager',
      url: 'http://127.0.0.1:9',
      api_key: 'a'.repeat(32),
    })
    const text = await scrape(app)
    expect(valueOf(text, 'foyer_upstream_faults_total{product="Radarr",kind="unreachable"}')).toBeGreaterThan(
      0,
    )
    expect(valueOf(text, 'foyer_cache_misses_total{cache="screen-discovery"}')).toBeGreaterThan(0)
    for (const secret of ['uma', 'Movies', tmdb.api_key, world.radarr.api_key, new URL(tmdb.url).host]) {
      expect(text).not.toContain(secret)
    }
  })

  it('leave out what the database would say while it cannot be read', async () => {
    const APP_DATABASE_URL = await freshPostgresUrl()
    const app = await startApp({ env: { ...env, APP_DATABASE_URL } })
    await dropDatabase(APP_DATABASE_URL)
    const text = await scrape(app)
    expect(valueOf(text, 'foyer_database_readable')).toBe(0)
    expect(text).not.toContain('foyer_jobs')
    expect(valueOf(text, 'process_resident_memory_bytes')).toBeGreaterThan(0)
  })
})
