import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

let collect: (() => void) | undefined

/**
 * Frees what nobody holds any more. V8 collects when it needs room for itself: a server that falls idle after a large
 * answer would keep that answer's buffers until somebody asks for something again.
 */
export function giveBackMemory(): void {
  collect ??= loadCollector()
  collect()
}

/** The only way to it for a program that was started without the flag. */
function loadCollector(): () => void {
  setFlagsFromString('--expose-gc')
  return runInNewContext('gc') as () => void
}
