/** How much happens. Within `npm test` acts are counted, so that nothing depends on how fast a machine is. */
export interface SoakPlan {
  /** Of everything that is chosen at random. */
  seed: string
  people: number
  /** What all numbers below count: what people have done, all together, or the time that has passed. */
  counts: 'acts' | 'seconds'
  lasts: number
  /** The process is killed after so many, from one number to the other. */
  between_kills: readonly [number, number]
  /** The last of them, in one life that nobody ends: memory is judged by it. */
  quiet: number
  /** How often a manager begins, or stops, to misbehave. */
  between_faults: readonly [number, number]
  /** How many acts are under way at once. */
  hands: number
  /** Acts that begin in a second, at most; null: each hand goes on as soon as it is answered. */
  per_second: number | null
  /** Whether the account waits until every import was noticed, which managers are asked for every thirty seconds. */
  waits_for_arrivals: boolean
}

const PEOPLE = 200

/** `npm run soak`. */
export function tenMinutes(seed: string): SoakPlan {
  return {
    seed,
    people: PEOPLE,
    counts: 'seconds',
    lasts: 600,
    between_kills: [8, 24],
    quiet: 200,
    between_faults: [1, 3],
    hands: 24,
    per_second: 20,
    waits_for_arrivals: true,
  }
}

/** Within `npm test`. */
export function oneMinute(seed: string): SoakPlan {
  return {
    seed,
    people: PEOPLE,
    counts: 'acts',
    lasts: 400,
    between_kills: [50, 90],
    quiet: 40,
    between_faults: [8, 24],
    hands: 8,
    per_second: null,
    waits_for_arrivals: false,
  }
}
