import {
  getDefaultQuotas,
  getOwnQuotas,
  getUserQuotas,
  putDefaultQuotas,
  putUserQuotas,
  resetUserQuotas,
} from '@foyer/contract/request-quotas'
import type { Database } from '#db/database.ts'
import { bind, type Binding } from '#http/bind.ts'
import type { QuotaAdmin } from './quota-admin-service.ts'
import type { Quotas } from './quota-service.ts'

export function quotaRoutes(parts: {
  database: Database
  quotas: Pick<Quotas, 'view'>
  admin: QuotaAdmin
}): Binding[] {
  const { database, quotas, admin } = parts
  return [
    bind(getOwnQuotas).to(({ caller }) => quotas.view(database.read, caller)),
    bind(getDefaultQuotas).to(() => admin.defaults()),
    bind(putDefaultQuotas).to(({ body }) => admin.changeDefaults(body.allowances)),
    bind(getUserQuotas).to(({ params }) => admin.userView(params.userID)),
    bind(putUserQuotas).to(({ params, body }) => admin.replaceOverrides(params.userID, body.allowances)),
    bind(resetUserQuotas).to(({ params, body, caller }) =>
      admin.reset(caller.user_id, params.userID, body.allowances),
    ),
  ]
}
