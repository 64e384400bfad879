import type { QueueRow as Row } from '@foyer/contract/requests/admin-requests'
import CircleCheck from 'lucide-react/icons/circle-check'
import Search from 'lucide-react/icons/search'
import { type ComponentType, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { KeyHint } from '#lib/key-hint.tsx'
import { ButtonLink } from '#lib/link.tsx'
import { type PageKey, usePageKeys } from '#lib/page-keys.ts'
import { useListSelection } from '#lib/use-list-selection.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ToastSpace } from '#ui/toast-space.tsx'
import type { Decision } from '../api.ts'
import type { HistoryFilter } from '../screens/approvals-search.ts'
import { ChosenBar } from './chosen-bar.tsx'
import { DenyDialog } from '../decide/deny-dialog.tsx'
import { type FilterChange, QueueBar } from './queue-bar.tsx'
import { filterQueue, sortedPeople } from './queue-filter.ts'
import { groupQueue, isPartOfGroup, rowsOf } from './queue-groups.ts'
import { QueueRow } from './queue-row.tsx'
import type { RowParts } from './row-facts.tsx'
import type { SentDecision } from '../decide/undo.ts'
import { useDecisions } from '../decide/use-decisions.ts'

interface QueueViewProps extends RowParts {
  rows: readonly Row[]
  filter: HistoryFilter
  onFilter: (change: FilterChange) => void
  /** The form that edits a request before it is approved. */
  editor: ComponentType<{ row: Row; onClose: () => void; onApproved: (sent: SentDecision) => void }>
}

/** Titles waiting for a decision, by pointer or with `j k a d`, one at a time or many. */
export function QueueView({ rows, filter, onFilter, editor: Editor, ...words }: QueueViewProps) {
  const { t } = useTranslation()
  const shown = groupQueue(filterQueue(rows, filter))
  const queue = useListSelection(shown, group => group.identity)
  const chosen = rowsOf(queue.chosen)
  const { busy, refused, run, offerUndo } = useDecisions()
  const [called, setCalled] = useState(false)
  // What is typed in the bar is its own; a new bar begins without it.
  const [cleared, setCleared] = useState(0)
  const [denying, setDenying] = useState<readonly Row[]>([])
  const [confirming, setConfirming] = useState(false)
  const [editing, setEditing] = useState<Row | null>(null)

  function clearFilter() {
    onFilter({ q: undefined, type: undefined, user: undefined })
    setCleared(cleared + 1)
  }

  function decide(targets: readonly Row[], decision: Decision) {
    const for_one = isPartOfGroup(shown, targets)
    const decided = run(targets, decision, for_one)
    // The title stays for the others, and so does what is selected.
    if (for_one) return decided
    queue.clear()
    // The next key acts on the next row, even while this one is still being saved.
    if (targets[0]?.request_id === queue.current?.first.request_id) queue.move(1)
    return decided
  }

  function beginDeny(targets: readonly Row[]) {
    if (targets.length === 0) return
    setDenying(targets)
    setConfirming(true)
  }

  function step(by: 1 | -1) {
    queue.move(by)
    setCalled(true)
  }

  const keys: PageKey[] = [
    { key: 'j', label: t('approvals.key.next'), run: () => step(1) },
    { key: 'k', label: t('approvals.key.back'), run: () => step(-1) },
    {
      key: 'a',
      label: t('approvals.key.approve'),
      run: () => void decide(rowsOf(queue.targets), { verdict: 'approve' }),
    },
    { key: 'd', label: t('approvals.key.deny'), run: () => beginDeny(rowsOf(queue.targets)) },
    { key: 'e', label: t('approvals.key.edit'), run: () => setEditing(queue.current?.first ?? null) },
    { key: 'x', label: t('approvals.key.choose'), run: () => queue.current && queue.toggle(queue.current) },
  ]
  usePageKeys(rows.length > 0 ? keys : [])

  if (rows.length === 0)
    return (
      <EmptyState
        icon={<CircleCheck />}
        title={t('approvals.empty_title')}
        action={
          <ButtonLink to="/approvals" search={{ tab: 'history' }}>
            {t('approvals.tab.history')}
          </ButtonLink>
        }
      >
        {t('approvals.empty_text')}
      </EmptyState>
    )
  return (
    <div className="flex flex-col gap-4">
      <QueueBar key={cleared} filter={filter} requesters={sortedPeople(rows)} onFilter={onFilter} />
      <KeyHint />
      <ChosenBar
        count={chosen.length}
        total={rowsOf(shown).length}
        busy={chosen.some(row => busy.has(row.request_id))}
        onAll={queue.selectAll}
        onNone={queue.clear}
        onApprove={() => void decide(chosen, { verdict: 'approve' })}
        onDeny={() => beginDeny(chosen)}
      />
      {shown.length === 0 && (
        <EmptyState
          icon={<Search />}
          title={t('approvals.none_title')}
          action={<Button onClick={clearFilter}>{t('discover.filter.clear')}</Button>}
        >
          {t('approvals.none_text')}
        </EmptyState>
      )}
      <ul aria-label={t('approvals.tab.queue')} className="flex flex-col gap-3">
        {shown.map(group => (
          <QueueRow
            key={group.identity}
            {...words}
            group={group}
            current={group === queue.current}
            leads={group === queue.current && queue.chosen.length === 0}
            called={called && group === queue.current}
            chosen={queue.chosen.includes(group)}
            busy={busy}
            refused={refused}
            onCurrent={() => queue.moveTo(group)}
            onChoose={() => queue.toggle(group)}
            onApprove={targets => decide(targets, { verdict: 'approve' })}
            onDeny={beginDeny}
            onEdit={setEditing}
          />
        ))}
      </ul>
      <ToastSpace />
      <DenyDialog
        key={denying.map(row => row.request_id).join()}
        rows={denying}
        for_one={isPartOfGroup(shown, denying)}
        open={confirming}
        onOpenChange={setConfirming}
        onDeny={reason => {
          setConfirming(false)
          void decide(denying, { verdict: 'deny', reason })
        }}
      />
      {editing && (
        <Editor
          key={editing.request_id}
          row={editing}
          onClose={() => setEditing(null)}
          onApproved={sent =>
            offerUndo([{ row: editing, sent }], { verdict: 'approve' }, isPartOfGroup(shown, [editing]))
          }
        />
      )}
    </div>
  )
}
