import type { Clock, Stop } from '#kit/clock.ts'

export interface Turn {
  key: string
  interval_ms: number
  /** Waiting calls of one key alternate between lanes, so that one lane cannot delay all others. */
  lane?: string
  /** The longest wait; unlimited by default. */
  max_wait_ms?: number
}

export interface Spacing {
  /**
   * Resolves when the call may start. Rejects with the signal's reason, or with QueueFull: at once when its start
   * would be too late, and later when other calls came in between. The next call then takes its place.
   */
  wait(turn: Turn, signal?: AbortSignal): Promise<void>
}

/** So many calls are waiting that this one would start too late. */
export class QueueFull extends Error {
  /** When there may be room again. */
  readonly after_ms: number

  constructor(after_ms: number) {
    super('Too many calls are waiting for the same service.')
    this.name = 'QueueFull'
    this.after_ms = after_ms
  }
}

interface Waiter {
  start: () => void
}

interface Queue {
  interval_ms: number
  last_start: number
  /** In the order of their next start; a lane with more calls goes to the end. */
  lanes: Map<string, Waiter[]>
  timer: Stop | undefined
}

/** Keeps the starts of calls with one key apart, in order of arrival, lane by lane. */
export function createSpacing(clock: Clock): Spacing {
  const queues = new Map<string, Queue>()
  const nowMs = () => clock.monotonicMs()

  /** Starts the next call if it is due, or schedules it. */
  function proceed(queue: Queue): void {
    if (queue.timer || queue.lanes.size === 0) return
    const rest = queue.last_start + queue.interval_ms - nowMs()
    if (rest > 0) {
      queue.timer = clock.after(rest, () => {
        queue.timer = undefined
        proceed(queue)
      })
      return
    }
    queue.last_start = nowMs()
    takeNext(queue)?.start()
    proceed(queue)
  }

  return {
    wait({ key, interval_ms, lane = '', max_wait_ms = Number.POSITIVE_INFINITY }, signal) {
      if (signal?.aborted) return Promise.reject(signal.reason)
      const queue = queues.get(key) ?? newQueue()
      queues.set(key, queue)
      queue.interval_ms = interval_ms
      const rest = Math.max(0, queue.last_start + interval_ms - nowMs())
      const late_ms = rest + aheadOf(queue, lane) * interval_ms - max_wait_ms
      if (late_ms >= 0) return Promise.reject(new QueueFull(late_ms + interval_ms))
      return new Promise((resolve, reject) => {
        const giveUp = (reason: unknown) => {
          settle()
          leave(queue, lane, waiter)
          reject(reason)
        }
        const onAbort = () => giveUp(signal?.reason)
        const isBounded = Number.isFinite(max_wait_ms)
        const stop = isBounded
          ? clock.after(max_wait_ms, () => giveUp(new QueueFull(interval_ms)))
          : undefined
        const settle = () => {
          stop?.()
          signal?.removeEventListener('abort', onAbort)
        }
        const waiter = {
          start() {
            settle()
            resolve()
          },
        }
        signal?.addEventListener('abort', onAbort, { once: true })
        queue.lanes.set(lane, [...(queue.lanes.get(lane) ?? []), waiter])
        proceed(queue)
      })
    },
  }
}

/** The number of calls that start before a new one in this lane: from each lane as many as it has rounds until then. */
function aheadOf({ lanes }: Queue, lane: string): number {
  const own = lanes.get(lane)?.length ?? 0
  let ahead = own
  let isBehind = false
  for (const [name, waiting] of lanes) {
    if (name === lane) isBehind = true
    else ahead += Math.min(waiting.length, isBehind ? own : own + 1)
  }
  return ahead
}

function newQueue(): Queue {
  return { interval_ms: 0, last_start: Number.NEGATIVE_INFINITY, lanes: new Map(), timer: undefined }
}

function takeNext({ lanes }: Queue): Waiter | undefined {
  const [next] = lanes
  if (!next) return undefined
  const [lane, [first, ...others]] = next
  lanes.delete(lane)
  if (others.length > 0) lanes.set(lane, others)
  return first
}

function leave({ lanes }: Queue, lane: string, gone: Waiter): void {
  const others = (lanes.get(lane) ?? []).filter(waiter => waiter !== gone)
  if (others.length > 0) lanes.set(lane, others)
  else lanes.delete(lane)
}
