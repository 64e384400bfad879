import type { RequestRecord } from '#ports/request-record.ts'
import type { Prepared } from './request-preparation.ts'
import type { Wish } from './selection-rules.ts'

/** The row of a new request: what was sent, as it was sent, and what was found out about it (1:4.8.1). */
export function newRequest(
  prepared: Prepared,
  { needs_approval, now }: { needs_approval: boolean; now: string },
): Omit<RequestRecord, 'id'> {
  const { person, made_by, wish, instance, scope, seasons, match, poster_path } = prepared
  const isScreen = wish.media_type === 'movie' || wish.media_type === 'tv'
  const reference = wish.media_type === 'music' ? wish.catalog_ref : null
  return {
    user_id: person.user_id,
    made_by,
    media_type: wish.media_type,
    identity: wish.identity,
    tmdb_id: isScreen ? wish.tmdb_id : null,
    tvdb_id: wish.media_type === 'tv' ? wish.tvdb_id : null,
    foreign_id: isScreen ? null : wish.foreign_id,
    catalog_provider: reference?.provider ?? null,
    catalog_id: reference?.id ?? null,
    title: prepared.title ?? titleOf(wish),
    title_unverified: prepared.title === null,
    search_term: wish.search_term,
    poster_path,
    instance_id: instance.id,
    instance_name: instance.name,
    season_scope: scope,
    seasons,
    quality_profile_id: isScreen ? wish.quality_profile_id : null,
    match,
    repair_of: null,
    approval_required: needs_approval,
    decision: needs_approval ? 'pending' : 'approved',
    decided_at: null,
    decided_by: null,
    deny_reason: null,
    created_at: now,
    updated_at: now,
  }
}

/** C69: what the requester calls it, until a provider names it. */
function titleOf(wish: Wish): string {
  if (wish.title !== null) return wish.title
  if (wish.media_type === 'movie' || wish.media_type === 'tv') return `TMDB ${wish.tmdb_id}`
  return wish.search_term ?? wish.foreign_id ?? wish.identity
}
