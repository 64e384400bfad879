import { isDiskFull, StorageFault } from '#kit/storage-fault.ts'

/** EX_CONFIG of sysexits: the installation must be corrected before Foyer can run (E). */
export const EXIT_CONFIG = 78

/** Startup stops with this one readable line and exit code 78, without a stack. */
export class StartupRefusal extends Error {
  constructor(sentence: string, cause?: unknown) {
    super(sentence, { cause })
    this.name = 'StartupRefusal'
  }
}

/** A disk error at startup is also a refusal that names the disk and the remedy. Null for everything else. */
export function asStartupRefusal(error: unknown): StartupRefusal | null {
  if (error instanceof StartupRefusal) return error
  if (error instanceof StorageFault && error.disk) {
    const advice = error.disk === 'full' ? 'Free some space' : 'Free some space, check the disk,'
    return new StartupRefusal(`${error.message} (${error.code}) ${advice} and start Foyer again.`, error)
  }
  if (!isDiskFull(error)) return null
  return new StartupRefusal(
    'The disk that holds the data folder is full. Free some space on it and start Foyer again.',
    error,
  )
}
