import { expect, it } from 'vitest'
import { PASSWORD } from '#test/app.ts'
import { freshPostgresUrl, temporaryFolder } from '#test/engines.ts'
import { startPostgresProxy } from '#test/postgres-proxy.ts'
import { callProcess, runToEnd, startProcess, stop } from '#test/processes.ts'

const LONG_MS = 30_000

/** A real server whose PostgreSQL lies behind a wire that can be held or cut. */
async function startBehindProxy() {
  const proxy = await startPostgresProxy(await freshPostgresUrl())
  const server = await startProcess({ env: { APP_DATABASE_URL: proxy.url, APP_DATA_DIR: temporaryFolder() } })
  const body = { username: 'ana', password: PASSWORD }
  const setup = await callProcess(server, 'POST', '/api/auth/setup', { body })
  const token = setup.body.access_token
  const timed = async (method: string, path: string, more: object = {}) => {
    const began = performance.now()
    const { status } = await callProcess(server, method, path, { token, ...more })
    return { status, ms: performance.now() - began }
  }
  return { proxy, server, timed }
}

it('a PostgreSQL that takes connections and never answers is 503 within seconds, and forgotten when it is back', async () => {
  const { proxy, server, timed } = await startBehindProxy()
  expect(await timed('GET', '/api/auth/me')).toMatchObject({ status: 200 })
  proxy.hold()
  const [ready, live, ...others] = await Promise.all([
    timed('GET', '/api/health/ready'),
    timed('GET', '/api/health/live'),
    timed('GET', '/api/auth/me'),
    timed('GET', '/api/requests'),
    timed('POST', '/api/auth/logout'),
    timed('POST', '/api/auth/login', { body: { username: 'ana', password: PASSWORD } }),
  ])
  expect(ready.status).toBe(503)
  // The limits are of 2 to 15 seconds; a machine that has other work may need as long again, but not what a statement has.
  expect(ready.ms).toBeLessThan(LONG_MS)
  expect(live.status).toBe(200)
  expect(others.map(({ status }) => status)).toEqual([503, 503, 503, 503])
  expect(Math.max(...others.map(({ ms }) => ms))).toBeLessThan(LONG_MS)
  proxy.release()
  expect(await timed('GET', '/api/auth/me')).toMatchObject({ status: 200 })
  expect(await timed('GET', '/api/health/ready')).toMatchObject({ status: 200 })
  expect((await stop(server)).code).toBe(0)
})

it('a password that is refused ends the start at once with 78 and says so (E)', async () => {
  const url = new URL(await freshPostgresUrl())
  url.password = 'wrong'
  const began = performance.now()
  const end = await runToEnd({ env: { APP_DATABASE_URL: url.href, APP_DATA_DIR: temporaryFolder() } })
  expect(end.code).toBe(78)
  expect(end.stderr).toMatch(/^Foyer cannot start: The password was refused by PostgreSQL\..*\n$/)
  expect(end.stderr).not.toContain('wrong')
  expect(performance.now() - began).toBeLessThan(LONG_MS)
})
