import type { MediaServerType } from '@foyer/contract/instances/instance-types'
import type {
  ConnectionTesters,
  InstanceRecord,
  Inventory,
  MediaServerRecord,
} from '#features/instances/index.ts'
import type { Clock } from '#kit/clock.ts'
import { MINUTE_MS } from '#kit/durations.ts'
import type { Log } from '#kit/log.ts'
import { withinBudget } from '#kit/upstream-budget.ts'
import { UpstreamFault } from '#kit/upstream-fault.ts'
import { categoryOf, type Down } from './down-libraries.ts'
import { backOffMs } from './queue-rules.ts'

/** Nothing is read from media servers regularly, so each is asked who it is, and seldom. */
const EVERY_MS = 10 * MINUTE_MS
/** A round may come slightly early and must not be postponed to the next one. */
const SLACK_MS = 1000
const BUDGET_MS = 10_000
/** A server that restarts, or was slow once, is not down. */
const COUNTED_FAILURES = 2

interface ServerState {
  /** The instance's version that was checked: what is known of another one does not count. */
  updated_at: string
  failures: number
  /** Milliseconds; it is left alone until then. */
  not_before: number
  /** It set the delay itself. */
  has_own_delay: boolean
  down: Down | null
}

const ANSWERED = { failures: 0, has_own_delay: false, down: null } as const

export interface ServerCheckParts {
  clock: Clock
  log: Log
  inventory: Pick<Inventory, 'connectionOf'>
  testers: Pick<ConnectionTesters, MediaServerType>
}

/** Looks whether the media servers answer and accept their keys, by the test of the instance form. */
export function createServerChecks({ clock, log, inventory, testers }: ServerCheckParts) {
  const states = new Map<string, ServerState>()
  const nowMs = () => clock.monotonicMs()

  function knownOf({ id, updated_at }: InstanceRecord): ServerState | undefined {
    const state = states.get(id)
    return state?.updated_at === updated_at ? state : undefined
  }

  /** Checked for the first time a while later: what was just saved passed this very test. */
  function begin({ id, updated_at }: InstanceRecord): void {
    const not_before = nowMs() + EVERY_MS - SLACK_MS
    states.set(id, { updated_at, not_before, ...ANSWERED })
  }

  function ask(instance: MediaServerRecord, closing: AbortSignal): Promise<unknown> {
    const { product, test } = testers[instance.service_type]
    return withinBudget({ clock, ms: BUDGET_MS, upstream: product }, signal =>
      test(inventory.connectionOf(instance), AbortSignal.any([signal, closing])),
    )
  }

  return {
    /** These are the servers now, as they are stored. */
    follow(servers: readonly MediaServerRecord[]): void {
      const ids = new Set(servers.map(({ id }) => id))
      for (const id of states.keys()) if (!ids.has(id)) states.delete(id)
      for (const server of servers) if (!knownOf(server)) begin(server)
    },

    isDue: (instance: MediaServerRecord): boolean => {
      const state = knownOf(instance)
      return state !== undefined && nowMs() >= state.not_before
    },

    async check(instance: MediaServerRecord, closing: AbortSignal): Promise<void> {
      const { id: instance_id, updated_at } = instance
      const began = nowMs() - SLACK_MS
      try {
        await ask(instance, closing)
        states.set(instance_id, { updated_at, not_before: began + EVERY_MS, ...ANSWERED })
      } catch (error) {
        if (closing.aborted) return
        const category = categoryOf(error)
        // One that limits its callers answers.
        const failures = category ? (knownOf(instance)?.failures ?? 0) + 1 : 0
        const retry_after_ms = error instanceof UpstreamFault ? error.retry_after_ms : undefined
        states.set(instance_id, {
          updated_at,
          failures,
          not_before:
            began +
            (category ? backOffMs(failures, retry_after_ms) : Math.max(EVERY_MS, retry_after_ms ?? 0)),
          has_own_delay: retry_after_ms !== undefined,
          down: category && failures >= COUNTED_FAILURES ? { instance_id, updated_at, category } : null,
        })
        if (!category && !(error instanceof UpstreamFault))
          log.error({ err: error }, 'checking a media server failed')
        else if (failures === 1) log.warn({ err: error }, 'a media server failed a check')
      }
    },

    down: (): Down[] => [...states.values()].flatMap(state => state.down ?? []),

    /** Somebody looks at what is down. */
    recheck(): void {
      for (const state of states.values()) if (state.down && !state.has_own_delay) state.not_before = 0
    },
  }
}

export type ServerChecks = ReturnType<typeof createServerChecks>
