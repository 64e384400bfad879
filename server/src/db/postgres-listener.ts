import pg from 'pg'
import type { Clock, Stop } from '#kit/clock.ts'
import type { BroadcastLog } from './broadcast-channel.ts'
import { translateDatabaseError } from './faults.ts'

const CONNECT_TIMEOUT_MS = 5000
/** A connection that died silently is detected by a query; otherwise LISTEN would wait for ever. */
const PROBE_MS = 30_000
const PROBE_TIMEOUT_MS = 10_000
const END_TIMEOUT_MS = 2000
const FIRST_DELAY_MS = 250
const LONGEST_DELAY_MS = 15_000

export const LISTENER_NAME = 'foyer-listener'

interface ListenerOptions {
  url: string
  channel: string
  clock: Clock
  log: BroadcastLog
  onPayload(payload: string): void
  /** Called after each connection except the first. */
  onReconnected(): void
}

/** A dedicated connection that listens to one channel and reconnects when it breaks. */
export function keepListening(options: ListenerOptions): { start(): Promise<void>; close(): Promise<void> } {
  const { clock, log } = options
  const closing = new AbortController()
  let current: pg.Client | null = null
  let stopProbe: Stop | undefined

  async function connect(): Promise<void> {
    const client = await openListener(options)
    if (closing.signal.aborted) return client.end()
    current = client
    client.once('end', () => lose(client))
    stopProbe = clock.every(PROBE_MS, probe(client))
  }

  /** One probe at a time: an unanswered one is not followed by another. */
  function probe(client: pg.Client): () => void {
    let isProbing = false
    return () => {
      if (isProbing) return
      isProbing = true
      client
        .query('select 1')
        .catch(() => lose(client))
        .finally(() => (isProbing = false))
    }
  }

  function lose(client: pg.Client): void {
    if (current !== client) return
    current = null
    stopProbe?.()
    void client.end().catch(() => {})
    log.warn({}, 'the connection for messages from other processes was lost')
    void reconnect()
  }

  async function reconnect(): Promise<void> {
    for (let delay = 0; !closing.signal.aborted; delay = nextDelay(delay)) {
      try {
        if (delay > 0) await clock.sleep(delay, closing.signal)
        await connect()
      } catch (error) {
        if (!closing.signal.aborted)
          log.warn({ err: error }, 'connecting for messages from other processes failed')
        continue
      }
      if (!closing.signal.aborted) options.onReconnected()
      return
    }
  }

  return {
    start: connect,
    async close() {
      closing.abort(new Error('The channel is closed.'))
      stopProbe?.()
      const client = current
      current = null
      if (client) await endWithin(client, clock)
    },
  }
}

/** A server that hangs does not close the connection either, and must not delay the shutdown. */
async function endWithin(client: pg.Client, clock: Clock): Promise<void> {
  const { promise: late, resolve } = Promise.withResolvers<void>()
  const stop = clock.after(END_TIMEOUT_MS, resolve)
  await Promise.race([client.end(), late]).finally(stop)
}

function nextDelay(delay: number): number {
  return delay === 0 ? FIRST_DELAY_MS : Math.min(delay * 2, LONGEST_DELAY_MS)
}

async function openListener({ url, channel, ...options }: ListenerOptions): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: LISTENER_NAME,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: PROBE_TIMEOUT_MS,
    keepAlive: true,
  })
  // Without an error listener a broken connection would end the process; the `end` event follows.
  client.on('error', () => {})
  client.on('notification', ({ payload }) => options.onPayload(payload ?? ''))
  try {
    await client.connect()
    await client.query(`listen ${channel}`)
    return client
  } catch (error) {
    void client.end().catch(() => {})
    throw translateDatabaseError(error)
  }
}
