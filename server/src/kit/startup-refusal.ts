/** EX_CONFIG of sysexits: something about the installation must be put right before Foyer can run (E). */
export const EXIT_CONFIG = 78

/** Start-up stops with this one readable line and exit code 78; never a stack. */
export class StartupRefusal extends Error {
  constructor(sentence: string, cause?: unknown) {
    super(sentence, { cause })
    this.name = 'StartupRefusal'
  }
}
