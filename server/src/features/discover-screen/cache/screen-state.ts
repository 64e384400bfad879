import type { DiscoverySettings } from '@foyer/contract/app-config'
import type { MediaType } from '@foyer/contract/instance-types'
import type { Database, Db } from '#db/database.ts'
import type { ScreenKind } from '#ports/screen-catalog.ts'
import { type MaybeAsync } from '#kit/maybe-async.ts'

/** What everybody's discovery depends on, as it is configured now. */
export interface ScreenState {
  hidden: ReadonlySet<ScreenKind>
  source: DiscoverySettings['source']
  english_only: boolean
  /** Which providers can be asked. */
  metadata: boolean
  lists: boolean
}

export interface ScreenStateParts {
  database: Database
  discovery: {
    hiddenTypes(db: Db): Promise<MediaType[]>
    discoveryPreferences(db: Db): Promise<Pick<ScreenState, 'source' | 'english_only'>>
  }
  keys: { configured(db: Db): Promise<Pick<ScreenState, 'metadata' | 'lists'>> }
}

/**
 * Asked by every request, so it is kept for as long as this process committed nothing; on PostgreSQL, where
 * others write too, it is read each time (docs/adr/0003).
 */
export function createScreenState({ database, discovery, keys }: ScreenStateParts) {
  let kept: { commits: number; state: ScreenState } | undefined

  async function read(): Promise<ScreenState> {
    // Counted before reading: what commits meanwhile makes the next call read again.
    const commits = database.commits()
    const db = database.read
    const [hidden, preferences, configured] = await Promise.all([
      discovery.hiddenTypes(db),
      discovery.discoveryPreferences(db),
      keys.configured(db),
    ])
    const screens = hidden.filter(type => type === 'movie' || type === 'tv')
    const state = { hidden: new Set(screens), ...preferences, ...configured }
    if (commits !== null) kept = { commits, state }
    return state
  }

  return function current(): MaybeAsync<ScreenState> {
    return kept !== undefined && kept.commits === database.commits() ? kept.state : read()
  }
}

export type CurrentState = ReturnType<typeof createScreenState>
