import type { RequestRecord } from '#ports/request-record.ts'
import type { Prepared } from '../prepare/request-preparation.ts'
import type { RequestedTitle } from '../select/selection-rules.ts'

/** The row of a new request: the submission as it was sent, and everything that preparation found (1:4.8.1). */
export function newRequest(
  prepared: Prepared,
  { needs_approval, now }: { needs_approval: boolean; now: string },
): Omit<RequestRecord, 'id'> {
  const { person, made_by, wanted, instance, scope, seasons, match, poster_path } = prepared
  const isScreen = wanted.media_type === 'movie' || wanted.media_type === 'tv'
  const reference = wanted.media_type === 'music' ? wanted.catalog_ref : null
  return {
    user_id: person.user_id,
    made_by,
    media_type: wanted.media_type,
    identity: wanted.identity,
    tmdb_id: isScreen ? wanted.tmdb_id : null,
    tvdb_id: wanted.media_type === 'tv' ? wanted.tvdb_id : null,
    foreign_id: isScreen ? null : wanted.foreign_id,
    catalog_provider: reference?.provider ?? null,
    catalog_id: reference?.id ?? null,
    title: prepared.title ?? titleOf(wanted),
    title_unverified: prepared.title === null,
    search_term: wanted.search_term,
    poster_path,
    instance_id: instance.id,
    instance_name: instance.name,
    season_scope: scope,
    seasons,
    quality_profile_id: isScreen ? wanted.quality_profile_id : null,
    root_folder: null,
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

/** C69: the requester's title, until a provider supplies its own. */
function titleOf(wanted: RequestedTitle): string {
  if (wanted.title !== null) return wanted.title
  if (wanted.media_type === 'movie' || wanted.media_type === 'tv') return `TMDB ${wanted.tmdb_id}`
  return wanted.search_term ?? wanted.foreign_id ?? wanted.identity
}
