import { afterEach, beforeEach, expect, it } from 'vitest'
import { text } from './answer.ts'
import { type FaultProxy, startFaultProxy } from './fault-proxy.ts'
import { createSimServer, type SimServer } from './sim-server.ts'

const BODY = 'x'.repeat(20_000)

let server: SimServer
let proxy: FaultProxy

beforeEach(async () => {
  server = createSimServer({
    name: 'behind',
    now: () => 0,
    authorise: () => null,
    notFound: () => text('', 404),
    refuse: code => text('', code),
    refuseKey: () => text('', 401),
  })
  server.route('GET /base/page', () => text(BODY))
  await server.listen()
  proxy = await startFaultProxy(`${server.url}/base`)
})
afterEach(async () => {
  await proxy.close()
  await server.close()
})

// A fresh connection each time, so that a change of mode is met by the next call.
function call(timeout = 2000): Promise<string> {
  const init = { headers: { connection: 'close' }, signal: AbortSignal.timeout(timeout) }
  return fetch(`${proxy.url}/page`, init).then(response => response.text())
}

it('passes through, keeping the path of the target', async () => {
  expect(await call()).toBe(BODY)
  expect(proxy.connections).toBe(1)
})

it('adds latency', async () => {
  proxy.latency(30)
  const before = performance.now()
  await call()
  expect(performance.now() - before).toBeGreaterThan(55)
})

it('limits bandwidth', async () => {
  proxy.bandwidth(200_000)
  const before = performance.now()
  await call()
  expect(performance.now() - before).toBeGreaterThan(80)
})

it('cuts after so many bytes', async () => {
  proxy.cutAfter(5000)
  await expect(call()).rejects.toThrow('terminated')
})

it('refuses, and comes back on the same port', async () => {
  await proxy.refuse()
  await expect(call()).rejects.toMatchObject({ cause: { code: 'ECONNREFUSED' } })
  await proxy.pass()
  expect(await call()).toBe(BODY)
})

it('swallows everything as a black hole', async () => {
  proxy.blackHole()
  await expect(call(60)).rejects.toThrow('timeout')
  expect(server.journal.entries).toHaveLength(0)
})

it('resets the connection', async () => {
  proxy.reset()
  await expect(call()).rejects.toThrow('fetch failed')
})
