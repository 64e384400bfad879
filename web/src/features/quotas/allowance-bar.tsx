import type { Allowance } from '@foyer/contract/request-quotas'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#lib/i18n.ts'
import { useNow } from '#lib/use-now.ts'
import { ProgressBar } from '#ui/progress-bar.tsx'
import { kindOf } from './quota-draft.ts'

interface AllowanceBarProps {
  allowance: Allowance
  /** At the end of the line: a reset button. */
  action?: ReactNode
}

/** How much of a limit is used, and when more becomes available. */
export function AllowanceBar({ allowance, action }: AllowanceBarProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const now = useNow()
  const { count, used, remaining, window_days, next_replenishes_at } = allowance
  const label = t(`quotas.kind.${kindOf(allowance)}`)
  const next = next_replenishes_at && format.upcoming(next_replenishes_at, now)
  return (
    <div className="flex flex-col gap-1.5">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <p className="text-sm">
          <span className="font-medium">{label}</span>{' '}
          <span className="text-muted tabular-nums">
            {count === null
              ? used === 0
                ? t('quotas.unlimited')
                : t('quotas.unlimited_used', { count: used })
              : [
                  t('quotas.left', { count: remaining ?? 0 }),
                  next && t(`quotas.next_${next.by}`, { when: next.text }),
                ]
                  .filter(Boolean)
                  .join(', ')}
          </span>
        </p>
        {action}
      </div>
      {count !== null && (
        <>
          <ProgressBar
            label={label}
            share={count === 0 ? 1 : used / count}
            tone={remaining === 0 ? 'danger' : 'accent'}
          />
          <p className="text-xs text-muted tabular-nums">
            {t('quotas.used_of', { used, count, window: t(`quotas.window.${window_days}`) })}
          </p>
        </>
      )}
    </div>
  )
}
