import type { Certifications } from '@foyer/contract/kids'
import type { Database } from '#db/database.ts'
import { type Clock, iso } from '#kit/clock.ts'
import { createFlights } from '#kit/flights.ts'
import type { Log } from '#kit/log.ts'
import { Refusal } from '#kit/refusal.ts'
import { UpstreamFault } from '#kit/upstream-fault.ts'
import type { CertificationLists, RatingLists } from '#ports/certification-lists.ts'
import type { Settings } from '#settings/settings.ts'
import { certificationCopy } from './certification-settings.ts'
import { ageOfCopy, BUILT_IN } from './kids-rules.ts'

export interface KnownLists {
  lists: RatingLists
  source: Certifications['source']
}

/** The provider's lists while they are fresh, then the last good copy, then the built-in scheme (1:4.12, C24). */
export function createCertifications(deps: {
  database: Database
  settings: Settings
  clock: Clock
  log: Log
  provider: CertificationLists
}) {
  const { database, settings, clock, log, provider } = deps
  const flights = createFlights<RatingLists>()

  async function readAndKeep(signal: AbortSignal): Promise<RatingLists> {
    const { movie, tv } = await provider.read(signal)
    // The stored form is plain mutable JSON; the port's types are read-only.
    const lists = structuredClone({ movie, tv }) as Record<'movie' | 'tv', Record<string, never[]>>
    await settings.lock(tx => settings.update(tx, certificationCopy, { lists, read_at: iso(clock.now()) }))
    return lists
  }

  /** Null if the provider does not answer; the caller then falls back to other lists. */
  async function readProvider(): Promise<RatingLists | null> {
    try {
      return await flights.join({
        key: 'lists',
        tags: [],
        signal: undefined,
        fill: readAndKeep,
        store: () => {},
      })
    } catch (error) {
      if (!isNoAnswer(error)) throw error
      log.warn({ err: error }, 'the rating lists could not be read')
      return null
    }
  }

  return async function current(): Promise<KnownLists> {
    const copy = await settings.read(database.read, certificationCopy)
    const age = copy ? ageOfCopy(copy.read_at, clock.now()) : 'too_old'
    if (copy && age === 'fresh') return { lists: copy.lists, source: 'provider' }
    const lists = await readProvider()
    if (lists) return { lists, source: 'provider' }
    return copy && age === 'last_good'
      ? { lists: copy.lists, source: 'cached' }
      : { lists: BUILT_IN, source: 'builtin' }
  }
}

/** The provider did not answer, or there is no key. */
function isNoAnswer(error: unknown): boolean {
  return (
    error instanceof UpstreamFault || (error instanceof Refusal && error.code === 'metadata_unconfigured')
  )
}
