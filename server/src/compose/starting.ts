type Step = () => void | Promise<void>

/** Runs the start steps one after another. A stop is final: no step begins after it. */
export function createStart(steps: readonly Step[]) {
  let isStopped = false
  let running: Promise<void> = Promise.resolve()

  async function run(): Promise<void> {
    for (const step of steps) {
      if (isStopped) return
      await step()
    }
  }

  return {
    start: (): Promise<void> => (running = run()),
    /** Resolves when the current step is done. */
    async stop(): Promise<void> {
      isStopped = true
      // The caller of `start` receives this error.
      await running.catch(() => {})
    },
  }
}
