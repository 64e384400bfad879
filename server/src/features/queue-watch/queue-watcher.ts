import { isLibraryManager } from '@foyer/contract/instances/instance-types'
import type { Broadcast } from '#db/broadcast-channel.ts'
import type { Database } from '#db/database.ts'
import {
  type InstanceRecord,
  type Inventory,
  isMediaServerRecord,
  type ManagerRecord,
  reachedBy,
} from '#features/instances/index.ts'
import { changesTheQueue, type LibraryEvent, type LibraryEvents } from '#features/library-webhooks/index.ts'
import type { Events } from '#events/events.ts'
import type { Clock, Stop } from '#kit/clock.ts'
import type { Log } from '#kit/log.ts'
import { Refusal } from '#kit/refusal.ts'
import { UpstreamFault } from '#kit/upstream-fault.ts'
import type { Projections } from '#features/library-status/index.ts'
import { MINUTE_MS } from '#kit/durations.ts'
import { createQueueEvents, type QueueEventParts, type ReportedStatuses } from './queue-events.ts'
import { categoryOf, type Down, type DownLibraries } from './down-libraries.ts'
import { backOffMs, compareQueues, groupByTitle, type Queue, replaceQueue } from './queue-rules.ts'
import type { ServerChecks } from './server-checks.ts'
import type { createWatch } from './watch-lease.ts'

/** 1/6: with and without connected clients. */
const LISTENED_MS = 30_000
const ALONE_MS = 5 * MINUTE_MS
/** A tick may come slightly early and must not be postponed to the next one. */
const SLACK_MS = 1000
/** Managers send several webhooks for one event, and show it in their queue a moment later. */
const SETTLE_MS = 1000

export type PollOfManager = (instance: InstanceRecord, signal: AbortSignal) => Promise<void>

export interface QueueWatcherParts extends QueueEventParts {
  database: Database
  clock: Clock
  log: Log
  broadcast: Broadcast
  inventory: Pick<Inventory, 'list'>
  library_events: Pick<LibraryEvents, 'onInvalidated'>
  events: Events
  /** Event streams that are open in this process. */
  openStreams(): number
  projections: Projections
  /** Receives the libraries and media servers that do not answer. */
  down: Pick<DownLibraries, 'report' | 'onRecheck'>
  /** Further polls of a manager (C60); their failure does not affect the queue. */
  polls?: readonly PollOfManager[]
  servers?: ServerChecks
  /** Whether this process is the one that polls the queues. */
  watch: ReturnType<typeof createWatch>
}

/** The known state of one library's queue. */
interface QueueState {
  /** The address of the instance; with another address it is another library. */
  library: string
  /** The queue is still that of the previous library; the new one has not been read. */
  is_former: boolean
  queue: Queue
  reported: ReportedStatuses
  failures: number
  /** Milliseconds; a failed library is left alone until then. */
  not_before: number
  /** A webhook reported a queue change, and it was published. */
  is_published: boolean
  /** It set the delay itself. */
  has_own_delay: boolean
  /** Set while it does not answer. */
  down: Down | null
}

const LISTENERS = 'event_listeners'

/** The state after a successful read. */
const NO_FAILURE = {
  failures: 0,
  not_before: 0,
  is_published: false,
  has_own_delay: false,
  down: null,
} as const

