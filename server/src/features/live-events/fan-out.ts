import type { EventStream, Person } from './open-streams.ts'

/**
 * Streams written to per turn of the event loop. Requests are served between two turns, so many streams delay
 * nobody (C70).
 */
const PER_TURN = 100

interface Job {
  streams: Iterator<EventStream, void>
  run: (stream: EventStream) => void
}

/**
 * Runs an action for every stream of some people, in the order of the calls: few streams at once, thousands over
 * several turns, whether they come from one call or many.
 */
export function createFanOut() {
  const jobs: Job[] = []
  let budget = PER_TURN
  let isScheduled = false

  function runTurn(): void {
    while (budget > 0 && runNext()) budget -= 1
    if (budget === PER_TURN || isScheduled) return
    isScheduled = true
    setImmediate(() => {
      isScheduled = false
      budget = PER_TURN
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

/** Read when their turn comes: streams that have closed in the meantime are not written to. */
function* streamsOf(people: readonly Person[]): Generator<EventStream, void> {
  for (const { devices } of people) for (const streams of devices.values()) yield* streams
}
