import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

let collect: (() => void) | undefined

/**
 * Frees unreferenced memory. V8 collects when it needs memory itself: a server that becomes idle after a large
 * response would keep its buffers until the next request.
 */
export function giveBackMemory(): void {
  collect ??= loadCollector()
  collect()
}

/** The only access to it in a process started without the flag. */
function loadCollector(): () => void {
  setFlagsFromString('--expose-gc')
  return runInNewContext('gc') as () => void
}
