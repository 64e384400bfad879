import type { Clock, Stop } from '#kit/clock.ts'

export interface Turn {
  key: string
  interval_ms: number
  /** Whose turn it is. Those who wait for one key take turns by this, so nobody waits for all of another's. */
  lane?: string
  /** Nobody is kept waiting for longer; unlimited unless told. */
  max_wait_ms?: number
}

export interface Spacing {
  /**
   * Resolves when it is the caller's turn. Rejects with the signal's reason, or with QueueFull: at once when the turn
   * would come too late, and later when others came in between. The turn then goes to the next.
   */
  wait(turn: Turn, signal?: AbortSignal): Promise<void>
}

/** So many wait already that the turn would come too late. */
export class QueueFull extends Error {
  /** When there may be room again. */
  readonly after_ms: number

  constructor(after_ms: number) {
    super('Too many wait for the same turn.')
    this.name = 'QueueFull'
    this.after_ms = after_ms
  }
}

interface Waiter {
  start: () => void
}

interface Road {
  interval_ms: number
  last_start: number
  /** In the order of their next turn; a lane that had one and wants more goes to the end. */
  lanes: Map<string, Waiter[]>
  timer: Stop | undefined
}

/** Keeps the starts of calls of one key apart: first come first served, lane by lane. */
export function createSpacing(clock: Clock): Spacing {
  const roads = new Map<string, Road>()
  const nowMs = () => clock.monotonicMs()

  /** Lets the next one start now if the time has come, else sees to it that it will. */
  function proceed(road: Road): void {
    if (road.timer || road.lanes.size === 0) return
    const rest = road.last_start + road.interval_ms - nowMs()
    if (rest > 0) {
      road.timer = clock.after(rest, () => {
        road.timer = undefined
        proceed(road)
      })
      return
    }
    road.last_start = nowMs()
    takeNext(road)?.start()
    proceed(road)
  }

  return {
    wait({ key, interval_ms, lane = '', max_wait_ms = Number.POSITIVE_INFINITY }, signal) {
      if (signal?.aborted) return Promise.reject(signal.reason)
      const road = roads.get(key) ?? newRoad()
      roads.set(key, road)
      road.interval_ms = interval_ms
      const rest = Math.max(0, road.last_start + interval_ms - nowMs())
      const late_ms = rest + aheadOf(road, lane) * interval_ms - max_wait_ms
      if (late_ms >= 0) return Promise.reject(new QueueFull(late_ms + interval_ms))
      return new Promise((resolve, reject) => {
        const giveUp = (reason: unknown) => {
          settle()
          leave(road, lane, waiter)
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
        road.lanes.set(lane, [...(road.lanes.get(lane) ?? []), waiter])
        proceed(road)
      })
    },
  }
}

/** How many go before one who comes to this lane now: of each lane as many as it has rounds until then. */
function aheadOf({ lanes }: Road, lane: string): number {
  const own = lanes.get(lane)?.length ?? 0
  let ahead = own
  let isBehind = false
  for (const [name, waiting] of lanes) {
    if (name === lane) isBehind = true
    else ahead += Math.min(waiting.length, isBehind ? own : own + 1)
  }
  return ahead
}

function newRoad(): Road {
  return { interval_ms: 0, last_start: Number.NEGATIVE_INFINITY, lanes: new Map(), timer: undefined }
}

function takeNext({ lanes }: Road): Waiter | undefined {
  const [next] = lanes
  if (!next) return undefined
  const [lane, [first, ...others]] = next
  lanes.delete(lane)
  if (others.length > 0) lanes.set(lane, others)
  return first
}

function leave({ lanes }: Road, lane: string, gone: Waiter): void {
  const others = (lanes.get(lane) ?? []).filter(waiter => waiter !== gone)
  if (others.length > 0) lanes.set(lane, others)
  else lanes.delete(lane)
}
