import type { MediaType } from '@foyer/contract/instance-types'

export type TabEffect = 'hidden' | 'shown_connected' | 'shown'

/** 1/4.2: hidden in effect is the wish and nothing of the type connected. */
export function tabEffect(wish: boolean, in_effect: readonly MediaType[], type: MediaType): TabEffect {
  if (!wish) return 'shown'
  return in_effect.includes(type) ? 'hidden' : 'shown_connected'
}
