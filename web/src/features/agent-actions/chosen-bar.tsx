import { useTranslation } from 'react-i18next'
import { Button } from '#ui/button.tsx'
import { SelectionBar } from '#ui/selection-bar.tsx'

interface ChosenBarProps {
  count: number
  /** The selected ones that can be approved now. */
  approvable: number
  total: number
  busy: boolean
  onAll: () => void
  onNone: () => void
  onApprove: () => void
}

/** Approves all selected fixes that can be. */
export function ChosenBar({ approvable, busy, onApprove, ...selection }: ChosenBarProps) {
  const { t } = useTranslation()
  const { count, total } = selection
  return (
    <SelectionBar
      {...selection}
      text={count === 0 ? t('agent_actions.waits', { count: total }) : t('agent_actions.selected', { count })}
      allLabel={t('agent_actions.select_all')}
      noneLabel={t('agent_actions.select_none')}
    >
      <Button size="sm" variant="primary" disabled={approvable === 0} loading={busy} onClick={onApprove}>
        {approvable === 0
          ? t('agent_actions.approve')
          : t('agent_actions.approve_selected', { count: approvable })}
      </Button>
    </SelectionBar>
  )
}
