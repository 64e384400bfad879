import type { QueueRow } from '@foyer/contract/admin-requests'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { toast } from '#ui/toast-store.ts'
import { type Decision, useDecide, useUndo } from './api.ts'
import { UNDO_MS } from './undo.ts'

/** Decisions under way and refused, line by line; one that takes its time does not hold up the next. */
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

  /** Leaving the page loses nothing: the decision is saved, and made without it. */
  function offerUndo(rows: readonly QueueRow[], { verdict }: Decision): void {
    const words = { count: rows.length, title: rows[0]?.title ?? '' }
    toast(t(`approvals.${verdict}_done`, words), {
      tone: 'ok',
      lasts_ms: UNDO_MS,
      action: { label: t('approvals.undo'), run: () => void takeBack(rows) },
    })
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
    const count = outcomes.length - bad.length
    const decided = outcomes.filter(outcome => outcome.error === undefined).map(outcome => outcome.row)
    if (count > 0) offerUndo(decided, decision)
    if (bad.length > 0) toast(t('approvals.refused', { count: bad.length }), { tone: 'danger' })
  }

  return { busy, refused, run, offerUndo }
}
