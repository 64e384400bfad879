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

/** Foyer finds nothing without a key, and requests go nowhere without a library manager. */
const MANAGERS: readonly ShownKey[] = ['movies', 'tv', 'books', 'music']
/** Proposed while no library manager is connected. */
const FIRST_MANAGERS: readonly ShownKey[] = ['movies', 'tv']

export interface Checklist {
  /** What the server needs to be of use. */
  open: readonly ChecklistItem[]
  /** Needed items: done ones, then skipped ones. */
  settled: readonly ChecklistItem[]
  /** Everything else, open ones first. It never holds the setup back. */
  optional: readonly ChecklistItem[]
  /** Needed items. */
  done: number
  skipped: number
  /** Needed items that were not skipped. */
  total: number
  /** Nothing needed is left to do. */
  complete: boolean
}

/** Needed and optional items, each in the server's order. */
export function checklistOf(status: SetupStatus): Checklist {
  const items = SHOWN_KEYS.flatMap((key): ChecklistItem[] => {
    const item = status.items.find(one => one.key === key)
    if (!item) return []
    return [{ key, state: item.configured ? 'done' : item.skipped ? 'skipped' : 'open' }]
  })
  const connected = items.filter(({ key, state }) => MANAGERS.includes(key) && state === 'done')
  // One library manager is enough; which ones a household wants besides is its own business.
  const managers = connected.length > 0 ? connected.map(({ key }) => key) : FIRST_MANAGERS
  const isNeeded = ({ key }: ChecklistItem) => key === 'metadata' || managers.includes(key)
  const of = (state: ChecklistItem['state'], among: readonly ChecklistItem[]) =>
    among.filter(item => item.state === state)
  const needed = items.filter(isNeeded)
  const others = items.filter(item => !isNeeded(item))
  const [open, done, skipped] = [of('open', needed), of('done', needed), of('skipped', needed)]
  return {
    open,
    settled: [...done, ...skipped],
    optional: [...of('open', others), ...of('done', others), ...of('skipped', others)],
    done: done.length,
    skipped: skipped.length,
    total: open.length + done.length,
    complete: open.length === 0,
  }
}
