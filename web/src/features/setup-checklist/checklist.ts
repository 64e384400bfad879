import type { SetupKey, SetupStatus } from '@foyer/contract/app-config'

/** The items this client has a page for. */
export const SHOWN_KEYS = [
  'movies',
  'tv',
  'metadata',
  'media_servers',
  'lists',
  'discovery_prefs',
  'media_downloads',
  'monitoring',
  'books',
  'music',
  'ai',
  'remediation',
  'transcoder',
  'push',
] as const satisfies readonly SetupKey[]
export type ShownKey = (typeof SHOWN_KEYS)[number]

export interface ChecklistItem {
  key: ShownKey
  state: 'done' | 'open' | 'skipped'
}

export interface Checklist {
  open: readonly ChecklistItem[]
  /** Done items, then skipped ones. */
  settled: readonly ChecklistItem[]
  done: number
  skipped: number
  /** All items that were not skipped. */
  total: number
  /** Nothing left to do. */
  complete: boolean
}

/** Open and settled items, each in the server's order. */
export function checklistOf(status: SetupStatus): Checklist {
  const items = SHOWN_KEYS.flatMap((key): ChecklistItem[] => {
    const item = status.items.find(one => one.key === key)
    if (!item) return []
    return [{ key, state: item.configured ? 'done' : item.skipped ? 'skipped' : 'open' }]
  })
  const of = (state: ChecklistItem['state']) => items.filter(item => item.state === state)
  const open = of('open')
  const done = of('done')
  const skipped = of('skipped')
  return {
    open,
    settled: [...done, ...skipped],
    done: done.length,
    skipped: skipped.length,
    total: open.length + done.length,
    complete: open.length === 0,
  }
}
