import type { Broadcast } from '#db/broadcast-channel.ts'
import type { Database } from '#db/database.ts'
import {
  type InstanceRecord,
  type Inventory,
  isLibraryManager,
  reachedBy,
} from '#features/instances/index.ts'
import { changesTheQueue, type LibraryEvent, type LibraryEvents } from '#features/library-webhooks/index.ts'
import type { Events } from '#events/events.ts'
import type { Clock, Stop } from '#kit/clock.ts'
import type { Log } from '#kit/log.ts'
import { Refusal } from '#kit/refusal.ts'
import { UpstreamFault } from '#kit/upstream-fault.ts'
import type { Projections } from '#features/library-status/index.ts'
import {
  createQueueEvents,
  type QueueEventParts,
  type ReportedStatuses,
  type WatchedInstance,
} from './queue-events.ts'
import { categoryOf, type Down, type DownLibraries } from './down-libraries.ts'
import { backOffMs, compareQueues, groupByTitle, type Queue, replaceQueue } from './queue-rules.ts'
import type { createWatch } from './watch-lease.ts'

/** 1/6: while somebody listens, and while nobody does. */
const LISTENED_MS = 30_000
const ALONE_MS = 5 * 60_000
/** A tick may come a little early; it must not wait for the next one because of that. */
const SLACK_MS = 1000
/** Managers send several webhooks for one thing, and show it in their queue a moment later. */
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
  /** Where it is written down which libraries do not answer. */
  down: Pick<DownLibraries, 'report' | 'onRecheck'>
  /** What else is looked at when it is a manager's time (C60); a failure of it is no failure of the queue. */
  polls?: readonly PollOfManager[]
  /** Whether this is the one process that looks after the queues now. */
  watch: ReturnType<typeof createWatch>
}

/** What is known of one library's queue. */
interface Seen {
  /** What the instance is reached by; pointed elsewhere, it is another library. */
  library: string
  /** The queue is that of the library before, and this one's was not read yet. */
  is_former: boolean
  queue: Queue
  told: ReportedStatuses
  failures: number
  /** Milliseconds; before then a library that failed is left alone. */
  not_before: number
  /** A webhook said that the queue changed, and pages heard it. */
  is_told: boolean
  /** It said itself how long to leave it alone. */
  is_asked_to_wait: boolean
  /** Set while it does not answer. */
  down: Down | null
}

const LISTENERS = 'event_listeners'

/** Of a library that answered. */
const CALM = { failures: 0, not_before: 0, is_told: false, is_asked_to_wait: false, down: null } as const

