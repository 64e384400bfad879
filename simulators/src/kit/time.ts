export interface SimClock {
  now: () => number
  /** Moves this clock forward; the base it reads from is left alone. */
  advance(ms: number): void
}

export const SECOND_MS = 1000
export const MINUTE_MS = 60 * SECOND_MS
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

export function createSimClock(base: () => number = Date.now): SimClock {
  let offset = 0
  return {
    now: () => base() + offset,
    advance(ms) {
      offset += ms
    },
  }
}

interface Task {
  at: number
  order: number
  run: () => void
}

export interface Timeline {
  /** The instant being lived: the due time of the running task, else the clock. */
  now: () => number
  after(ms: number, run: () => void): () => void
  /** Runs everything that is due, in the order in which it fell due. */
  settle: () => void
}

/**
 * What a product does by itself (a refresh ends, a download completes) is scheduled here and happens when somebody
 * looks. Each task lives at its own instant, so one long jump of the clock leaves the same history as many short ones.
 */
export function createTimeline(clock: SimClock): Timeline {
  const tasks = new Set<Task>()
  let living: number | undefined
  let order = 0

  function earliestDue(limit: number): Task | undefined {
    let found: Task | undefined
    for (const task of tasks) {
      if (task.at > limit) continue
      if (!found || task.at < found.at || (task.at === found.at && task.order < found.order)) found = task
    }
    return found
  }

  const now = () => living ?? clock.now()

  return {
    now,
    after(ms, run) {
      const task = { at: now() + ms, order: order++, run }
      tasks.add(task)
      return () => {
        tasks.delete(task)
      }
    },
    settle() {
      if (living !== undefined) return
      const limit = clock.now()
      try {
        for (let task = earliestDue(limit); task; task = earliestDue(limit)) {
          tasks.delete(task)
          living = task.at
          task.run()
        }
      } finally {
        living = undefined
      }
    },
  }
}

/** `2026-03-01`: the calendar day, in UTC, of an instant. */
export function isoDay(at: number): string {
  return new Date(at).toISOString().slice(0, 10)
}

/** `2026-03-01T10:00:00Z`: the form the library managers send, without a fraction. */
export function isoSecond(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19)}Z`
}
