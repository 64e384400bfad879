type Step = () => void | Promise<void>

/** What begins when the server starts, one after another. A stop is final: no step begins after it. */
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
    /** Returns when the step that runs just now is over. */
    async stop(): Promise<void> {
      isStopped = true
      // Its failure is for whoever started it.
      await running.catch(() => {})
    },
  }
}
