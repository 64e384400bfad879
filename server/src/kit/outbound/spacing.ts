import type { Clock, Stop } from '#kit/clock.ts'

export interface Turn {
  key: string
  interval_ms: number
  /** Whose turn it is. Those who wait for one key take turns by this, so nobody waits for all of another's. */
  lane?: string
}

export interface Spacing {
  /** Resolves when it is the caller's turn. Rejects with the signal's reason; the turn then goes to the next. */
  wait(turn: Turn, signal?: AbortSignal): Promise<void>
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
  const nowMs = () => clock.now().getTime()

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
    wait({ key, interval_ms, lane = '' }, signal) {
      if (signal?.aborted) return Promise.reject(signal.reason)
      const road = roads.get(key) ?? newRoad()
      roads.set(key, road)
      road.interval_ms = interval_ms
      return new Promise((resolve, reject) => {
        const onAbort = () => {
          leave(road, lane, waiter)
          reject(signal?.reason)
        }
        const waiter = {
          start: () => {
            signal?.removeEventListener('abort', onAbort)
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
