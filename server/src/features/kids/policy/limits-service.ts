import type { ContentPolicy } from '@foyer/contract/kids'
import type { Database } from '#db/database.ts'
import type { Caller } from '#kit/caller.ts'
import type { Clock } from '#kit/clock.ts'
import { Refusal } from '#kit/refusal.ts'
import type { RatingLists } from '#ports/certification-lists.ts'
import type { KnownLists } from './certification-service.ts'
import { type ContentLimits, limitsFrom } from '../judge/content-rules.ts'
import { policyOf } from './kids-store.ts'

export type Viewer = Pick<Caller, 'user_id' | 'role'>

/** Lists change by the year; while the provider is out, it is asked again after a minute. */
const LISTS_KEPT_MS = { provider: 10 * 60_000, cached: 60_000, builtin: 60_000 }
const POLICIES_KEPT = 1000

export interface LimitsParts {
  database: Database
  clock: Clock
  knownLists: () => Promise<KnownLists>
}

/** Limits by the words of a policy, and by the policy as it lies in memory. */
interface Held {
  lists: RatingLists
  until: number
  compiled: Map<string, ContentLimits>
  known: WeakMap<ContentPolicy, ContentLimits>
}

/**
 * The limits of a viewer; null: there are none. At once when memory knows. A policy that cannot be read or
 * ranked is 503, never taken for none (1:4.5 kids rule 5). The same policy answers the same object.
 */
export function createLimits({ database, clock, knownLists }: LimitsParts) {
  const policies = new Map<number, { commits: number; policy: ContentPolicy | null }>()
  let held: Held | undefined

  async function readPolicy(user_id: number): Promise<ContentPolicy | null> {
    // Counted before reading: what commits meanwhile makes the next call read again (docs/adr/0003).
    const commits = database.commits()
    const policy = await policyOf(database.read, user_id)
    if (commits !== null) {
      if (policies.size >= POLICIES_KEPT) policies.clear()
      policies.set(user_id, { commits, policy })
    }
    return policy
  }

  function knownPolicy(user_id: number): ContentPolicy | null | undefined {
    const found = policies.get(user_id)
    return found && found.commits === database.commits() ? found.policy : undefined
  }

  const heldNow = () => (held && clock.monotonicMs() < held.until ? held : undefined)

  async function readLists() {
    const { lists, source } = await knownLists()
    const until = clock.monotonicMs() + LISTS_KEPT_MS[source]
    held = { lists, until, compiled: new Map(), known: new WeakMap() }
    return held
  }

  function compile({ lists, compiled, known }: Held, policy: ContentPolicy): ContentLimits {
    const name = JSON.stringify(policy)
    const limits = compiled.get(name) ?? limitsFrom(policy, lists)
    if (!limits) throw new Error('the caps of a kids account are in no known rating list')
    if (compiled.size >= POLICIES_KEPT) compiled.clear()
    compiled.set(name, limits)
    known.set(policy, limits)
    return limits
  }

  async function read(user_id: number): Promise<ContentLimits | null> {
    try {
      const policy = knownPolicy(user_id) ?? (await readPolicy(user_id))
      if (!policy) return null
      return compile(heldNow() ?? (await readLists()), policy)
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
    const policy = knownPolicy(user_id)
    if (policy === null) return null
    return (policy && heldNow()?.known.get(policy)) ?? read(user_id)
  }
}

export type LimitsOf = ReturnType<typeof createLimits>
