export type ShortcutId = 'palette' | 'help' | 'home' | 'requests' | 'account' | 'sidebar' | 'close'

export interface Shortcut {
  id: ShortcutId
  /** Pressed one after the other; `mod` is ⌘ on a Mac and Ctrl elsewhere. */
  keys: readonly string[]
  /** Listed only; handled by the topmost overlay. */
  shown_only?: true
}

export const SHORTCUTS: readonly Shortcut[] = [
  { id: 'palette', keys: ['mod+k'] },
  { id: 'help', keys: ['?'] },
  { id: 'home', keys: ['g', 'h'] },
  { id: 'requests', keys: ['g', 'r'] },
  { id: 'account', keys: ['g', 'a'] },
  { id: 'sidebar', keys: ['['] },
  { id: 'close', keys: ['Escape'], shown_only: true },
]

/** The shortcut that a key sequence completes, and whether the sequence could still become one. */
export function matchKeys(run: readonly string[]): { id: ShortcutId | null; open: boolean } {
  const live = SHORTCUTS.filter(shortcut => !shortcut.shown_only)
  const hit = live.find(({ keys }) => keys.length === run.length && keys.every((key, at) => key === run[at]))
  const open = live.some(({ keys }) => keys.length > run.length && run.every((key, at) => key === keys[at]))
  return { id: hit?.id ?? null, open }
}
