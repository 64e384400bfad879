const MINUTE_MS = 60_000

/**
 * One time for the world and the server in front of it. The demo begins months ago and is brought forward step by
 * step; from then on it is the time of this machine.
 */
export interface DemoClock {
  now(): number
  /** Goes to so many minutes before the present. Time never goes back. */
  goTo(minutes_ago: number): void
}

export function createDemoClock(): DemoClock {
  let behind_ms = 0
  let hasBegun = false
  return {
    now: () => Date.now() - behind_ms,
    goTo(minutes_ago) {
      const next = minutes_ago * MINUTE_MS
      if (hasBegun && next > behind_ms) {
        throw new Error(`The demo is past the moment ${minutes_ago} minutes ago.`)
      }
      hasBegun = true
      behind_ms = next
    },
  }
}
