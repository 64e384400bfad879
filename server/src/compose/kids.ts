import type { Config } from '#config'
import type { Database } from '#db/database.ts'
import type { ContentFilter } from '#features/discover-screen/index.ts'
import {
  createCertifications,
  createContentFilter,
  createLimits,
  createRatings,
  createTitleGate,
  createTitleJudge,
  type KnownLists,
  type TitleGate,
} from '#features/kids/index.ts'
import type { Clock } from '#kit/clock.ts'
import type { Log } from '#kit/log.ts'
import type { Transport } from '#kit/outbound.ts'
import type { CertificationLists } from '#ports/certification-lists.ts'
import type { Settings } from '#settings/settings.ts'
import { createTmdbRatings } from '#upstreams/tmdb/tmdb-ratings.ts'
import type { composeConfiguration } from './configuration.ts'

export interface KidsComposition {
  config: Config
  database: Database
  settings: Settings
  clock: Clock
  log: Log
  external: Transport
  certification_lists: CertificationLists
  configuration: Pick<ReturnType<typeof composeConfiguration>, 'keys'>
}

export interface ComposedKids {
  knownLists: () => Promise<KnownLists>
  /** The limits on every surface of the catalogue. */
  filter: ContentFilter
  /** The same limits for everything else that names titles. */
  gate: TitleGate
}

/** What kids accounts may see: one judge with one memory of ratings, behind every door. */
export function composeKids(parts: KidsComposition): ComposedKids {
  const { config, database, clock, external } = parts
  const { keys } = parts.configuration
  const knownLists = createCertifications({ ...parts, provider: parts.certification_lists })
  const lookup = createTmdbRatings({
    external,
    url: config.tmdb.url,
    key: () => keys.metadataKey(database.read),
  })
  const ratings = createRatings({ lookup, clock })
  const limitsOf = createLimits({ database, clock, knownLists })
  const allows = createTitleJudge(ratings)
  return {
    knownLists,
    filter: createContentFilter({ limitsOf, allows, ratings, clock }),
    gate: createTitleGate({ limitsOf, allows }),
  }
}
