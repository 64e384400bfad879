import type { Inventory } from '#features/instances/index.ts'
import type { TitleGate } from '#features/kids/index.ts'
import type { Platform } from '#platform/platform.ts'
import { createQuotaAdmin } from './quota-admin-service.ts'
import { quotaRoutes } from './quota-routes.ts'
import { createQuotas } from './quota-service.ts'

interface Needs {
  inventory: Inventory
  kids: TitleGate
}

/** Request allowances. */
export function createRequestQuotasSlice(platform: Platform, needs: Needs) {
  const parts = { ...platform, ...needs }
  const quotas = createQuotas(parts)
  return {
    api: quotas,
    routes: quotaRoutes({ ...parts, quotas, admin: createQuotaAdmin({ ...parts, quotas }) }),
  }
}
