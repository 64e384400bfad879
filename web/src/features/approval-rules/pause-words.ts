import type { TFunction } from 'i18next'

/** The server's sentences, which people read in their own language. */
const REASONS = {
  'The fix failed.': 'approval_rules.reason.failed',
  'It is not known whether the fix was made.': 'approval_rules.reason.unknown',
  'The issue was closed without a fix.': 'approval_rules.reason.wont_fix',
  'The issue could not be fixed.': 'approval_rules.reason.not_fixed',
  'The issue was dismissed.': 'approval_rules.reason.dismissed',
} as const

function isKnown(reason: string): reason is keyof typeof REASONS {
  return Object.hasOwn(REASONS, reason)
}

/** When and why a rule was paused; a sentence of a newer server as it is. */
export function pauseText(t: TFunction, when: string, reason: string | undefined): string {
  const name = /^Paused by (.+)\.$/.exec(reason ?? '')?.[1]
  if (name !== undefined) return t('approval_rules.reason.by', { name, when })
  const since = t('approval_rules.paused_since', { when })
  return reason === undefined ? since : `${since} ${isKnown(reason) ? t(REASONS[reason]) : reason}`
}
