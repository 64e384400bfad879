import { CONNECTION_CATEGORIES } from '@foyer/contract/instance-types'
import { z } from 'zod'
import type { Broadcast } from '#db/broadcast-channel.ts'
import type { InstanceRecord } from '#features/instances/index.ts'
import type { Stop } from '#kit/clock.ts'
import { Refusal } from '#kit/refusal.ts'
import { UpstreamFault } from '#kit/upstream-fault.ts'

const Down = z.object({
  instance_id: z.string(),
  /** Of the instance as it was when it failed; changed since, it may answer again. */
  updated_at: z.string(),
  category: z.enum(CONNECTION_CATEGORIES).exclude(['ok']),
})
export type Down = z.infer<typeof Down>

const REPORT = 'libraries_down'
const RECHECK = 'libraries_recheck'

/** Why a library counts as down; null for one that answers but asks us to slow down, and for faults of our own. */
export function categoryOf(error: unknown): Down['category'] | null {
  if (error instanceof UpstreamFault) return error.kind === 'rate_limited' ? null : error.category
  return error instanceof Refusal ? 'upstream_error' : null
}

/**
 * Which libraries did not answer when they were last looked at. One process looks after them; what it found is known to
 * all, so that asking costs no call to anybody.
 */
export function createDownLibraries({ broadcast }: { broadcast: Broadcast }) {
  let known: readonly Down[] = []
  let sent = '[]'
  const stop = broadcast.on(REPORT, ({ down }) => {
    const read = z.array(Down).safeParse(down)
    if (read.success) known = read.data
  })

  return {
    /** Says it again while something is down: a process may have started meanwhile. */
    async report(down: readonly Down[]): Promise<void> {
      const now = JSON.stringify(down)
      if (now === '[]' && sent === '[]') return
      sent = now
      await broadcast.send(null, { kind: REPORT, down })
    },

    /** Those of these instances that are down as they are stored now. */
    async among(instances: readonly InstanceRecord[]) {
      const down = instances.flatMap(instance => {
        const fault = known.find(
          one => one.instance_id === instance.id && one.updated_at === instance.updated_at,
        )
        return fault ? [{ instance, category: fault.category }] : []
      })
      // Somebody is looking: do not wait out a long back-off, so that what is repaired soon looks repaired.
      if (down.length > 0) await broadcast.send(null, { kind: RECHECK })
      return down
    },

    onRecheck: (listener: () => void): Stop => broadcast.on(RECHECK, listener),
    close: stop,
  }
}

export type DownLibraries = ReturnType<typeof createDownLibraries>
