import type { QueueRow } from '@foyer/contract/requests/admin-requests'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { toast } from '#ui/toast-store.ts'
import { type Decision, useDecide, useUndo } from './api.ts'
import { type SentDecision, undoUntil } from './undo.ts'

/** The shortest time in which a person can reach a button. */
const SHORTEST_OFFER_MS = 1_000

interface Decided {
  row: QueueRow
  sent: SentDecision
}

/** Running and refused decisions by row; a slow one does not block the next. */
export function useDecisions() {
  const { t } = useTranslation()
  const decide = useDecide()
  const undo = useUndo()
  const [busy, setBusy] = useState<ReadonlySet<number>>(new Set())
  const [refused, setRefused] = useState<ReadonlyMap<number, unknown>>(new Map())

  async function takeBack(rows: readonly QueueRow[]): Promise<void> {
    const outcomes = await undo.mutateAsync(rows)
    const late = outcomes.filter(outcome => outcome.error !== undefined).length
    const count = outcomes.length - late
    if (count > 0) toast(t('approvals.undone', { count, title: rows[0]?.title ?? '' }))
    if (late > 0) toast(t('approvals.undo_late', { count: late }), { tone: 'danger' })
  }

  /** Leaving the page is safe: the decision is saved on the server. */
  function offerUndo(decided: readonly Decided[], { verdict }: Decision): void {
    const rows = decided.map(({ row }) => row)
    const words = { count: rows.length, title: rows[0]?.title ?? '' }
    const text = t(`approvals.${verdict}_done`, words)
    const until_ms = undoUntil(decided.map(({ sent }) => sent))
    // A batch may take longer than the delay of its first decision.
    if (until_ms - performance.now() < SHORTEST_OFFER_MS) toast(text, { tone: 'ok' })
    else {
      const action = { label: t('approvals.undo'), run: () => void takeBack(rows) }
      toast(text, { tone: 'ok', until_ms, action })
    }
  }

  async function run(rows: readonly QueueRow[], decision: Decision): Promise<void> {
    const subject = rows.filter(row => !busy.has(row.request_id))
    if (subject.length === 0) return
    const ids = new Set(subject.map(row => row.request_id))
    setBusy(before => new Set([...before, ...ids]))
    setRefused(before => new Map([...before].filter(([id]) => !ids.has(id))))
    const outcomes = await decide.mutateAsync({ rows: subject, decision })
    setBusy(before => new Set([...before].filter(id => !ids.has(id))))
    const bad = outcomes.filter(outcome => outcome.error !== undefined)
    setRefused(
      before => new Map([...before, ...bad.map(({ row, error }) => [row.request_id, error] as const)]),
    )
    const decided = outcomes.flatMap(({ row, value }) => (value ? [{ row, sent: value }] : []))
    if (decided.length > 0) offerUndo(decided, decision)
    if (bad.length > 0) toast(t('approvals.refused', { count: bad.length }), { tone: 'danger' })
  }

  return { busy, refused, run, offerUndo }
}
