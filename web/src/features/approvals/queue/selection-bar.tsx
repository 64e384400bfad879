import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#ui/button.tsx'
import { PassingButtons } from '#ui/passing-buttons.tsx'

interface ChosenBarProps {
  count: number
  total: number
  busy: boolean
  onAll: () => void
  onNone: () => void
  onApprove: () => void
  onDeny: () => void
}

/** Approves or declines all selected requests. Always rendered, so that nothing jumps with the first selection. */
export function SelectionBar({ count, total, busy, onAll, onNone, onApprove, onDeny }: ChosenBarProps) {
  const { t } = useTranslation()
  const bar = useRef<HTMLDivElement>(null)
  return (
    <div
      ref={bar}
      tabIndex={-1}
      className="sticky top-2 z-10 flex min-h-14 flex-wrap items-center gap-x-4 gap-y-2 rounded-card border border-line bg-raised px-4 py-2 outline-none"
    >
      <p aria-live="polite" className="w-full text-sm text-muted tabular-nums sm:w-auto sm:flex-1">
        {count === 0 ? t('approvals.waits', { count: total }) : t('approvals.chosen', { count })}
      </p>
      {count < total && (
        <PassingButtons to={bar}>
          <Button size="sm" variant="ghost" onClick={onAll}>
            {t('approvals.choose_all')}
          </Button>
        </PassingButtons>
      )}
      {count > 0 && (
        <PassingButtons to={bar}>
          <Button size="sm" variant="ghost" onClick={onNone}>
            {t('approvals.choose_none')}
          </Button>
          <Button size="sm" disabled={busy} onClick={onDeny}>
            {t('approvals.deny_chosen', { count })}
          </Button>
          <Button size="sm" variant="primary" loading={busy} onClick={onApprove}>
            {t('approvals.approve_chosen', { count })}
          </Button>
        </PassingButtons>
      )}
    </div>
  )
}
