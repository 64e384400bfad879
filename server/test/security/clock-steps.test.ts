import { setImmediate } from 'node:timers/promises'
import { MOVIE } from '@foyer/simulators'
import { describe, expect, it } from 'vitest'
import { createDownloadTickets } from '#features/media-files/download-tickets.ts'
import { createCeremonies } from '#features/signin-passkey/ceremonies.ts'
import { createRateLimits } from '#http/rate-limits.ts'
import { systemClock } from '#kit/clock.ts'
import { eventually } from '#test/eventually.ts'
import { LIBRARY_PARTS } from '#test/status-calls.ts'
import { createTestClock } from '#test/test-clock.ts'
import { createSpacing } from '#kit/outbound/spacing.ts'
import { createValueCache } from '#kit/value-cache.ts'
import { done } from '#jobs/index.ts'
import { createLeaseClock } from '#jobs/lease-clock.ts'
import { HOUR_MS } from '#kit/durations.ts'
import { createTestJobs, enqueueNote, note } from '#test/test-jobs.ts'
import { startApp } from '#test/app.ts'
import { openFresh } from '#test/engines.ts'
import { revokeDevice } from '#test/people.ts'
import { listen } from '#test/sockets.ts'
import { openSocket, openSse } from '#test/streams.ts'
import { buildWorld } from '#test/world.ts'

/**
 * Defends limits, budgets and lifetimes in memory against a wall clock that steps: a time server that corrects
 * it, a virtual machine that wakes up, or somebody who can move it. None of them may open a limit early or keep
 * anything waiting (0.5, 1/6).
 */
const STEPS = [
  ['back', -HOUR_MS],
  ['forward', HOUR_MS],
] as const

