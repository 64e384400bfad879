import { setImmediate } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { untilAborted } from './until-aborted.ts'

/** The unhandled rejections of the process. */
function watchRejections(): unknown[] {
  const seen: unknown[] = []
  const others = process.listeners('unhandledRejection')
  const note = (reason: unknown) => void seen.push(reason)
  process.removeAllListeners('unhandledRejection')
  process.on('unhandledRejection', note)
  onTestFinished(() => {
    process.off('unhandledRejection', note)
    for (const other of others) process.on('unhandledRejection', other)
  })
  return seen
}

describe('a promise that is no longer waited for', () => {
  it.each(['before', 'after'])('may fail when the signal fired %s the call', async when => {
    const unhandled = watchRejections()
    const leaving = new AbortController()
    const left = new Error('left')
    const work = Promise.withResolvers<never>()
    if (when === 'before') leaving.abort(left)
    const outcome = untilAborted(work.promise, leaving.signal)
    if (when === 'after') leaving.abort(left)
    await expect(outcome).rejects.toBe(left)
    work.reject(new Error('too late'))
    await setImmediate()
    expect(unhandled).toEqual([])
  })
})
