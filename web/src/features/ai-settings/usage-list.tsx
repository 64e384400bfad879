import type { AiAccountStatus } from '@foyer/contract/assistant/ai-oauth'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#lib/i18n.ts'
import { useNow } from '#lib/use-now.ts'
import { ProgressBar } from '#ui/progress-bar.tsx'
import { usageBars } from './usage.ts'

/** How much of the account's allowance is used, and when it starts anew (C56). */
export function UsageList({ status }: { status: AiAccountStatus }) {
  const { t } = useTranslation()
  const format = useFormat()
  const now = useNow()
  const bars = usageBars(status, now)
  if (bars.length === 0) return null
  return (
    <ul aria-label={t('ai_settings.usage.title')} className="grid gap-4 sm:grid-cols-2">
      {bars.map(({ label, share, tone, resets_at }) => {
        const resets = resets_at && format.upcoming(resets_at, now)
        return (
          <li key={label} className="flex min-w-0 flex-col gap-1.5">
            <p className="text-sm font-medium wrap-anywhere">{label}</p>
            <ProgressBar label={label} share={share} tone={tone} />
            <p className="text-xs text-muted tabular-nums">
              {[
                t('ai_settings.usage.used', { percent: format.percent(share) }),
                resets && t(`ai_settings.usage.resets_${resets.by}`, { when: resets.text }),
              ]
                .filter(Boolean)
                .join(', ')}
            </p>
          </li>
        )
      })}
    </ul>
  )
}
