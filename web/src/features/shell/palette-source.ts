import type { Icon } from './nav.ts'

export interface PaletteItem {
  id: string
  label: string
  /** Other words people type for it. */
  keywords?: readonly string[]
  /** At the end of the line: a year, a place. */
  hint?: string
  icon: Icon
  run: () => void
}

/** A group of the palette. `useItems` is a hook; it is told what was typed and may ask the server. */
export interface PaletteSource {
  id: string
  useHeading: () => string
  useItems: (typed: string) => readonly PaletteItem[]
  /** The source matched by itself (a search), so its items are shown as they are. */
  matched?: true
}
