import type { TFunction } from 'i18next'

export const STATUSES = [
  'available',
  'partial',
  'downloading',
  'requested',
  'pending',
  'denied',
  'unavailable',
  'unknown',
] as const

/** The statuses of a title, with the same texts and marks everywhere. */
export type Status = (typeof STATUSES)[number]

export interface StatusFacts {
  /** Between 0 and 1, while downloading. */
  share?: number | undefined
  /** Episodes available and in total, while partly available. */
  have?: number | undefined
  total?: number | undefined
  reason?: string | undefined
}

/** The text for people. `percent` formats a share in the current language. */
export function statusText(
  t: TFunction,
  status: Status,
  facts: StatusFacts,
  percent: (share: number) => string,
): string {
  if (status === 'downloading' && facts.share !== undefined) {
    return t('status.downloading_share', { share: percent(facts.share) })
  }
  if (status === 'partial' && facts.have !== undefined && facts.total !== undefined) {
    return t('status.partial_episodes', { have: facts.have, count: facts.total })
  }
  if (status === 'denied' && facts.reason) return t('status.denied_reason', { reason: facts.reason })
  return t(`status.${status}`)
}
