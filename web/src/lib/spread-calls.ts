import type { Transport } from './api-request.ts'

/**
 * Starting a call takes a phone some milliseconds, and a page that opens starts a dozen at once. The first starts at once,
 * each other in a task of its own and in their order, so that a press in between is not held up.
 */
export function spreadCalls(transport: Transport, runInTask: (run: () => void) => void): Transport {
  const waiting: (() => void)[] = []
  let is_free = true

  function beginTask() {
    is_free = true
    const start = waiting.shift()
    if (!start) return
    take()
    start()
  }

  function take() {
    is_free = false
    runInTask(beginTask)
  }

  return async (url, init) => {
    if (is_free) take()
    else await new Promise<void>(resolve => waiting.push(resolve))
    return transport(url, init)
  }
}

/** Unlike a timer's, its tasks follow at once, also in a tab in the background. */
export function createTaskRunner(): (run: () => void) => void {
  const { port1, port2 } = new MessageChannel()
  const due: (() => void)[] = []
  port1.addEventListener('message', () => due.shift()?.())
  port1.start()
  return run => {
    due.push(run)
    port2.postMessage(null)
  }
}
