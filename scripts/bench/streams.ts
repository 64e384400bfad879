import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { MOVIE, startWorld } from '../../simulators/src/index.ts'
import { type Call, caller, invite, signUp } from './people.ts'
import type { Running } from './processes.ts'

/** C70: thirty streams per user, ten per device. */
const STREAMS = 2000
const PER_USER = 30
const PER_DEVICE = 10
const OPENING_AT_ONCE = 50
const ROUNDS = 5
const SETTLE_MS = 3000
/** What the process of the pings takes to begin. */
const WARM_MS = 1000

export interface StreamMeasures {
  streams: number
  people: number
  /** From the publishing call to the last stream that received it, the slowest round. */
  fan_out_ms: Record<string, number>
  /** The slowest `/ping` while events went out. */
  ping_ms: number
  before_mb: number
  grown_mb: number
  /** From SIGTERM to the end of the process, with all streams open. */
  stop_ms: number
}

interface Stream {
  socket: Socket
  /** Resolves when this text has arrived after the call. */
  received(text: string): Promise<void>
}

/** Both transports in turn, as bare sockets: what reads must cost less than what is measured. */
async function openStream(port: number, token: string, asSocket: boolean): Promise<Stream> {
  const socket = connect({ port, host: '127.0.0.1' })
  let waiting: { text: string; resolve: () => void } | undefined
  let tail = ''
  socket.on('error', () => {})
  socket.setEncoding('latin1').on('data', (part: string) => {
    if (!waiting) return
    tail += part
    if (!tail.includes(waiting.text)) return
    waiting.resolve()
    waiting = undefined
  })
  const received = (text: string) => {
    tail = ''
    return new Promise<void>(resolve => {
      waiting = { text, resolve }
    })
  }
  const hello = received('"hello"')
  socket.write(asSocket ? upgrade(token) : get(token))
  await Promise.race([
    hello,
    once(socket, 'close').then(() => Promise.reject(new Error('a stream was refused'))),
  ])
  return { socket, received }
}

const get = (token: string) =>
  `GET /api/events HTTP/1.1\r\nhost: bench\r\nauthorization: Bearer ${token}\r\n\r\n`

const upgrade = (token: string) =>
  `GET /api/ws HTTP/1.1\r\nhost: bench\r\nconnection: Upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\n` +
  `sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\nsec-websocket-protocol: Bearer, ${token}\r\n\r\n`

/** One token per device. Each sign-in comes from an address of its own, so that the limits of 0.5 do not count. */
async function signInDevices(foyer: Running, asAdmin: Call): Promise<string[]> {
  const tokens: string[] = []
  for (let i = 0; tokens.length * PER_DEVICE < STREAMS; i += 1) {
    const name = `person${Math.floor((i * PER_DEVICE) / PER_USER)}`
    const from = { 'x-forwarded-for': `198.18.${i >> 8}.${i & 255}` }
    tokens.push((await invite(foyer, asAdmin, name, from)).access_token)
  }
  return tokens
}

async function openAll(foyer: Running, tokens: readonly string[]): Promise<Stream[]> {
  const streams: Stream[] = []
  while (streams.length < STREAMS) {
    const from = streams.length
    const some = Array.from({ length: Math.min(OPENING_AT_ONCE, STREAMS - from) }, (_, i) =>
      openStream(foyer.port, tokens[Math.floor((from + i) / PER_DEVICE)] ?? '', (from + i) % 2 === 0),
    )
    streams.push(...(await Promise.all(some)))
  }
  return streams
}

/** Asks for `/ping` beside whatever happens until `stop`, which answers the longest wait. */
function startPinger({ port }: Running): { stop(): Promise<number> } {
  const child = spawn(process.execPath, ['scripts/bench/pinger.ts', String(port)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  return {
    async stop() {
      child.stdin.end()
      return Number(await text(child.stdout))
    },
  }
}

async function fanOutMs(
  asAdmin: Call,
  streams: readonly Stream[],
  event: { type: string; data: object },
): Promise<number> {
  let slowest = 0
  for (let round = 0; round < ROUNDS; round += 1) {
    const all = Promise.all(streams.map(stream => stream.received(`"${event.type}"`)))
    const began = performance.now()
    await asAdmin('POST', '/api/bench/event', event)
    await all
    slowest = Math.max(slowest, performance.now() - began)
  }
  return Math.round(slowest)
}

const pause = (ms: number) => new Promise(resolve => setTimeout(resolve, ms))

/** Many open streams: how soon an event of an instance reaches all, and what they cost everybody else. */
export async function measureStreams(
  start: (env: Record<string, string>) => Promise<Running>,
): Promise<StreamMeasures> {
  const world = await startWorld({ products: ['radarr'] })
  const foyer = await start({ APP_TRUSTED_PROXIES: '127.0.0.1' })
  try {
    const asAdmin = caller(foyer, (await signUp(foyer)).access_token)
    const { url, api_key } = world.radarr
    const form = { service_type: 'movie_manager', name: 'Movies', url, api_key }
    const { id: instance_id } = (await asAdmin('POST', '/api/admin/instances', form)) as { id: string }
    const tokens = await signInDevices(foyer, asAdmin)
    await pause(SETTLE_MS)
    const before_mb = foyer.resident_mb()
    const streams = await openAll(foyer, tokens)
    const queue = { instance_id, service_type: 'movie_manager' }
    const title = { media_type: 'movie', tmdb_id: MOVIE.with_file, instance_id }
    const progress = { ...title, progress: 50, status: 'downloading' }
    const pinger = startPinger(foyer)
    await pause(WARM_MS)
    const fan_out_ms = {
      library_queue_changed: await fanOutMs(asAdmin, streams, { type: 'library_queue_changed', data: queue }),
      download_progress: await fanOutMs(asAdmin, streams, { type: 'download_progress', data: progress }),
    }
    const ping_ms = await pinger.stop()
    await pause(SETTLE_MS)
    const grown_mb = foyer.resident_mb() - before_mb
    const stopping = performance.now()
    await foyer.stop()
    const stop_ms = Math.round(performance.now() - stopping)
    for (const { socket } of streams) socket.destroy()
    const people = Math.ceil(STREAMS / PER_USER)
    return {
      streams: STREAMS,
      people,
      fan_out_ms,
      ping_ms,
      before_mb: Math.round(before_mb),
      grown_mb: Math.round(grown_mb),
      stop_ms,
    }
  } finally {
    await foyer.stop()
    await world.close()
  }
}

export function describeStreams(measured: StreamMeasures): string[] {
  const { streams, people, fan_out_ms, ping_ms, before_mb, grown_mb, stop_ms } = measured
  const events = Object.entries(fan_out_ms).map(([type, ms]) => `${type} ${ms} ms`)
  return [
    `${streams} event streams of ${people} people: reach all of them in ${events.join(', ')} (goal 250), ` +
      `/ping meanwhile at most ${ping_ms} ms (goal 50)`,
    `they take ${grown_mb} MB beside ${before_mb} (goal 100); a stop with all open takes ${stop_ms} ms (goal 10000)`,
  ]
}
