import type { MediaType } from '@foyer/contract/instances/instance-types'

interface TabFacts {
  /** The admin's setting. */
  hide_when_unused: boolean
  /** Media types with a library; undefined while unknown. */
  connected: readonly MediaType[] | undefined
}

export type TabEffect = 'hidden' | 'shown_connected' | 'shown' | 'unknown'

/** 1/4.2: a tab is hidden if the setting is on and no library of the type is connected. */
export function tabEffect({ hide_when_unused, connected }: TabFacts, type: MediaType): TabEffect {
  if (!connected) return 'unknown'
  if (connected.includes(type)) return 'shown_connected'
  return hide_when_unused ? 'hidden' : 'shown'
}
