import type { ContentPolicy } from '@foyer/contract/kids'
import type { Database } from '#db/database.ts'
import type { Caller } from '#kit/caller.ts'
import type { Clock } from '#kit/clock.ts'
import { MINUTE_MS } from '#kit/durations.ts'
import { Refusal } from '#kit/refusal.ts'
import type { RatingLists } from '#ports/certification-lists.ts'
import type { KnownLists } from './certification-service.ts'
import { type ContentLimits, limitsFrom } from '../judge/content-rules.ts'
import { policyOf } from './kids-store.ts'

export type Viewer = Pick<Caller, 'user_id' | 'role'>

/** Rating lists change rarely; while the provider is unavailable, it is tried again after a minute. */
const LISTS_KEPT_MS = { provider: 10 * MINUTE_MS, cached: MINUTE_MS, builtin: MINUTE_MS }
const POLICIES_KEPT = 1000

export interface LimitsParts {
  database: Database
  clock: Clock
  knownLists: () => Promise<KnownLists>
}

/** Limits by the text of a policy, and by the policy object in memory. */
interface CompiledLists {
  lists: RatingLists
  until: number
  compiled: Map<string, ContentLimits>
  by_policy: WeakMap<ContentPolicy, ContentLimits>
}

/**
 * The limits of a viewer; null: none. Synchronous when cached. A policy that cannot be read or ranked is a 503 and
 * never treated as none (1:4.5 kids rule 5). The same policy returns the same object.
 */
export function createLimits({ database, clock, knownLists }: LimitsParts) {
  const policies = new Map<number, { commits: number; policy: ContentPolicy | null }>()
  let cached: CompiledLists | undefined

  async function readPolicy(user_id: number): Promise<ContentPolicy | null> {
    // Read before the policies: a commit in the meantime makes the next call read again (docs/adr/0003).
    const commits = database.commits()
    const policy = await policyOf(database.read, user_id)
    if (commits !== null) {
      if (policies.size >= POLICIES_KEPT) policies.clear()
      policies.set(user_id, { commits, policy })
    }
    return policy
  }

  function cachedPolicy(user_id: number): ContentPolicy | null | undefined {
    const found = policies.get(user_id)
    return found && found.commits === database.commits() ? found.policy : undefined
  }

  const cachedNow = () => (cached && clock.monotonicMs() < cached.until ? cached : undefined)

  async function readLists() {
    const { lists, source } = await knownLists()
    const until = clock.monotonicMs() + LISTS_KEPT_MS[source]
    cached = { lists, until, compiled: new Map(), by_policy: new WeakMap() }
    return cached
  }

  function compile({ lists, compiled, by_policy }: CompiledLists, policy: ContentPolicy): ContentLimits {
    const name = JSON.stringify(policy)
    const limits = compiled.get(name) ?? limitsFrom(policy, lists)
    if (!limits) throw new Error('the rating limits of a kids account are not in any known rating list')
    if (compiled.size >= POLICIES_KEPT) compiled.clear()
    compiled.set(name, limits)
    by_policy.set(policy, limits)
    return limits
  }

  async function read(user_id: number): Promise<ContentLimits | null> {
    try {
      const policy = cachedPolicy(user_id) ?? (await readPolicy(user_id))
      if (!policy) return null
      return compile(cachedNow() ?? (await readLists()), policy)
    } catch (cause) {
      throw new Refusal('unavailable', {
        error: 'The limits of this account cannot be read right now.',
        cause,
      })
    }
  }

  return function limitsOf({ user_id, role }: Viewer): ContentLimits | null | Promise<ContentLimits | null> {
    // 1/4.12: an admin is never a kids account.
    if (role === 'admin') return null
    const policy = cachedPolicy(user_id)
    if (policy === null) return null
    return (policy && cachedNow()?.by_policy.get(policy)) ?? read(user_id)
  }
}

export type LimitsOf = ReturnType<typeof createLimits>
