import type { CacheFigures } from '@foyer/contract/operations/caches'
import type { Broadcast } from '#db/broadcast-channel.ts'
import type { Clock, Stop } from '#kit/clock.ts'
import { clearCaches, readCaches } from '#kit/named-caches.ts'
import { Refusal } from '#kit/refusal.ts'

const CLEAR = 'clear-caches'

/** The caches of this process; clearing reaches every process. */
export function createCacheOperations({ clock, broadcast }: { clock: Clock; broadcast: Broadcast }) {
  const stops: Stop[] = []
  const names = () => readCaches(clock).map(({ name }) => name)

  /** Here at once, also while the channel is down. */
  async function clear(cleared: readonly string[]): Promise<void> {
    for (const name of cleared) clearCaches(clock, name)
    await broadcast.send(null, { kind: CLEAR, names: cleared })
  }

  return {
    start(): void {
      const listener = broadcast.on(CLEAR, ({ names: sent }) => {
        if (!Array.isArray(sent)) return
        for (const name of sent) if (typeof name === 'string') clearCaches(clock, name)
      })
      stops.push(listener)
    },
    close(): void {
      for (const stop of stops.splice(0)) stop()
    },

    list: (): CacheFigures[] =>
      readCaches(clock).map(({ name, entries, bytes, hits, misses }) => {
        const asked = hits + misses
        return { name, entries, bytes, hits, misses, hit_rate: asked === 0 ? null : hits / asked }
      }),

    async clearOne(name: string): Promise<void> {
      if (!names().includes(name)) throw new Refusal('not_found')
      await clear([name])
    },

    clearAll: () => clear(names()),
  }
}

export type CacheOperations = ReturnType<typeof createCacheOperations>
