import { CONNECTION_CATEGORIES } from '@foyer/contract/instances/instance-types'
import { z } from 'zod'
import type { Broadcast } from '#db/broadcast-channel.ts'
import type { InstanceRecord } from '#features/instances/index.ts'
import type { Stop } from '#kit/clock.ts'
import { Refusal } from '#kit/refusal.ts'
import { UpstreamFault } from '#kit/upstream-fault.ts'

const Down = z.object({
  instance_id: z.string(),
  /** The instance's version when it failed; if it was changed since, it may work again. */
  updated_at: z.string(),
  category: z.enum(CONNECTION_CATEGORIES).exclude(['ok']),
})
export type Down = z.infer<typeof Down>

const REPORT = 'libraries_down'
const RECHECK = 'libraries_recheck'

/** Why a library counts as down; null when it answers but limits requests, and for faults of Foyer itself. */
export function categoryOf(error: unknown): Down['category'] | null {
  if (error instanceof UpstreamFault) return error.kind === 'rate_limited' ? null : error.category
  return error instanceof Refusal ? 'upstream_error' : null
}

/**
 * The libraries that did not answer the last poll, and the media servers that do not answer. One process polls; its
 * result is shared with all, so that reading it needs no call.
 */
export function createDownLibraries({ broadcast }: { broadcast: Broadcast }) {
  let known: readonly Down[] = []
  let sent = '[]'
  const stop = broadcast.on(REPORT, ({ down }) => {
    const read = z.array(Down).safeParse(down)
    if (read.success) known = read.data
  })

  return {
    /** Repeated while something is down, because a process may have started in the meantime. */
    async report(down: readonly Down[]): Promise<void> {
      const now = JSON.stringify(down)
      if (now === '[]' && sent === '[]') return
      sent = now
      await broadcast.send(null, { kind: REPORT, down })
    },

    /** The instances among these that are down, as stored now. */
    async among(instances: readonly InstanceRecord[]) {
      const down = instances.flatMap(instance => {
        const fault = known.find(
          one => one.instance_id === instance.id && one.updated_at === instance.updated_at,
        )
        return fault ? [{ instance, category: fault.category }] : []
      })
      // Somebody is looking: skip a long backoff, so that a repaired library is shown as such soon.
      if (down.length > 0) await broadcast.send(null, { kind: RECHECK })
      return down
    },

    onRecheck: (listener: () => void): Stop => broadcast.on(RECHECK, listener),
    close: stop,
  }
}

export type DownLibraries = ReturnType<typeof createDownLibraries>
