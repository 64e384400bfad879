import { useTranslation } from 'react-i18next'
import { Button } from '#ui/button.tsx'
import { SelectionBar } from '#ui/selection-bar.tsx'

interface ChosenBarProps {
  count: number
  total: number
  busy: boolean
  onAll: () => void
  onNone: () => void
  onApprove: () => void
  onDeny: () => void
}

/** Approves or declines all selected requests. */
export function ChosenBar({ busy, onApprove, onDeny, ...selection }: ChosenBarProps) {
  const { t } = useTranslation()
  const { count, total } = selection
  return (
    <SelectionBar
      {...selection}
      text={count === 0 ? t('approvals.waits', { count: total }) : t('approvals.chosen', { count })}
      allLabel={t('approvals.choose_all')}
      noneLabel={t('approvals.choose_none')}
    >
      <Button size="sm" disabled={busy} onClick={onDeny}>
        {t('approvals.deny_chosen', { count })}
      </Button>
      <Button size="sm" variant="primary" loading={busy} onClick={onApprove}>
        {t('approvals.approve_chosen', { count })}
      </Button>
    </SelectionBar>
  )
}
