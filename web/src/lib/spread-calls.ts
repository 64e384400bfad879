import type { Transport } from './api-request.ts'

/** So many are started in one task. */
const AT_ONCE = 2

/**
 * Starting a call takes a phone some milliseconds, and a page that opens starts a dozen at once. The first start at once,
 * the others in tasks of their own and in their order, so that a press in between is not held up.
 */
export function spreadCalls(transport: Transport, runInTask: (run: () => void) => void): Transport {
  const waiting: (() => void)[] = []
  let free = AT_ONCE

  function beginTask() {
    free = AT_ONCE
    for (const start of waiting.splice(0, AT_ONCE)) {
      use()
      start()
    }
  }

  function use() {
    if (free === AT_ONCE) runInTask(beginTask)
    free -= 1
  }

  return async (url, init) => {
    if (free > 0) use()
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
