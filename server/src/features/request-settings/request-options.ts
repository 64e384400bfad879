import { MANAGER_OF, type MediaType } from '@foyer/contract/instances/instance-types'
import { NumericIdParam } from '@foyer/contract/primitives'
import type { RouteAnswer } from '@foyer/contract/route'
import type { getRequestOptions } from '@foyer/contract/request-settings'
import { z } from 'zod'
import type { Database } from '#db/database.ts'
import type { Inventory } from '#features/instances/index.ts'
import type { TitleGate } from '#features/kids/index.ts'
import { Refusal } from '#kit/refusal.ts'
import type { QualityProfileService } from './quality-profile-service.ts'
import { defaultQualityOf, hasQualityChoice } from './request-policy-rules.ts'
import type { PolicyOf, Requester } from './request-policy-service.ts'

export interface OptionsQuery {
  media_type: MediaType
  instance_id?: string | undefined
  tmdb_id?: string | undefined
}

export type RequestOptions = RouteAnswer<typeof getRequestOptions>

/** The options a person can choose before requesting (1:4.6). */
export function createRequestOptions(parts: {
  database: Database
  inventory: Pick<Inventory, 'decide'>
  kids: Pick<TitleGate, 'assertAllowed'>
  profiles: Pick<QualityProfileService, 'ifReadable'>
  policyOf: PolicyOf
}) {
  const { database, inventory, kids, profiles, policyOf } = parts
  return async function optionsFor(caller: Requester, query: OptionsQuery): Promise<RequestOptions> {
    const { media_type, instance_id } = query
    const found = await inventory.decide(database.read, caller, MANAGER_OF[media_type], instance_id)
    const refusal = found.instance ? null : new Refusal(found.refusal)
    // C17: a refused library is reported before an invalid title, a missing one after it.
    if (refusal?.status === 403) throw refusal
    const tmdb_id = readTmdbId(query)
    if (!found.instance) throw refusal
    const { instance } = found
    const onScreen = hasQualityChoice(media_type)
    // C9: a kids account gets no options for a title outside its limits.
    if (onScreen && tmdb_id !== undefined) await kids.assertAllowed(caller, { kind: media_type, tmdb_id })
    const policy = await policyOf(database.read, caller)
    const can_choose_quality = onScreen && policy.can_choose_quality
    // A library that does not answer still accepts requests, with its default quality.
    const isSet = onScreen && policy.default_quality[media_type].length > 0
    const known = can_choose_quality || isSet ? await profiles.ifReadable(instance) : []
    const offered = can_choose_quality ? known : []
    return {
      can_choose_season: policy.can_choose_season,
      can_choose_quality,
      requires_approval: policy.requires_approval,
      default_season_scope: policy.default_season_scope,
      default_quality_profile_id: onScreen
        ? defaultQualityOf(policy, media_type, instance.delivery_defaults, known)
        : 0,
      quality_profiles: [...(offered ?? [])],
      ...(offered === null && { quality_profiles_known: false }),
    }
  }
}

function readTmdbId({ tmdb_id }: OptionsQuery): number | undefined {
  if (tmdb_id === undefined) return undefined
  const read = z.safeParse(NumericIdParam, tmdb_id)
  if (read.success) return read.data
  const sentence = 'Use a positive whole number.'
  throw new Refusal('validation', { error: `tmdb_id: ${sentence}`, fields: { tmdb_id: sentence } })
}

export type OptionsFor = ReturnType<typeof createRequestOptions>
