import type { Decision, DeliveryStateName } from '@foyer/contract/requests/requests'
import type { Database } from '#db/database.ts'

export const PEOPLE = 200
export const REQUESTS = 10_000
/** Above the ids of existing users. */
export const FIRST_PERSON = 1001
const AT = '2026-11-15T09:00:00.000Z'
const CHUNK = 500

/** Shares of a hundred: most arrived long ago, some wait for an admin, a few are stuck. */
const STATES: readonly [until: number, Decision, DeliveryStateName][] = [
  [3, 'pending', 'approval'],
  [4, 'approved', 'retry'],
  [5, 'approved', 'attention'],
  [6, 'approved', 'queued'],
  [11, 'denied', 'cancelled'],
  [16, 'cancelled', 'cancelled'],
  [100, 'approved', 'complete'],
]

/** Limits the requests to one user and one instance. */
interface Owner {
  user_id?: number
  instance_id?: string
}

/** Inserts the requests of several years. */
export async function seedRequests(database: Database, total = REQUESTS, owner: Owner = {}): Promise<void> {
  const people = Math.min(PEOPLE, total)
  await database.transaction(async tx => {
    const users = Array.from({ length: people }, (_, i) => userRow(FIRST_PERSON + i))
    await tx.insertInto('users').values(users).execute()
    for (let from = 0; from < total; from += CHUNK) {
      const numbers = Array.from({ length: Math.min(CHUNK, total - from) }, (_, i) => from + i + 1)
      await tx
        .insertInto('requests')
        .values(numbers.map(n => ({ ...requestRow(n, people), ...owner })))
        .execute()
      await tx
        .insertInto('request_subscribers')
        .values(
          numbers.map(n => ({
            ...keyOf(n),
            user_id: owner.user_id ?? ownerOf(n, people),
            created_at: AT,
            cancelled_at: null,
          })),
        )
        .execute()
      await tx.insertInto('request_deliveries').values(numbers.map(deliveryRow)).execute()
    }
  })
}

const ownerOf = (n: number, people: number) => FIRST_PERSON + (n % people)
const keyOf = (n: number) => ({ request_id: n, format: '' as const })
function statesOf(n: number): [Decision, DeliveryStateName] {
  // Seven and the number of users have no common divisor, so everybody has some of each.
  const [, decision, state] = STATES.find(([until]) => (n * 7) % 100 < until) ?? [0, 'approved', 'complete']
  return [decision, state]
}

function userRow(id: number) {
  const username = `p${id}`
  return {
    id,
    username,
    username_key: username,
    role: 'user' as const,
    password_hash: null,
    password_enabled: 0 as const,
    passkey_enabled: 0 as const,
    ai_shared_enabled: 0 as const,
    invite_email: '',
    created_at: AT,
  }
}

function requestRow(n: number, people: number) {
  const [decision] = statesOf(n)
  const tmdb_id = (n % 700) + 1
  return {
    id: n,
    user_id: ownerOf(n, people),
    made_by: null,
    media_type: 'movie' as const,
    identity: `movie:${tmdb_id}`,
    tmdb_id,
    tvdb_id: null,
    foreign_id: null,
    catalog_provider: null,
    catalog_id: null,
    title: `Title ${tmdb_id}`,
    title_key: `title ${tmdb_id}`,
    search_term: null,
    poster_path: '/poster.jpg',
    instance_id: 'in_movies',
    instance_name: 'Movies',
    season_scope: null,
    seasons: null,
    quality_profile_id: null,
    match: null,
    repair_of: null,
    approval_required: decision === 'pending' ? (1 as const) : (0 as const),
    decision,
    decided_at: decision === 'denied' ? AT : null,
    decided_by: null,
    deny_reason: null,
    created_at: AT,
    updated_at: AT,
  }
}

function deliveryRow(n: number) {
  const [, state] = statesOf(n)
  return {
    ...keyOf(n),
    state,
    attempts: 1,
    last_attempt_at: AT,
    next_attempt_at: null,
    park_reason: null,
    code: state === 'complete' ? ('requested' as const) : null,
    message: 'As it stands',
    began: 1 as const,
    waiting_since: null,
    record_id: null,
    canonical_foreign_id: null,
    receipt: null,
    created_at: AT,
    updated_at: AT,
  }
}
