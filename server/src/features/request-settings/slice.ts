import type { Inventory } from '#features/instances/index.ts'
import type { TitleGate } from '#features/kids/index.ts'
import type { LibraryEvents } from '#features/library-webhooks/index.ts'
import type { Platform } from '#platform/platform.ts'
import { RADARR } from '#upstreams/radarr/radarr-product.ts'
import { createServarrQualityProfiles } from '#upstreams/servarr/servarr-quality-profiles.ts'
import { SONARR } from '#upstreams/sonarr/sonarr-product.ts'
import { createQualityProfiles } from './quality-profile-service.ts'
import { createRequestOptions } from './request-options.ts'
import { createRequestPolicy, createRequestSettings } from './request-policy-service.ts'
import { requestSettingsRoutes } from './request-settings-routes.ts'

interface Needs {
  inventory: Inventory
  kids: TitleGate
  library_events: LibraryEvents
}

/** Approval rules, and who may choose quality and library. */
export function createRequestSettingsSlice(platform: Platform, needs: Needs) {
  const { internal } = platform.outbound
  const parts = { ...platform, ...needs }
  const policyOf = createRequestPolicy(platform.settings)
  const profiles = createQualityProfiles({
    ...parts,
    profiles: {
      movie_manager: createServarrQualityProfiles(internal, RADARR),
      tv_manager: createServarrQualityProfiles(internal, SONARR),
    },
  })
  return {
    api: { policyOf, readQualityProfiles: profiles.ifReadable },
    routes: requestSettingsRoutes({
      settings: createRequestSettings({ ...parts, profiles }),
      optionsFor: createRequestOptions({ ...parts, profiles, policyOf }),
    }),
    close: profiles.close,
  }
}
