import { EventEmitter } from 'node:events'
import type { RequestListener } from 'node:http'
import { getAuthMe } from '@foyer/contract/sessions/sessions'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { describe, expect, it } from 'vitest'
import type { Identify } from '#kit/caller.ts'
import { createTestClock } from '#test/test-clock.ts'
import { createTestLog } from '#test/test-log.ts'
import { readyJson } from '#kit/ready.ts'
import type { Binding, Call } from './bind.ts'
import { createExpressLane } from './express-lane.ts'
import { createPlaceReader } from './forwarded.ts'

const URL_OF_ME = '/api/auth/me'

/** The lane in front of a framework that only notes what reaches it. */
function open(identify: Identify) {
  const lane = createExpressLane({
    identify,
    log: createTestLog(),
    places: createPlaceReader([]),
    clock: createTestClock(),
  })
  const binding = { route: getAuthMe, handle: () => readyJson({ made: 'here' }) } as unknown as Binding
  const call = { params: {}, query: {} } as Call<Binding['route']>
  lane.learn({ method: 'GET', originalUrl: URL_OF_ME } as FastifyRequest, binding, call)
  const server = new EventEmitter()
  const passedOn: string[] = []
  const framework: RequestListener = request => void passedOn.push(request.url ?? '')
  server.on('request', framework)
  lane.open({ server, addHook: () => {} } as unknown as FastifyInstance)
  const sent: number[] = []
  const response = { writeHead: (status: number) => sent.push(status), end: () => {} }
  const request = {
    method: 'GET',
    url: URL_OF_ME,
    headers: { host: 'foyer.lan', authorization: 'Bearer token' },
    rawHeaders: ['Host', 'foyer.lan'],
    httpVersionMinor: 1,
  }
  const get = () => server.emit('request', request, response)
  return { get, passedOn, sent }
}

/** What Node would have ended the process for. */
async function unheardDuring(run: () => void): Promise<unknown[]> {
  const unheard: unknown[] = []
  const note = (reason: unknown) => void unheard.push(reason)
  const others = process.listeners('unhandledRejection')
  process.removeAllListeners('unhandledRejection')
  process.on('unhandledRejection', note)
  try {
    run()
    // Node reports once the microtasks are done, before the next turn of the event loop.
    await new Promise(setImmediate)
    await new Promise(setImmediate)
    return unheard
  } finally {
    process.off('unhandledRejection', note)
    for (const other of others) process.on('unhandledRejection', other)
  }
}

describe('the express lane', () => {
  it('answers a known address at once when the session is known', () => {
    const caller = { user_id: 1, username: 'ana', role: 'admin', device_id: 'd' } as const
    const { get, passedOn, sent } = open(() => caller)
    get()
    expect([sent, passedOn]).toEqual([[200], []])
  })

  it('passes a request on whose session cannot be read, and leaves no rejection unheard', async () => {
    const { get, passedOn, sent } = open(() => Promise.reject(new Error('the sessions cannot be read')))
    expect(await unheardDuring(get)).toEqual([])
    expect([sent, passedOn]).toEqual([[], [URL_OF_ME]])
  })
})
