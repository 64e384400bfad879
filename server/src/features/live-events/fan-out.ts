import type { EventStream, Person } from './open-streams.ts'

/** Streams written to in one turn; between two turns requests are served, so that many streams hold up nobody (C70). */
const PER_TURN = 100

interface Job {
  streams: Iterator<EventStream, void>
  run: (stream: EventStream) => void
}

/**
 * Does something with every stream of some people, in the order of the calls: a few streams at once, thousands over
 * several turns, whether they come in one call or in many.
 */
export function createFanOut() {
  const jobs: Job[] = []
  let left = PER_TURN
  let isScheduled = false

  function runTurn(): void {
    while (left > 0 && runNext()) left -= 1
    if (left === PER_TURN || isScheduled) return
    isScheduled = true
    setImmediate(() => {
      isScheduled = false
      left = PER_TURN
      runTurn()
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
    runTurn()
  }
}

/** As they are when it is their turn: those that left meanwhile are not written to. */
function* streamsOf(people: readonly Person[]): Generator<EventStream, void> {
  for (const { devices } of people) for (const streams of devices.values()) yield* streams
}
