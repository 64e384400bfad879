import type { QueueRow } from '@foyer/contract/requests/admin-requests'
import { useTranslation } from 'react-i18next'
import { codeText, errorText } from '#lib/error-text.ts'
import { Notice } from '#ui/notice.tsx'

interface DecisionProblemProps {
  row: QueueRow
  /** Why the last decision on it was refused. */
  error: unknown
}

/** Why a decision was refused, or was not carried out in time. */
export function DecisionProblem({ row, error }: DecisionProblemProps) {
  const { t } = useTranslation()
  if (error !== undefined) return <Notice tone="danger">{errorText(t, error)}</Notice>
  if (row.decision_failed === undefined) return null
  const reason = codeText(t, row.decision_failed) ?? t('errors.unknown')
  return <Notice tone="danger">{t('approvals.failed', { reason })}</Notice>
}
