/**
 * Loaded into the conformance suite. It gives some answers half a second and then counts them as missing; on a machine
 * that stalls they get longer. Answers that come in time take no longer for it.
 */
const LONGER = new Map([
  [500, 10_000],
  [600, 10_000],
  [800, 4_000],
  [1500, 4_000],
])

const original = globalThis.setTimeout
const patient = (run: () => void, ms?: number) => original(run, LONGER.get(ms ?? 0) ?? ms)
globalThis.setTimeout = Object.assign(patient, original)
