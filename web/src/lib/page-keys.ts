import { useEffect, useRef, useSyncExternalStore } from 'react'

/** One key that means something on the page that is open. */
export interface PageKey {
  key: string
  /** What it does, for the list of shortcuts. */
  label: string
  run: () => void
}

let keys: readonly PageKey[] = []
const listeners = new Set<() => void>()

function replace(next: readonly PageKey[]) {
  keys = next
  for (const listener of listeners) listener()
}

export const pageKeys = {
  get: () => keys,
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
}

/** Gives the page keys of its own while it is open; the shell listens for them and lists them. */
export function usePageKeys(wanted: readonly PageKey[]) {
  const latest = useRef(wanted)
  useEffect(() => {
    latest.current = wanted
  })
  const names = JSON.stringify(wanted.map(({ key, label }) => [key, label]))
  useEffect(() => {
    // Stands for the newest list, so that a key never acts on what the page showed before.
    const run = (key: string) => latest.current.find(one => one.key === key)?.run()
    const offered = JSON.parse(names) as [key: string, label: string][]
    replace(offered.map(([key, label]) => ({ key, label, run: () => run(key) })))
    return () => replace([])
  }, [names])
}

export function useOfferedKeys(): readonly PageKey[] {
  return useSyncExternalStore(pageKeys.subscribe, pageKeys.get)
}
