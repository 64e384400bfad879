import type { QueueRow } from '@foyer/contract/requests/admin-requests'
import Check from 'lucide-react/icons/check'
import Pencil from 'lucide-react/icons/pencil'
import X from 'lucide-react/icons/x'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#lib/i18n.ts'
import { useNow } from '#lib/use-now.ts'
import { Avatar } from '#ui/avatar.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { DecisionProblem } from '../decide/decision-problem.tsx'
import { namesOf } from './requesters.ts'
import { type RowParts, sharedFact } from './row-facts.tsx'

interface RequesterListProps extends Pick<RowParts, 'part' | 'libraryOf'> {
  rows: readonly QueueRow[]
  busy: ReadonlySet<number>
  refused: ReadonlyMap<number, unknown>
  onApprove: (row: QueueRow) => void
  onDeny: (row: QueueRow) => void
  onEdit: (row: QueueRow) => void
}

/**
 * Everybody who requested the same title, each to be decided alone: what they want if that differs, since when, and what
 * went wrong.
 */
export function RequesterList({ rows, busy, refused, part, libraryOf, ...actions }: RequesterListProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const now = useNow()
  const wordsOf = (row: QueueRow) => ({ title: row.title, name: format.list(namesOf(row)) })
  const differing = [part, libraryOf].filter(fact => sharedFact(rows, fact) === undefined)
  return (
    <ul
      aria-label={t('approvals.requesters')}
      className="flex flex-col divide-y divide-line border-t border-line"
    >
      {rows.map(row => (
        <li key={row.request_id} className="flex flex-col gap-2 py-2 last:pb-0">
          <div className="flex items-center gap-3">
            <Avatar name={row.username} size="sm" />
            <div className="flex min-w-0 flex-1 flex-col text-sm">
              <span className="font-medium wrap-anywhere">{format.list(namesOf(row))}</span>
              <span className="text-muted">
                {differing
                  .map(fact => fact(row))
                  .filter(Boolean)
                  .map(fact => `${fact} · `)}
                <time dateTime={row.requested_at} title={format.dateTime(row.requested_at)}>
                  {format.relative(row.requested_at, now)}
                </time>
              </span>
            </div>
            <div className="flex shrink-0">
              <IconButton
                label={t('approvals.approve_for', wordsOf(row))}
                icon={<Check />}
                disabled={busy.has(row.request_id)}
                onClick={() => actions.onApprove(row)}
              />
              <IconButton
                label={t('approvals.deny_for', wordsOf(row))}
                icon={<X />}
                disabled={busy.has(row.request_id)}
                onClick={() => actions.onDeny(row)}
              />
              <IconButton
                label={t('approvals.edit_for', wordsOf(row))}
                icon={<Pencil />}
                disabled={busy.has(row.request_id)}
                onClick={() => actions.onEdit(row)}
              />
            </div>
          </div>
          <DecisionProblem row={row} error={refused.get(row.request_id)} />
        </li>
      ))}
    </ul>
  )
}
