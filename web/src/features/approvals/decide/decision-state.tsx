import type { RequestHistoryRow } from '@foyer/contract/requests/admin-requests'
import { useTranslation } from 'react-i18next'
import { Badge, type Tone } from '#ui/badge.tsx'
import { StatusLabel } from '#ui/status-label.tsx'

const TONES: Record<RequestHistoryRow['decision'], Tone> = {
  pending: 'warn',
  approved: 'ok',
  denied: 'danger',
  cancelled: 'neutral',
  unknown: 'neutral',
}

/** What was decided, and what the library says of an approved request. */
export function DecisionState({ row }: { row: Pick<RequestHistoryRow, 'decision' | 'status'> }) {
  const { t } = useTranslation()
  const { decision, status } = row
  return (
    <>
      <Badge tone={TONES[decision]}>{t(`approvals.decision.${decision}`)}</Badge>
      {decision === 'approved' && status !== 'unavailable' && <StatusLabel status={status} />}
    </>
  )
}