/** Looks at the managers' queues and tells open pages what moved; never the same thing twice. */
export function createQueueWatcher(parts: QueueWatcherParts) {
  const { clock, log, broadcast, inventory, projections, database, watch, down, others = {} } = parts
  const { announce } = createQueueEvents(parts)
  const seen = new Map<string, Seen>()
  const timers = new Map<string, Stop>()
  const running = new Map<string, Promise<unknown>>()
  const stops: Stop[] = []
  const closing = new AbortController()
  const nowMs = () => clock.monotonicMs()
  let looked_at = Number.NEGATIVE_INFINITY
  let listened_at = Number.NEGATIVE_INFINITY
  let turn: Promise<void> = Promise.resolve()

  function seenOf(instance_id: string): Seen {
    const known = seen.get(instance_id)
    if (known) return known
    const fresh: Seen = {
      library: '',
      is_former: false,
      queue: new Map(),
      told: new Map(),
      ...CALM,
    }
    seen.set(instance_id, fresh)
    return fresh
  }

  async function readQueue(instance: WatchedInstance): Promise<Queue> {
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

  async function look(instance: WatchedInstance): Promise<void> {
    const state = seenOf(instance.id)
    const library = reachedBy(instance)
    if (state.library !== library) {
      Object.assign(state, { library, is_former: true, failures: 0, not_before: 0 } satisfies Partial<Seen>)
    }
    // Somebody changed what is stored about it: what it answered before says nothing.
    const is_changed = state.down !== null && state.down.updated_at !== instance.updated_at
    if (nowMs() < state.not_before && !is_changed) return
    try {
      const queue = await readQueue(instance)
      const { is_told, told } = state
      const change = (state.is_former ? replaceQueue : compareQueues)(state.queue, queue)
      Object.assign(state, { ...CALM, queue, is_former: false } satisfies Partial<Seen>)
      await announce({ instance, told }, change, is_told)
    } catch (error) {
      if (closing.signal.aborted) return
      backOff(state, error)
      const category = categoryOf(error)
      const { id: instance_id, updated_at } = instance
      state.down = category && { instance_id, updated_at, category }
    }
  }

  /** What does not answer now, for every process: admins see it wherever they ask. */
  const report = () => down.report([...seen.values()].flatMap(state => state.down ?? []))

  /** A queue that cannot be read is not an empty one: what was seen last stays. */
  function backOff(state: Seen, error: unknown): void {
    const isExpected = error instanceof UpstreamFault || error instanceof Refusal
    state.failures += 1
    const asked = error instanceof UpstreamFault ? error.retry_after_ms : undefined
    state.not_before = nowMs() + backOffMs(state.failures, asked)
    state.is_asked_to_wait = asked !== undefined
    if (!isExpected) log.error({ err: error }, 'a queue could not be looked at')
    else if (state.failures === 1) log.warn({ err: error }, 'the queue of a library could not be read')
  }

  async function watched(): Promise<WatchedInstance[]> {
    const all = await inventory.list(database.read)
    return all.filter(isWatched)
  }

  function isWatched(instance: InstanceRecord): instance is WatchedInstance {
    const { service_type: type } = instance
    if (!isLibraryManager(type)) return false
    return type === 'movie_manager' || type === 'tv_manager' || others[type] !== undefined
  }

  async function round(): Promise<void> {
    looked_at = nowMs()
    const instances = await watched()
    const ids = new Set(instances.map(one => one.id))
    for (const id of seen.keys()) if (!ids.has(id)) seen.delete(id)
    for (const instance of instances) pollBeside(instance)
    await Promise.all(instances.map(look))
    await report()
  }

  /** Beside the queue, which must not wait for it, and one at a time for each manager. */
  function pollBeside(instance: InstanceRecord): void {
    const { id } = instance
    if (running.has(id) || nowMs() < seenOf(id).not_before) return
    const polls = (parts.polls ?? []).map(poll => poll(instance, closing.signal).catch(explain))
    running.set(
      id,
      Promise.all(polls).finally(() => running.delete(id)),
    )
  }

  function explain(err: unknown): void {
    if (closing.signal.aborted) return
    const isExpected = err instanceof UpstreamFault || err instanceof Refusal
    if (isExpected) log.debug({ err }, 'a manager could not be polled')
    else log.error({ err }, 'a manager could not be polled')
  }

  /** One after another, so that a webhook and the clock never compare with the same past. */
  function inTurn(run: () => Promise<void>): Promise<void> {
    turn = after(turn, run)
    return turn
  }

  async function after(before: Promise<void>, run: () => Promise<void>): Promise<void> {
    await before
    try {
      if (!closing.signal.aborted) await run()
    } catch (err) {
      log.warn({ err }, 'the queues could not be looked at')
    }
  }

  async function tick(): Promise<void> {
    if (parts.openStreams() > 0) {
      listened_at = nowMs()
      await broadcast.send(null, { kind: LISTENERS })
    }
    if (!(await watch.isOurs())) return seen.clear()
    const isListened = nowMs() - listened_at <= LISTENED_MS + SLACK_MS
    const wait = isListened ? LISTENED_MS : ALONE_MS
    if (nowMs() - looked_at >= wait - SLACK_MS) await round()
  }

  /** A manager that speaks is there, whatever it answered before. */
  function onEvent({ instance_id, event_type }: LibraryEvent): void {
    const state = seenOf(instance_id)
    state.not_before = 0
    if (changesTheQueue(event_type)) state.is_told = true
    if (timers.has(instance_id)) return
    const stop = clock.after(SETTLE_MS, () => {
      timers.delete(instance_id)
      void inTurn(() => lookAt(instance_id))
    })
    timers.set(instance_id, stop)
  }

  async function lookAt(instance_id: string): Promise<void> {
    if (!(await watch.isOurs())) return
    const instance = (await watched()).find(one => one.id === instance_id)
    if (!instance) return
    await look(instance)
    await report()
  }

  return {
    start() {
      stops.push(
        clock.every(LISTENED_MS, () => void inTurn(tick)),
        broadcast.on(LISTENERS, () => {
          listened_at = nowMs()
        }),
        parts.library_events.onInvalidated(onEvent),
        down.onRecheck(() => {
          for (const state of seen.values()) if (state.down && !state.is_asked_to_wait) state.not_before = 0
        }),
      )
    },
    /** Resolves when everything that began is told. */
    async idle() {
      await turn
      await Promise.all(running.values())
    },
    async close() {
      for (const stop of [...stops.splice(0), ...timers.values()]) stop()
      closing.abort()
      await turn
      await Promise.all(running.values())
      try {
        await watch.release()
      } catch (err) {
        // A database that is gone must not hold up the end; the watch runs out by itself.
        log.warn({ err }, 'the watch over the queues could not be given up')
      }
    },
  }
}
