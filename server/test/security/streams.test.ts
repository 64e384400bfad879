import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { createLocalBroadcast } from '#db/broadcast-local.ts'
import { createEvents } from '#events/events.ts'
import { createEventHub } from '#features/live-events/event-hub.ts'
import type { Caller } from '#kit/caller.ts'
import type { Clock } from '#kit/clock.ts'
import { createTestClock } from '#test/test-clock.ts'
import { createTestLog } from '#test/test-log.ts'
import { startApp } from '#test/app.ts'
import { openFresh } from '#test/engines.ts'
import { revokeDevice, signIn, signInAs } from '#test/people.ts'
import { listen } from '#test/sockets.ts'
import { openSocket, openSse, refusedSocket } from '#test/streams.ts'

/**
 * Defends the server against a member who opens streams until every event costs seconds (C70): limits per device,
 * user and process; one decision per event and person; one timer for all; and no slice of work so long that other
 * requests wait for it.
 */
const callerOf = (user_id: number, device = 0): Caller => ({
  user_id,
  username: `user${user_id}`,
  role: 'user',
  device_id: `d_${user_id}_${device}`,
})

async function startHub(canReceive: (caller: Caller) => boolean | Promise<boolean> = () => true) {
  const log = createTestLog()
  const clock = createTestClock()
  const asked = { viewers: [] as number[][], titles: [] as number[], devices: [] as string[] }
  const broadcast = createLocalBroadcast(await openFresh('sqlite'), log)
  const events = createEvents(broadcast)
  const hub = createEventHub({
    broadcast,
    clock,
    log,
    version: 'dev',
    findCallers: async ids => {
      asked.devices.push(...ids)
      return new Map(ids.map(id => [id, callerOf(Number(id.split('_')[1]), Number(id.split('_')[2]))]))
    },
    findViewers: async (_id, callers) => {
      asked.viewers.push(callers.map(one => one.user_id))
      return new Set(callers.map(one => one.user_id))
    },
    canReceive: caller => {
      asked.titles.push(caller.user_id)
      return canReceive(caller)
    },
  })
  hub.start()
  const received: { user_id: number; bytes: { type: string; json: Buffer; sse: Buffer } }[] = []
  let beats = 0
  const join = (caller: Caller) =>
    hub.join(caller, {
      send: bytes => {
        if (bytes.type !== 'hello') received.push({ user_id: caller.user_id, bytes })
      },
      beat: () => (beats += 1),
      close: () => {},
    })
  const publish = (type: string) =>
    events.publish(null, { type, data: { tmdb_id: 1 } }, { to: 'instance', instance_id: 'in_a' })
  return { hub, events, clock, asked, received, join, publish, beats: () => beats }
}

const PEOPLE = [1, 2, 3]

/** Thirty streams each, on three devices. */
function joinThirtyEach({ join }: Pick<Awaited<ReturnType<typeof startHub>>, 'join'>): void {
  for (const id of PEOPLE) for (let i = 0; i < 30; i += 1) join(callerOf(id, Math.floor(i / 10)))
}

describe('an event with many open streams (C70)', () => {
  it('is decided once per person and made once for all', async () => {
    const hub = await startHub()
    joinThirtyEach(hub)
    await hub.publish('download_progress')
    await expect.poll(() => hub.received.length).toBe(90)
    expect(hub.asked.viewers).toEqual([PEOPLE])
    expect(hub.asked.titles).toEqual(PEOPLE)
    expect(new Set(hub.received.map(one => one.bytes)).size).toBe(1)
    const [first] = hub.received
    const json = JSON.stringify({ type: 'download_progress', data: { tmdb_id: 1 } })
    expect(first?.bytes.json.toString()).toBe(json)
    expect(first?.bytes.sse.toString()).toBe(`event: download_progress\ndata: ${json}\n\n`)
  })

  it('that takes long to judge for one is not late for the others, and is judged once for them as well', async () => {
    const { promise, resolve } = Promise.withResolvers<boolean>()
    const hub = await startHub(({ user_id }) => (user_id === 2 ? promise : true))
    joinThirtyEach(hub)
    await hub.publish('download_progress')
    await expect.poll(() => hub.received.length).toBe(60)
    expect(new Set(hub.received.map(one => one.user_id))).toEqual(new Set([1, 3]))
    resolve(true)
    await expect.poll(() => hub.received.length).toBe(90)
    expect(hub.asked.titles).toEqual(PEOPLE)
  })

  it('goes out in slices, between which other work is done, and two events keep their order', async () => {
    const hub = await startHub()
    for (let id = 1; id <= 70; id += 1) for (let i = 0; i < 30; i += 1) hub.join(callerOf(id, i % 3))
    const everyone = { to: 'everyone' } as const
    await hub.events.publish(null, { type: 'first', data: {} }, everyone)
    await hub.events.publish(null, { type: 'second', data: {} }, everyone)
    const reached: number[] = []
    while (hub.received.length < 4200) {
      reached.push(hub.received.length)
      await setImmediate()
    }
    expect(reached.length).toBeGreaterThan(10)
    const types = hub.received.map(one => one.bytes.type)
    expect(types.lastIndexOf('first')).toBe(2099)
    expect(types.indexOf('second')).toBe(2100)
  })

  it('is not written to a stream that left while others were written to', async () => {
    const hub = await startHub()
    const leave = Array.from({ length: 300 }, (_, i) => hub.join(callerOf(Math.floor(i / 30), i % 3)))
    await hub.events.publish(null, { type: 'event', data: {} }, { to: 'everyone' })
    const before = hub.received.length
    expect(before).toBeLessThan(300)
    for (const one of leave) one()
    await setImmediate()
    await setImmediate()
    expect(hub.received).toHaveLength(before)
    expect(hub.hub.openStreams()).toBe(0)
  })

  it('asks storage about each device once, not about each stream', async () => {
    const hub = await startHub()
    joinThirtyEach(hub)
    hub.clock.advance(2000)
    await expect.poll(() => hub.asked.devices.length).toBe(9)
    expect(new Set(hub.asked.devices).size).toBe(9)
  })
})

