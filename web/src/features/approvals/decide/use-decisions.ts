import type { QueueRow } from '@foyer/contract/requests/admin-requests'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '#lib/error-text.ts'
import { useFormat } from '#lib/i18n.ts'
import { type Toast, toast } from '#ui/toast-store.ts'
import { type Decision, useDecide, useUndo } from '../api.ts'
import { namesOf } from '../queue/requesters.ts'
import { type SentDecision, undoResult, undoUntil } from './undo.ts'

/** The shortest time in which a person can reach a button. */
const SHORTEST_OFFER_MS = 1_000

interface Decided {
  row: QueueRow
  sent: SentDecision
}

interface UndoOffer {
  rows: readonly QueueRow[]
  /** By `performance.now()`. */
  until_ms: number
  /** Tried before, without success. */
  is_again?: boolean
}

/** Running and refused decisions by row; a slow one does not block the next. */
export function useDecisions() {
  const { t } = useTranslation()
  const format = useFormat()
  const decide = useDecide()
  const undo = useUndo()
  const [busy, setBusy] = useState<ReadonlySet<number>>(new Set())
  const [refused, setRefused] = useState<ReadonlyMap<number, unknown>>(new Map())

  async function takeBack({ rows, until_ms, is_again = false }: UndoOffer): Promise<void> {
    const { undone, late, failed } = undoResult(await undo.mutateAsync(rows))
    if (undone.length > 0)
      toast(t('approvals.undone', { count: undone.length, title: undone[0]?.title ?? '' }))
    if (late.length > 0)
      // An earlier attempt whose answer was lost may have undone it.
      toast(is_again ? t('errors.code.nothing_to_undo') : t('approvals.undo_late', { count: late.length }), {
        tone: 'danger',
      })
    if (failed.length > 0)
      toastWithUndo(errorText(t, failed[0]?.error), 'danger', {
        rows: failed.map(({ row }) => row),
        until_ms,
        is_again: true,
      })
  }

  function toastWithUndo(text: string, tone: Toast['tone'], offer: UndoOffer): void {
    const { until_ms } = offer
    // A batch may take longer than the delay of its first decision.
    if (until_ms - performance.now() < SHORTEST_OFFER_MS) toast(text, { tone })
    else {
      const action = { label: t('approvals.undo'), run: () => void takeBack(offer) }
      toast(text, { tone, until_ms, action })
    }
  }

  /** Leaving the page is safe: the decision is saved on the server. */
  function offerUndo(decided: readonly Decided[], { verdict }: Decision, for_one: boolean): void {
    const rows = decided.map(({ row }) => row)
    const title = rows[0]?.title ?? ''
    const until_ms = undoUntil(decided.map(({ sent }) => sent))
    const text = for_one
      ? t(`approvals.${verdict}_done_for`, { title, name: format.list(rows.flatMap(namesOf)) })
      : t(`approvals.${verdict}_done`, { count: rows.length, title })
    toastWithUndo(text, 'ok', { rows, until_ms })
  }

  /**
   * `for_one`: others have requested the same title, so the notice says whose request it was. The answer is whether all
   * of them are decided, and so gone from the queue.
   */
  async function run(rows: readonly QueueRow[], decision: Decision, for_one: boolean): Promise<boolean> {
    const subject = rows.filter(row => !busy.has(row.request_id))
    if (subject.length === 0) return false
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
    if (decided.length > 0) offerUndo(decided, decision, for_one)
    if (bad.length > 0) toast(t('approvals.refused', { count: bad.length }), { tone: 'danger' })
    return bad.length === 0
  }

  return { busy, refused, run, offerUndo }
}
