import { vi } from 'vitest'

/** Tries the check until it passes, for as long as a machine that has other work may take. */
export const eventually = <T>(check: () => T | Promise<T>) =>
  vi.waitFor(check, { timeout: 60_000, interval: 5 })
