import { MANAGER_OF, type MediaType } from '@foyer/contract/instances/instance-types'
import type { RouteAnswer } from '@foyer/contract/route'
import type { getRequestOptions } from '@foyer/contract/request-settings'
import type { Database } from '#db/database.ts'
import type { Inventory } from '#features/instances/index.ts'
import type { TitleGate } from '#features/kids/index.ts'
import type { QualityProfileService } from './quality-profile-service.ts'
import { defaultQualityOf, hasQualityChoice } from './request-policy-rules.ts'
import type { PolicyOf, Requester } from './request-policy-service.ts'

export interface OptionsQuery {
  media_type: MediaType
  instance_id?: string | undefined
  tmdb_id?: number | undefined
}

export type RequestOptions = RouteAnswer<typeof getRequestOptions>

/** The options a person can choose before requesting (1:4.6). */
export function createRequestOptions(parts: {
  database: Database
  inventory: Pick<Inventory, 'resolve'>
  kids: Pick<TitleGate, 'assertAllowed'>
  profiles: Pick<QualityProfileService, 'ifReadable'>
  policyOf: PolicyOf
}) {
  const { database, inventory, kids, profiles, policyOf } = parts
  return async function optionsFor(caller: Requester, query: OptionsQuery): Promise<RequestOptions> {
    const { media_type, instance_id, tmdb_id } = query
    const instance = await inventory.resolve(database.read, caller, MANAGER_OF[media_type], instance_id)
    const onScreen = hasQualityChoice(media_type)
    // C9: a kids account gets no options for a title outside its limits.
    if (onScreen && tmdb_id !== undefined) await kids.assertAllowed(caller, { kind: media_type, tmdb_id })
    const policy = await policyOf(database.read, caller)
    const can_choose_quality = onScreen && policy.can_choose_quality
    // A library that does not answer still accepts requests, with its default quality.
    const found = can_choose_quality ? await profiles.ifReadable(instance) : []
    return {
      can_choose_season: policy.can_choose_season,
      can_choose_quality,
      requires_approval: policy.requires_approval,
      default_season_scope: policy.default_season_scope,
      default_quality_profile_id: onScreen
        ? defaultQualityOf(policy, media_type, instance.delivery_defaults)
        : 0,
      quality_profiles: [...(found ?? [])],
      ...(found === null && { quality_profiles_known: false }),
    }
  }
}

export type OptionsFor = ReturnType<typeof createRequestOptions>
