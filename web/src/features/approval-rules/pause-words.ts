import { pauseReasonOf } from '@foyer/contract/remediation/pause-reasons'
import type { TFunction } from 'i18next'

/** When and why a rule was paused; a sentence of a newer server as it is. */
export function pauseText(t: TFunction, when: string, reason: string | undefined): string {
  const name = /^Paused by (.+)\.$/.exec(reason ?? '')?.[1]
  if (name !== undefined) return t('approval_rules.reason.by', { name, when })
  const since = t('approval_rules.paused_since', { when })
  const known = pauseReasonOf(reason)
  const why = known ? t(`approval_rules.reason.${known}`) : reason
  return why === undefined ? since : `${since} ${why}`
}
