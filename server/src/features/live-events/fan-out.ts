import type { EventStream, Person } from './open-streams.ts'

/** Written in one go; between two slices requests are served, so that many streams hold up nobody (C70). */
const SLICE = 100

interface Job {
  streams: Iterator<EventStream, void>
  run: (stream: EventStream) => void
}

/**
 * Does something with every stream of some people, in the order it was asked for: a few streams at once, thousands
 * in slices.
 */
export function createFanOut() {
  const jobs: Job[] = []
  let isScheduled = false

  function runSlice(): void {
    for (let left = SLICE; left > 0; left -= 1) {
      if (!runNext()) return
    }
    isScheduled = true
    setImmediate(() => {
      isScheduled = false
      runSlice()
    })
  }

  /** False: nothing is left to do. */
  function runNext(): boolean {
    for (let job = jobs[0]; job; job = jobs[0]) {
      const next = job.streams.next()
      if (!next.done) {
        job.run(next.value)
        return true
      }
      jobs.shift()
    }
    return false
  }

  return function fanOut(people: readonly Person[], run: Job['run']): void {
    jobs.push({ streams: streamsOf(people), run })
    if (!isScheduled) runSlice()
  }
}

/** As they are when it is their turn: those that left meanwhile are not written to. */
function* streamsOf(people: readonly Person[]): Generator<EventStream, void> {
  for (const { devices } of people) for (const streams of devices.values()) yield* streams
}
