import type { AiAccountStatus } from '@foyer/contract/assistant/ai-oauth'

export interface UsageBar {
  label: string
  /** Between 0 and 1. */
  share: number
  tone: 'accent' | 'danger'
  resets_at: string | undefined
}

/** From here on a bar warns: little is left. */
const HIGH = 0.9

/** C56: the provider's windows as bars. A reset that has passed says nothing about the future. */
export function usageBars(status: Pick<AiAccountStatus, 'usage'>, now: number): UsageBar[] {
  return (status.usage?.windows ?? []).map(({ label, used_percent, resets_at }) => {
    const share = Math.min(Math.max(used_percent / 100, 0), 1)
    const is_ahead = resets_at !== undefined && Date.parse(resets_at) > now
    return {
      label,
      share,
      tone: share >= HIGH ? 'danger' : 'accent',
      resets_at: is_ahead ? resets_at : undefined,
    }
  })
}
