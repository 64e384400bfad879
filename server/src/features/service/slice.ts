import { allRoutes } from '@foyer/contract'
import { migrations } from '#db/migrations/index.ts'
import type { Platform } from '#platform/platform.ts'
import { createReadiness } from './readiness.ts'
import { serviceRoutes } from './service-routes.ts'

interface Needs {
  /** Checks that changes can be saved; throws when they cannot. */
  probe(): Promise<void>
}

/** Health, readiness, version and the API document. */
export function createServiceSlice(platform: Platform, { probe }: Needs) {
  const readiness = createReadiness({ ...platform, migrations, probe })
  return {
    api: { readiness },
    routes: serviceRoutes({ routes: allRoutes, version: platform.config.version, readiness }),
  }
}
