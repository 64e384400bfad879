import type { MediaType } from '@foyer/contract/instance-types'

interface TabFacts {
  /** What an admin chose. */
  wish: boolean
  /** Kinds with a library; undefined while nobody knows. */
  connected: readonly MediaType[] | undefined
}

export type TabEffect = 'hidden' | 'shown_connected' | 'shown' | 'unknown'

/** 1/4.2: hidden in effect is the wish and nothing of the type connected; with a library the wish cannot act. */
export function tabEffect({ wish, connected }: TabFacts, type: MediaType): TabEffect {
  if (!connected) return 'unknown'
  if (connected.includes(type)) return 'shown_connected'
  return wish ? 'hidden' : 'shown'
}
