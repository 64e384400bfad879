import type { Broadcast } from '#db/broadcast-channel.ts'
import type { Database, Tx } from '#db/database.ts'
import type { Stop } from '#kit/clock.ts'
import type { Log } from '#kit/log.ts'
import type { ProxySettings } from '#kit/outbound.ts'
import type { Scrubber } from '#kit/scrub.ts'
import type { Settings } from '#settings/settings.ts'
import { proxyInForce } from './outbound-proxy-rules.ts'
import { outboundProxy } from './outbound-proxy-settings.ts'

const CHANGED = 'outbound_proxy'

/**
 * The current proxy, in memory because every external call needs it. All processes are notified of a change. While it
 * cannot be read, calls fail: calling without the proxy would be a guess.
 */
export function createProxyHolder(deps: {
  database: Database
  settings: Settings
  broadcast: Broadcast
  scrubber: Scrubber
  log: Log
}) {
  const { database, settings, broadcast, scrubber, log } = deps
  const stops: Stop[] = []
  let held: { proxy: ProxySettings | null } | undefined
  let begun = 0
  let applied = 0

  /** Reads may overtake each other; the one that started last is right. */
  async function reload(): Promise<void> {
    const read_number = ++begun
    const found = await settings.read(database.read, outboundProxy).then(
      saved => {
        scrubber.register(saved.password)
        return { proxy: proxyInForce(saved) }
      },
      (err: unknown) => {
        log.error({ err }, 'the outbound proxy could not be read; calls to providers wait for it')
        return undefined
      },
    )
    if (read_number < applied) return
    applied = read_number
    held = found
  }

  return {
    reload,
    announce: (tx: Tx) => broadcast.send(tx, { kind: CHANGED }),
    /** Throws while the setting cannot be read. */
    current(): ProxySettings | null {
      if (held) return held.proxy
      void reload()
      throw new Error('the outbound proxy is not known yet')
    },
    async start(): Promise<void> {
      const listen = () => void reload()
      stops.push(broadcast.on(CHANGED, listen), broadcast.onReset(listen))
      await reload()
    },
    close(): void {
      for (const stop of stops.splice(0)) stop()
    },
  }
}

export type ProxyHolder = ReturnType<typeof createProxyHolder>
