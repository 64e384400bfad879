import { findPauseReason, findPauser } from '@foyer/contract/remediation/pause-reasons'
import type { TFunction } from 'i18next'

/** When and why a rule was paused; a sentence of a newer server as it is. */
export function pauseText(t: TFunction, when: string, reason: string | undefined): string {
  const pauser = findPauser(reason)
  if (pauser) return t('approval_rules.reason.by', { ...pauser.values, when })
  const since = t('approval_rules.paused_since', { when })
  const known = findPauseReason(reason)
  const why = known ? t(`approval_rules.reason.${known.name}`) : reason
  return why === undefined ? since : `${since} ${why}`
}
