import { useEffect, useRef, useSyncExternalStore } from 'react'

/** A single-key shortcut of the open page. */
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

/** Registers the page's own keys while it is open. The shell handles and lists them. */
export function usePageKeys(wanted: readonly PageKey[]) {
  const latest = useRef(wanted)
  useEffect(() => {
    latest.current = wanted
  })
  const names = JSON.stringify(wanted.map(({ key, label }) => [key, label]))
  useEffect(() => {
    // Reads the current list, so that a key never acts on stale rows.
    const run = (key: string) => latest.current.find(one => one.key === key)?.run()
    const offered = JSON.parse(names) as [key: string, label: string][]
    replace(offered.map(([key, label]) => ({ key, label, run: () => run(key) })))
    return () => replace([])
  }, [names])
}

export function useOfferedKeys(): readonly PageKey[] {
  return useSyncExternalStore(pageKeys.subscribe, pageKeys.get)
}
