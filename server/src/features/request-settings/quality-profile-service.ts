import type { Db } from '#db/database.ts'
import { globalDefault, type InstanceRecord, type Inventory } from '#features/instances/index.ts'
import type { LibraryEvents } from '#features/library-webhooks/index.ts'
import type { Clock } from '#kit/clock.ts'
import { MINUTE_MS } from '#kit/durations.ts'
import type { Log } from '#kit/log.ts'
import { Refusal } from '#kit/refusal.ts'
import { UpstreamFault } from '#kit/upstream-fault.ts'
import { createValueCache } from '#kit/value-cache.ts'
import type { QualityProfile, QualityProfiles } from '#ports/quality-profiles.ts'

const KEPT_MS = MINUTE_MS
const MAX_BYTES = 1024 * 1024
const PROFILE_BYTES = 100

/** The library managers whose profiles people choose among. */
export type ScreenManager = 'movie_manager' | 'tv_manager'

export interface ProfileParts {
  clock: Clock
  log: Log
  inventory: Pick<Inventory, 'connectionOf' | 'list'>
  profiles: Readonly<Record<ScreenManager, QualityProfiles>>
  library_events: Pick<LibraryEvents, 'onInvalidated'>
}

/** The available quality profiles, cached for a minute or until the library reports a change. */
export function createQualityProfiles({ clock, log, inventory, profiles, library_events }: ProfileParts) {
  const cache = createValueCache<readonly QualityProfile[]>({
    name: 'quality-profiles',
    clock,
    max_bytes: MAX_BYTES,
    size_of: list => list.length * PROFILE_BYTES,
  })
  const stop = library_events.onInvalidated(({ instance_id }) => cache.invalidateTag(instance_id))

  /** In the manager's order; empty for media without a choice. Throws when they cannot be read. */
  async function of(instance: InstanceRecord): Promise<readonly QualityProfile[]> {
    const { id, updated_at, service_type } = instance
    if (service_type !== 'movie_manager' && service_type !== 'tv_manager') return []
    // An edited instance may point to another library with other profiles.
    return cache.get(`${id} ${updated_at}`, { ttl_ms: KEPT_MS, tags: [id] }, signal =>
      profiles[service_type].list(inventory.connectionOf(instance), signal),
    )
  }

  /** Null when they cannot be read; the fault is logged. */
  async function ifReadable(instance: InstanceRecord): Promise<readonly QualityProfile[] | null> {
    try {
      return await of(instance)
    } catch (error) {
      if (!(error instanceof UpstreamFault || error instanceof Refusal)) throw error
      log.warn({ err: error, service_type: instance.service_type }, 'quality profiles could not be read')
      return null
    }
  }

  return {
    of,
    ifReadable,
    /** 1/4.7: the profiles of the default instance; null when there is none or it does not answer. */
    async ofDefault(db: Db, type: ScreenManager): Promise<readonly QualityProfile[] | null> {
      const instance = globalDefault(await inventory.list(db), type)
      return instance && ifReadable(instance)
    },
    close: stop,
  }
}

export type QualityProfileService = ReturnType<typeof createQualityProfiles>
