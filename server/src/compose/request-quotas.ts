import type { Database } from '#db/database.ts'
import type { Inventory } from '#features/instances/index.ts'
import type { TitleGate } from '#features/kids/index.ts'
import type { LibraryEvents } from '#features/library-webhooks/index.ts'
import type { EventHub } from '#features/live-events/index.ts'
import { createQuotaAdmin, createQuotas, quotaRoutes, type Quotas } from '#features/request-quotas/index.ts'
import {
  createQualityProfiles,
  createRequestOptions,
  createRequestPolicy,
  createRequestSettings,
  type PolicyOf,
  type QualityProfileService,
  requestSettingsRoutes,
} from '#features/request-settings/index.ts'
import type { Binding } from '#http/bind.ts'
import type { Clock } from '#kit/clock.ts'
import type { Log } from '#kit/log.ts'
import type { Transport } from '#kit/outbound.ts'
import type { Settings } from '#settings/settings.ts'
import { RADARR } from '#upstreams/radarr/radarr-product.ts'
import { createServarrQualityProfiles } from '#upstreams/servarr/servarr-quality-profiles.ts'
import { SONARR } from '#upstreams/sonarr/sonarr-product.ts'

export interface ComposedRequestRules {
  quotas: Quotas
  policyOf: PolicyOf
  profiles: Pick<QualityProfileService, 'of' | 'ifReadable'>
  bindings: Binding[]
  close(): void
}

/** What asking costs and who may choose what; made before everything that takes requests. */
export function composeRequestRules(parts: {
  database: Database
  settings: Settings
  clock: Clock
  log: Log
  internal: Transport
  events: EventHub
  inventory: Inventory
  library_events: LibraryEvents
  kids: TitleGate
}): ComposedRequestRules {
  const { internal, settings } = parts
  const quotas = createQuotas(parts)
  const policyOf = createRequestPolicy(settings)
  const profiles = createQualityProfiles({
    ...parts,
    profiles: {
      movie_manager: createServarrQualityProfiles(internal, RADARR),
      tv_manager: createServarrQualityProfiles(internal, SONARR),
    },
  })
  return {
    quotas,
    policyOf,
    profiles,
    bindings: [
      ...quotaRoutes({ ...parts, quotas, admin: createQuotaAdmin({ ...parts, quotas }) }),
      ...requestSettingsRoutes({
        settings: createRequestSettings({ ...parts, profiles }),
        optionsFor: createRequestOptions({ ...parts, profiles, policyOf }),
      }),
    ],
    close: profiles.close,
  }
}
