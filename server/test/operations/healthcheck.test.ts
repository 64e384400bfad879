import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { beforeAll, describe, expect, it } from 'vitest'
import { findHealthProblem, healthAddress } from '#kit/outbound/own-health.ts'
import { afterTest, temporaryFolder } from '#test/engines.ts'
import { mainFile, runToEnd, startProcess, stop } from '#test/processes.ts'

/** Something on a port that answers this, or nothing at all. */
async function serve(status: number | null): Promise<string> {
  const server = createServer((_req, res) => {
    if (status !== null) res.writeHead(status, { location: '/' }).end('{}')
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  afterTest(async () => {
    server.closeAllConnections()
    server.close()
  })
  return String((server.address() as AddressInfo).port)
}

describe('the health check (C66)', () => {
  it.each([
    ['0.0.0.0', 'http://127.0.0.1:5454/foyer/api/health/ready'],
    ['::', 'http://[::1]:5454/foyer/api/health/ready'],
    ['::1', 'http://[::1]:5454/foyer/api/health/ready'],
    ['10.0.0.7', 'http://10.0.0.7:5454/foyer/api/health/ready'],
    ['localhost', 'http://localhost:5454/foyer/api/health/ready'],
  ])('asks a server that listens on %s at %s', (bind, address) => {
    expect(healthAddress({ bind, port: 5454, base_path: '/foyer' })).toBe(address)
  })

  it.each([
    [200, null],
    [503, expect.stringContaining('503')],
    [404, expect.stringContaining('404')],
    [302, expect.stringContaining('302')],
  ])('of an answer of %s says %s', async (status, problem) => {
    expect(await findHealthProblem(`http://127.0.0.1:${await serve(status)}/`)).toEqual(problem)
  })

  it('does not wait for ever', async () => {
    const url = `http://127.0.0.1:${await serve(null)}/`
    expect(await findHealthProblem(url, 100)).toBe(`Foyer does not answer at ${url}.`)
  })
})

describe('node main.js healthcheck (C66)', () => {
  beforeAll(async () => void (await mainFile()))
  const check = (env: Record<string, string>) => runToEnd({ env, args: ['healthcheck'] })

  it('is 0 and silent while the server is ready under its base path, else 1 with one sentence', async () => {
    const env = { APP_DATA_DIR: temporaryFolder(), APP_BASE_PATH: '/foyer' }
    const server = await startProcess({ env })
    const PORT = new URL(server.url).port
    const proxy = { HTTP_PROXY: `http://127.0.0.1:${await serve(502)}` }
    const ready = await check({ ...env, PORT, ...proxy })
    expect([ready.code, ready.stdout, ready.stderr]).toEqual([0, '', ''])
    const elsewhere = await check({ PORT, APP_BASE_PATH: '/other' })
    expect([elsewhere.code, elsewhere.stdout]).toEqual([1, ''])
    await stop(server)
    const gone = await check({ ...env, PORT })
    expect([gone.code, gone.stdout]).toEqual([1, ''])
    expect(gone.stderr).toMatch(/^Foyer does not answer[^\n]+\n$/)
  })

  it('is 1, not 78, when a setting cannot be used: supervisors know only 0 and 1', async () => {
    const end = await check({ APP_BASE_PATH: 'no slash' })
    expect([end.code, end.stdout]).toEqual([1, ''])
    expect(end.stderr).toMatch(/APP_BASE_PATH/)
  })
})