describe.each(STEPS)('the wall clock steps %s by an hour', (_direction, step) => {
  it('neither empties nor prolongs a rate limit (0.5)', async () => {
    const app = await startApp()
    const attempt = () => app.call('POST', '/api/auth/login', { body: { username: 'x', password: 'y' } })
    for (let i = 0; i < 10; i += 1) expect((await attempt()).status).not.toBe(429)
    app.clock.advance(20_000)
    app.clock.stepWallClock(step)
    const refused = await attempt()
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '40'])
    app.clock.advance(40_000)
    expect((await attempt()).status).not.toBe(429)
  })

  it('keeps no call to a spaced provider waiting, and lets none start early', async () => {
    const clock = createTestClock()
    const spacing = createSpacing(clock)
    const turn = { key: 'musicbrainz', interval_ms: 1000, max_wait_ms: 3000 }
    await spacing.wait(turn)
    clock.stepWallClock(step)
    let started = false
    const second = spacing.wait(turn).then(() => (started = true))
    clock.advance(999)
    await setImmediate()
    expect(started).toBe(false)
    clock.advance(1)
    await second
  })

  it('changes no age in a cache', async () => {
    const clock = createTestClock()
    const cache = createValueCache<string>({ clock, max_bytes: 10_000, size_of: text => text.length })
    await cache.get('key', { ttl_ms: 60_000 }, async () => 'value')
    clock.advance(59_999)
    clock.stepWallClock(step)
    expect(cache.getNow('key')).toBe('value')
    clock.advance(1)
    expect(cache.getNow('key')).toBeUndefined()
  })

  it('changes no lifetime of a download ticket or a passkey ceremony (1/4.13, 1/4.1)', () => {
    const clock = createTestClock()
    const tickets = createDownloadTickets({ clock })
    const ceremonies = createCeremonies(clock)
    const about = { rp_id: 'localhost', origins: [], challenge: 'c', owner: 'a' }
    const { token } = tickets.issue({
      device_id: 'd1',
      instance_id: 'in_a',
      instance_url: 'http://a',
      file_id: 7,
    })
    const [early, late] = [ceremonies.begin(about), ceremonies.begin(about)]
    clock.stepWallClock(step)
    clock.advance(5 * 60_000 - 1)
    expect(ceremonies.take(early, 'a')).toBeDefined()
    clock.advance(1)
    expect(ceremonies.take(late, 'a')).toBeUndefined()
    clock.advance(5 * 60_000 - 1)
    expect(tickets.find(token)).toBeDefined()
    clock.advance(1)
    expect(tickets.find(token)).toBeUndefined()
  })

  it('lets no running job begin a second time, and nothing else in its lane (1:3)', async () => {
    const database = await openFresh('sqlite')
    const clock = createTestClock()
    const { jobs } = createTestJobs(database, clock, { lease_clock: createLeaseClock({ database, clock }) })
    const end = Promise.withResolvers<void>()
    const begun: string[] = []
    jobs.define(note)
    jobs.handle(note, async ({ payload }) => {
      begun.push(payload.text)
      await end.promise
      return done()
    })
    await enqueueNote({ jobs, database }, 'running', { lane: 'radarr' })
    await jobs.start()
    await expect.poll(() => begun).toEqual(['running'])
    await enqueueNote({ jobs, database }, 'waiting', { lane: 'radarr' })
    clock.stepWallClock(step)
    // The next sweep, before the next heartbeat would renew the lease.
    clock.advance(9_999)
    await enqueueNote({ jobs, database }, 'elsewhere')
    await expect.poll(() => begun.includes('elsewhere')).toBe(true)
    expect(begun).toEqual(['running', 'elsewhere'])
    end.resolve()
  })

  it('goes on pinging, dropping the silent and closing the revoked (1/6)', async () => {
    const app = await startApp()
    const session = await app.setUp()
    const url = `http://127.0.0.1:${await listen(app)}`
    const silent = await openSocket(url, session.access_token, { autoPong: false })
    const sse = await openSse(url, session.access_token)
    app.clock.stepWallClock(step)
    app.clock.advance(25_000)
    await eventually(() => expect(sse.text()).toMatch(/^: /m))
    app.clock.advance(34_999)
    await app.events.publish(null, { type: 'not_yet', data: {} }, { to: 'everyone' })
    await silent.received('not_yet')
    app.clock.advance(1)
    expect(await silent.closed).toBe(1006)
    await revokeDevice(app, session.device_id)
    app.clock.advance(5000)
    expect(await sse.closed).toBe('end')
  })

  it('goes on looking at the queues every 30 s while a stream is open (1/6)', async () => {
    const { app, radarr, users } = await buildWorld(LIBRARY_PARTS)
    const page = await openSse(`http://127.0.0.1:${await listen(app)}`, users.bob.access_token)
    const changes = () => page.frames.filter(frame => frame.type === 'library_queue_changed').length
    const { id } = radarr.addMovie(MOVIE.requested)
    const { download_id } = radarr.startDownload(id, { duration_ms: HOUR_MS })
    app.clock.advance(30_000)
    await page.received('library_queue_changed')
    app.clock.stepWallClock(step)
    radarr.finishDownload(download_id)
    app.clock.advance(30_000)
    await eventually(() => expect(changes()).toBe(2))
  })
})

it('the monotonic reading grows and is not the wall clock', async () => {
  const readings = [systemClock.monotonicMs()]
  await systemClock.sleep(5)
  readings.push(systemClock.monotonicMs())
  expect(readings[1]).toBeGreaterThan(readings[0] ?? 0)
  expect(readings[0]).toBeLessThan(systemClock.now().getTime() / 2)
})

it('a limit counts by the monotonic reading alone', () => {
  const clock = createTestClock()
  const limits = createRateLimits(clock)
  for (let i = 0; i < 3; i += 1) limits.take('chat_test', 'one')
  for (let i = 0; i < 10; i += 1) {
    clock.stepWallClock(i % 2 === 0 ? HOUR_MS : -HOUR_MS)
    expect(() => limits.take('chat_test', 'one')).toThrow('Too many attempts')
  }
  clock.advance(60_000)
  limits.take('chat_test', 'one')
})
