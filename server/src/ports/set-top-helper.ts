/** What a helper may report, in the codes of 2/4.12. The others are about callers and rows, which it does not know. */
export const HELPER_PROBLEMS = [
  'invalid_request',
  'invalid_pin',
  'pairing_expired',
  'busy',
  'identity_changed',
  'needs_pairing',
  'launch_failed',
  'pairing_failed',
  'player_missing',
  'timeout',
  'unavailable',
  'unsupported',
  'unreachable',
] as const
export type HelperProblem = (typeof HELPER_PROBLEMS)[number]

/** The helper did not do its part. It has no text of the helper, which could contain an address or a secret. */
export class HelperFault extends Error {
  readonly problem: HelperProblem

  constructor(problem: HelperProblem) {
    super(`The set-top helper failed: ${problem}.`)
    this.name = 'HelperFault'
    this.problem = problem
  }
}

export interface BoxPlace {
  address: string
  identifier: string
}

export interface PairedBox extends BoxPlace {
  credentials: string
}

export interface FoundBox extends BoxPlace {
  name: string
  model?: string
}

export interface BoxTitle {
  media_type: 'movie' | 'tv'
  tmdb_id: number
}

/**
 * Runs when the box is ready and nothing has happened yet. It checks again whether the action is still allowed, and then
 * calls `commit`, or throws. `commit` returns at once; it throws if the helper is gone, and then nothing happens.
 */
export type CommitGate = (commit: () => void) => Promise<void>

/** The box shows its PIN. */
export interface BoxPairing {
  /** The credentials. Throws HelperFault, and then the pairing is over. */
  finish(pin: string): Promise<string>
  /** Resolves when the helper is gone, for whatever reason. */
  ended: Promise<unknown>
  end(): void
}

/** Talks to set-top boxes. Everything throws HelperFault, 40 seconds after it began at the latest (2/4.12). */
export interface SetTopHelper {
  /** Whether there is a program that can be started. */
  isSupported(): Promise<boolean>
  /** In the local network, or at one address. Empty: there is none. */
  discover(address?: string): Promise<FoundBox[]>
  beginPairing(box: BoxPlace): Promise<BoxPairing>
  /** The box answers, knows us, and has the player. Starts nothing. */
  check(box: PairedBox): Promise<void>
  /** Opens the page of a title. A fault after the commit leaves open whether the box did it: never repeat it. */
  open(box: PairedBox, title: BoxTitle, gate: CommitGate): Promise<void>
  /** Presses the middle button. */
  select(box: PairedBox, gate: CommitGate): Promise<void>
  /** Ends everything that runs. */
  close(): void
}
