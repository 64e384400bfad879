import type { QueueRow as Row } from '@foyer/contract/admin-requests'
import CircleCheck from 'lucide-react/icons/circle-check'
import Search from 'lucide-react/icons/search'
import { type ComponentType, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type PageKey, usePageKeys } from '#lib/page-keys.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { toast } from '#ui/toast-store.ts'
import { type Decision, useDecide } from './api.ts'
import type { HistoryFilter } from './approvals-search.ts'
import { ChosenBar } from './chosen-bar.tsx'
import { DenyDialog } from './deny-dialog.tsx'
import { KeyHint } from './key-hint.tsx'
import { type FilterChange, QueueBar } from './queue-bar.tsx'
import { filterQueue, requestersOf } from './queue-filter.ts'
import { QueueRow } from './queue-row.tsx'
import type { RowWords } from './row-facts.tsx'
import { useQueue } from './use-queue.ts'

interface QueueViewProps extends RowWords {
  rows: readonly Row[]
  filter: HistoryFilter
  onFilter: (change: FilterChange) => void
  /** The form that changes a request before it is approved. */
  editor: ComponentType<{ row: Row; onClose: () => void; onApproved: () => void }>
}

/** What waits for a decision. By pointer, by `j k a d`, one at a time or many at once. */
export function QueueView({ rows, filter, onFilter, editor: Editor, ...words }: QueueViewProps) {
  const { t } = useTranslation()
  const shown = filterQueue(rows, filter)
  const queue = useQueue(shown)
  const decide = useDecide()
  const [called, setCalled] = useState(false)
  const [denying, setDenying] = useState<readonly Row[]>([])
  const [asking, setAsking] = useState(false)
  const [editing, setEditing] = useState<Row | null>(null)
  const [refused, setRefused] = useState<ReadonlyMap<number, unknown>>(new Map())
  const busy = new Set(decide.isPending ? decide.variables.rows.map(row => row.request_id) : [])

  function run(subject: readonly Row[], decision: Decision) {
    if (subject.length === 0 || decide.isPending) return
    decide.mutate(
      { rows: subject, decision },
      {
        onSuccess(outcomes) {
          const bad = outcomes.filter(outcome => outcome.error !== undefined)
          setRefused(new Map(bad.map(({ row, error }) => [row.request_id, error])))
          queue.clear()
          const count = outcomes.length - bad.length
          const title = subject[0]?.title ?? ''
          if (count > 0) toast(t(`approvals.${decision.verdict}_done`, { count, title }), { tone: 'ok' })
          if (bad.length > 0) toast(t('approvals.refused', { count: bad.length }), { tone: 'danger' })
        },
      },
    )
  }

  function beginDeny(subject: readonly Row[]) {
    if (subject.length === 0) return
    setDenying(subject)
    setAsking(true)
  }

  function step(by: 1 | -1) {
    queue.move(by)
    setCalled(true)
  }

  const keys: PageKey[] = [
    { key: 'j', label: t('approvals.key.next'), run: () => step(1) },
    { key: 'k', label: t('approvals.key.back'), run: () => step(-1) },
    { key: 'a', label: t('approvals.key.approve'), run: () => run(queue.subject, { verdict: 'approve' }) },
    { key: 'd', label: t('approvals.key.deny'), run: () => beginDeny(queue.subject) },
    { key: 'e', label: t('approvals.key.edit'), run: () => setEditing(queue.current ?? null) },
    { key: 'x', label: t('approvals.key.choose'), run: () => queue.current && queue.toggle(queue.current) },
  ]
  usePageKeys(rows.length > 0 ? keys : [])

  if (rows.length === 0)
    return (
      <EmptyState icon={<CircleCheck />} title={t('approvals.empty_title')}>
        {t('approvals.empty_text')}
      </EmptyState>
    )
  return (
    <div className="flex flex-col gap-4">
      <QueueBar filter={filter} requesters={requestersOf(rows)} onFilter={onFilter} />
      <KeyHint />
      <ChosenBar
        count={queue.chosen.length}
        total={shown.length}
        busy={decide.isPending}
        onAll={queue.chooseAll}
        onNone={queue.clear}
        onApprove={() => run(queue.chosen, { verdict: 'approve' })}
        onDeny={() => beginDeny(queue.chosen)}
      />
      {shown.length === 0 && (
        <EmptyState icon={<Search />} title={t('approvals.none_title')}>
          {t('approvals.none_text')}
        </EmptyState>
      )}
      <ul aria-label={t('approvals.tab.queue')} className="flex flex-col gap-3">
        {shown.map(row => (
          <QueueRow
            key={row.request_id}
            {...words}
            row={row}
            current={row === queue.current}
            called={called && row === queue.current}
            chosen={queue.chosen.includes(row)}
            busy={busy.has(row.request_id)}
            error={refused.get(row.request_id)}
            onCurrent={() => queue.moveTo(row)}
            onChoose={() => queue.toggle(row)}
            onApprove={() => run([row], { verdict: 'approve' })}
            onDeny={() => beginDeny([row])}
            onEdit={() => setEditing(row)}
          />
        ))}
      </ul>
      <DenyDialog
        key={denying.map(row => row.request_id).join()}
        rows={denying}
        open={asking}
        onOpenChange={setAsking}
        onDeny={reason => {
          setAsking(false)
          run(denying, { verdict: 'deny', reason })
        }}
      />
      {editing && (
        <Editor
          key={editing.request_id}
          row={editing}
          onClose={() => setEditing(null)}
          onApproved={() =>
            toast(t('approvals.approve_done', { count: 1, title: editing.title }), { tone: 'ok' })
          }
        />
      )}
    </div>
  )
}