/** Polls the managers' queues and publishes changes to open pages, each only once. */
export function createQueueWatcher(parts: QueueWatcherParts) {
  const { clock, log, broadcast, inventory, projections, database, watch, down, servers, others = {} } = parts
  const { announce } = createQueueEvents(parts)
  const states = new Map<string, QueueState>()
  const timers = new Map<string, Stop>()
  const running = new Map<string, Promise<unknown>>()
  const stops: Stop[] = []
  const closing = new AbortController()
  const nowMs = () => clock.monotonicMs()
  let looked_at = Number.NEGATIVE_INFINITY
  let listened_at = Number.NEGATIVE_INFINITY
  let last_run: Promise<void> = Promise.resolve()

  function stateOf(instance_id: string): QueueState {
    const known = states.get(instance_id)
    if (known) return known
    const fresh: QueueState = {
      library: '',
      is_former: false,
      queue: new Map(),
      reported: new Map(),
      ...NO_FAILURE,
    }
    states.set(instance_id, fresh)
    return fresh
  }

  async function readQueue(instance: ManagerRecord): Promise<Queue> {
    projections.invalidateQueue(instance.id)
    const { signal } = closing
    const other = others[instance.service_type]
    if (other) return groupByTitle(await other.queue(instance, signal))
    if (instance.service_type === 'movie_manager') {
      return groupByTitle(await projections.movieQueue(instance, { signal }))
    }
    const rows = await projections.episodeQueue(instance, { signal })
    return groupByTitle(
      rows.map(({ series_id: record_id, season_number: _season, ...row }) => ({ record_id, ...row })),
    )
  }

  async function pollInstance(instance: ManagerRecord): Promise<void> {
    const state = stateOf(instance.id)
    const library = reachedBy(instance)
    if (state.library !== library) {
      Object.assign(state, {
        library,
        is_former: true,
        failures: 0,
        not_before: 0,
      } satisfies Partial<QueueState>)
    }
    // Its stored settings were changed: earlier failures no longer count.
    const is_changed = state.down !== null && state.down.updated_at !== instance.updated_at
    if (nowMs() < state.not_before && !is_changed) return
    try {
      const queue = await readQueue(instance)
      const { is_published, reported } = state
      const change = (state.is_former ? replaceQueue : compareQueues)(state.queue, queue)
      Object.assign(state, { ...NO_FAILURE, queue, is_former: false } satisfies Partial<QueueState>)
      await announce({ instance, reported }, change, is_published)
    } catch (error) {
      if (closing.signal.aborted) return
      backOff(state, error)
      const category = categoryOf(error)
      const { id: instance_id, updated_at } = instance
      state.down = category && { instance_id, updated_at, category }
    }
  }

  /** What does not answer, shared with every process for admins. */
  const report = () =>
    down.report([...[...states.values()].flatMap(state => state.down ?? []), ...(servers?.down() ?? [])])

  /** A queue that cannot be read is not empty: the last known state stays. */
  function backOff(state: QueueState, error: unknown): void {
    const isExpected = error instanceof UpstreamFault || error instanceof Refusal
    state.failures += 1
    const retry_after_ms = error instanceof UpstreamFault ? error.retry_after_ms : undefined
    state.not_before = nowMs() + backOffMs(state.failures, retry_after_ms)
    state.has_own_delay = retry_after_ms !== undefined
    if (!isExpected) log.error({ err: error }, 'polling a queue failed')
    else if (state.failures === 1) log.warn({ err: error }, 'the queue of a library could not be read')
  }

  function isWatched(instance: InstanceRecord): instance is ManagerRecord {
    const { service_type: type } = instance
    if (!isLibraryManager(type)) return false
    return type === 'movie_manager' || type === 'tv_manager' || others[type] !== undefined
  }

  async function round(): Promise<void> {
    looked_at = nowMs()
    const all = await inventory.list(database.read)
    const instances = all.filter(isWatched)
    const ids = new Set(instances.map(one => one.id))
    for (const id of states.keys()) if (!ids.has(id)) states.delete(id)
    checkServers(all)
    for (const instance of instances) pollBeside(instance)
    await Promise.all(instances.map(pollInstance))
    await report()
  }

  /** Runs beside the queue, which must not wait for it, and one at a time per manager. */
  function pollBeside(instance: InstanceRecord): void {
    const { id } = instance
    if (running.has(id) || nowMs() < stateOf(id).not_before) return
    const polls = (parts.polls ?? []).map(poll => poll(instance, closing.signal).catch(explain))
    running.set(
      id,
      Promise.all(polls).finally(() => running.delete(id)),
    )
  }

  /** Beside the queues as well. Its outcome is reported by itself: a dead server takes seconds to say nothing. */
  function checkServers(all: readonly InstanceRecord[]): void {
    if (!servers) return
    const checked = all.filter(isMediaServerRecord)
    servers.follow(checked)
    for (const server of checked.filter(servers.isDue)) {
      const { id } = server
      if (running.has(id)) continue
      const check = servers.check(server, closing.signal).then(report).catch(explain)
      running.set(
        id,
        check.finally(() => running.delete(id)),
      )
    }
  }

  function explain(err: unknown): void {
    if (closing.signal.aborted) return
    const isExpected = err instanceof UpstreamFault || err instanceof Refusal
    if (isExpected) log.debug({ err }, 'a manager could not be polled')
    else log.error({ err }, 'a manager could not be polled')
  }

  /** One after another, so that a webhook and a timer never compare with the same earlier state. */
  function runInOrder(run: () => Promise<void>): Promise<void> {
    last_run = after(last_run, run)
    return last_run
  }

  async function after(before: Promise<void>, run: () => Promise<void>): Promise<void> {
    await before
    try {
      if (!closing.signal.aborted) await run()
    } catch (err) {
      log.warn({ err }, 'polling the queues failed')
    }
  }

  async function tick(): Promise<void> {
    if (parts.openStreams() > 0) {
      listened_at = nowMs()
      await broadcast.send(null, { kind: LISTENERS })
    }
    if (!(await watch.isOurs())) {
      servers?.follow([])
      return states.clear()
    }
    const isListened = nowMs() - listened_at <= LISTENED_MS + SLACK_MS
    const wait = isListened ? LISTENED_MS : ALONE_MS
    if (nowMs() - looked_at >= wait - SLACK_MS) await round()
  }

  /** A manager that sends events is reachable, whatever it answered before. */
  function onEvent({ instance_id, event_type }: LibraryEvent): void {
    const state = stateOf(instance_id)
    state.not_before = 0
    if (changesTheQueue(event_type)) state.is_published = true
    if (timers.has(instance_id)) return
    const stop = clock.after(SETTLE_MS, () => {
      timers.delete(instance_id)
      void runInOrder(() => pollById(instance_id))
    })
    timers.set(instance_id, stop)
  }

  async function pollById(instance_id: string): Promise<void> {
    if (!(await watch.isOurs())) return
    const instance = (await inventory.list(database.read)).find(one => one.id === instance_id)
    if (!instance || !isWatched(instance)) return
    await pollInstance(instance)
    await report()
  }

  return {
    start() {
      stops.push(
        clock.every(LISTENED_MS, () => void runInOrder(tick)),
        broadcast.on(LISTENERS, () => {
          listened_at = nowMs()
        }),
        parts.library_events.onInvalidated(onEvent),
        down.onRecheck(() => {
          for (const state of states.values()) if (state.down && !state.has_own_delay) state.not_before = 0
          servers?.recheck()
        }),
      )
    },
    /** Resolves when everything that started is published. */
    async idle() {
      await last_run
      await Promise.all(running.values())
    },
    async close() {
      for (const stop of [...stops.splice(0), ...timers.values()]) stop()
      closing.abort()
      await last_run
      await Promise.all(running.values())
      try {
        await watch.release()
      } catch (err) {
        // A lost database must not delay the shutdown; the lease expires by itself.
        log.warn({ err }, 'the lease for watching the queues could not be released')
      }
    },
  }
}