describe('the limits (C70)', () => {
  it('are thirty streams per user over all devices and both transports, then 429', async () => {
    const app = await startApp()
    await app.setUp()
    const bob = await signInAs(app, 'bob', 'user')
    const eve = await signInAs(app, 'eve', 'user')
    const url = `http://127.0.0.1:${await listen(app)}`
    const devices = [bob]
    for (let i = 0; i < 3; i += 1) devices.push(await signIn(app, 'bob'))
    const opened = []
    for (const device of devices.slice(0, 3)) {
      for (let i = 0; i < 5; i += 1) {
        opened.push(await openSocket(url, device.access_token))
        opened.push(await openSse(url, device.access_token))
      }
    }
    const fourth = devices[3]?.access_token ?? ''
    const socket = await refusedSocket(url, ['Bearer', fourth])
    expect([socket.status, socket.body.code]).toEqual([429, 'rate_limited'])
    expect(Number(socket.headers['retry-after'])).toBeGreaterThan(0)
    const sse = await app.call('GET', '/api/events', { token: fourth })
    expect([sse.status, sse.body.code]).toEqual([429, 'rate_limited'])
    await openSse(url, eve.access_token)

    // Thirty streams of one user end with the device, and make room for another.
    await revokeDevice(app, bob.device_id)
    app.clock.advance(5000)
    const ends = await Promise.all(opened.slice(0, 10).map(one => one.closed))
    expect(ends.filter(end => end === 4401)).toHaveLength(5)
    expect(ends.filter(end => end === 'end')).toHaveLength(5)
    await openSse(url, fourth)
  })

  it('are five thousand per process, then 429 for everybody', async () => {
    const { hub, join } = await startHub()
    for (let i = 0; i < 5000; i += 1) join(callerOf(Math.floor(i / 25), i % 5))
    expect(hub.openStreams()).toBe(5000)
    expect(() => hub.assertRoom(callerOf(9999))).toThrow(
      expect.objectContaining({ code: 'rate_limited', status: 429 }),
    )
  })

  it('count what is open: a stream that left makes room', async () => {
    const { hub, join } = await startHub()
    const leave = Array.from({ length: 10 }, () => join(callerOf(1)))
    expect(() => hub.assertRoom(callerOf(1))).toThrow('This device')
    leave[0]?.()
    leave[0]?.()
    hub.assertRoom(callerOf(1))
    join(callerOf(1))
    expect(() => hub.assertRoom(callerOf(1))).toThrow('This device')
  })
})

describe('timers', () => {
  it('are one for all heartbeats and one for all silences, however many streams there are (1/6)', async () => {
    const inner = createTestClock()
    let running = 0
    const counted = (stop: () => void) => {
      running += 1
      return () => {
        running -= 1
        stop()
      }
    }
    const clock: Clock = {
      ...inner,
      after: (ms, run) => counted(inner.after(ms, run)),
      every: (ms, run) => counted(inner.every(ms, run)),
    }
    const app = await startApp({ overrides: { clock } })
    const session = await app.setUp()
    const url = `http://127.0.0.1:${await listen(app)}`
    await openSocket(url, session.access_token)
    const before = running
    for (let i = 0; i < 4; i += 1) {
      await openSocket(url, session.access_token)
      await openSse(url, session.access_token)
    }
    expect(running).toBe(before)
  })

  it('beat every stream', async () => {
    const hub = await startHub()
    joinThirtyEach(hub)
    hub.clock.advance(25_000)
    await expect.poll(hub.beats).toBe(90)
  })
})
