import type { ProviderKeys } from '#features/provider-keys/index.ts'
import type { Platform } from '#platform/platform.ts'
import type { CertificationLists } from '#ports/certification-lists.ts'
import { createTmdbCertifications } from '#upstreams/tmdb/tmdb-certifications.ts'
import { createTmdbRatings } from '#upstreams/tmdb/tmdb-ratings.ts'
import { createCertifications } from './policy/certification-service.ts'
import { createContentFilter } from './judge/content-filter.ts'
import { kidsRoutes } from './policy/kids-routes.ts'
import { type AssertStillMay, createKids } from './policy/kids-service.ts'
import { createLimits } from './policy/limits-service.ts'
import { createRatings } from './ratings/rating-service.ts'
import { createTitleGate } from './judge/title-gate.ts'
import { createTitleJudge } from './judge/title-judge.ts'

interface Needs {
  keys: ProviderKeys
  assertStillMay: AssertStillMay
  /** Replaces the provider's lists in tests. */
  certification_lists: CertificationLists | undefined
}

/** What kids accounts may see: one judge with one cache of ratings, for every surface. */
export function createKidsSlice(platform: Platform, { keys, assertStillMay, certification_lists }: Needs) {
  const { config, database, clock, outbound } = platform
  const tmdb = {
    external: outbound.external,
    url: config.tmdb.url,
    key: () => keys.metadataKey(database.read),
  }
  const provider = certification_lists ?? createTmdbCertifications(tmdb)
  const knownLists = createCertifications({ ...platform, provider })
  const ratings = createRatings({ lookup: createTmdbRatings(tmdb), clock })
  const limitsOf = createLimits({ database, clock, knownLists })
  const allows = createTitleJudge(ratings)
  return {
    api: {
      /** The limits on every surface of the catalogue. */
      filter: createContentFilter({ limitsOf, allows, ratings, clock }),
      /** The same limits for everything else that contains titles. */
      gate: createTitleGate({ limitsOf, allows }),
    },
    routes: kidsRoutes(
      createKids({ ...platform, assertStillMay, knownLists, limitsSet: platform.hooks.kidsLimitsSet.run }),
    ),
  }
}
