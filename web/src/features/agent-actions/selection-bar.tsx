import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#ui/button.tsx'
import { PassingButtons } from '#ui/passing-buttons.tsx'

interface SelectionBarProps {
  count: number
  /** The selected ones that can be approved now. */
  approvable: number
  total: number
  busy: boolean
  onAll: () => void
  onNone: () => void
  onApprove: () => void
}

/** Approves all selected fixes that can be. Always rendered, so that nothing jumps with the first selection. */
export function SelectionBar(props: SelectionBarProps) {
  const { count, approvable, total, busy, onAll, onNone, onApprove } = props
  const { t } = useTranslation()
  const bar = useRef<HTMLDivElement>(null)
  return (
    <div
      ref={bar}
      tabIndex={-1}
      className="sticky top-2 z-10 flex min-h-14 flex-wrap items-center gap-x-4 gap-y-2 rounded-card border border-line bg-raised px-4 py-2 outline-none"
    >
      <p aria-live="polite" className="w-full text-sm text-muted tabular-nums sm:w-auto sm:flex-1">
        {count === 0 ? t('agent_actions.waits', { count: total }) : t('agent_actions.selected', { count })}
      </p>
      {count < total && (
        <PassingButtons to={bar}>
          <Button size="sm" variant="ghost" onClick={onAll}>
            {t('agent_actions.select_all')}
          </Button>
        </PassingButtons>
      )}
      {count > 0 && (
        <PassingButtons to={bar}>
          <Button size="sm" variant="ghost" onClick={onNone}>
            {t('agent_actions.select_none')}
          </Button>
          <Button size="sm" variant="primary" disabled={approvable === 0} loading={busy} onClick={onApprove}>
            {approvable === 0
              ? t('agent_actions.approve')
              : t('agent_actions.approve_selected', { count: approvable })}
          </Button>
        </PassingButtons>
      )}
    </div>
  )
}
