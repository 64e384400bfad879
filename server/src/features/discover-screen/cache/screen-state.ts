import type { DiscoverySettings } from '@foyer/contract/app-config'
import type { MediaType } from '@foyer/contract/instances/instance-types'
import type { Database, Db } from '#db/database.ts'
import type { ScreenKind } from '#ports/screen-catalog.ts'
import { type MaybeAsync } from '#kit/maybe-async.ts'

/** The configuration that discovery depends on, the same for everybody. */
export interface ScreenState {
  hidden: ReadonlySet<ScreenKind>
  source: DiscoverySettings['source']
  english_only: boolean
  /** Which providers are configured. */
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
 * Every request needs this, so it is cached until this process commits a change; on PostgreSQL, where other
 * processes write too, it is read each time (docs/adr/0003).
 */
export function createScreenState({ database, discovery, keys }: ScreenStateParts) {
  let kept: { commits: number; state: ScreenState } | undefined

  async function read(): Promise<ScreenState> {
    // Read before the state: a commit in the meantime makes the next call read again.
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
