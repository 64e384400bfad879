import type { AgentAction } from '@foyer/contract/remediation/agent-actions'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { toast } from '#ui/toast-store.ts'
import { type Decision, useDecide } from './api.ts'
import { asksFirst } from './approve-batch.ts'
import { type OpenDialog, dialogAfter } from './open-dialog.ts'

function withId(ids: ReadonlySet<number>, id: number, is_in: boolean): ReadonlySet<number> {
  const next = new Set(ids)
  if (is_in) next.add(id)
  else next.delete(id)
  return next
}

/** What an admin is about to decide, what is being decided, and what was refused. */
export function useDecisions() {
  const { t } = useTranslation()
  const decide = useDecide()
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const [busy, setBusy] = useState<ReadonlySet<number>>(new Set())
  const [remembered, setRemembered] = useState<ReadonlySet<number>>(new Set())
  const [refused, setRefused] = useState<ReadonlyMap<number, unknown>>(new Map())

  async function run(action: AgentAction, decision: Decision): Promise<void> {
    const { id } = action
    if (busy.has(id)) return
    setBusy(before => withId(before, id, true))
    forgetRefusal(id)
    try {
      sayDone(t, await decide.mutateAsync({ action, decision }), decision)
      setDialog(before => dialogAfter(before, id))
    } catch (error) {
      // The dialog stays, with what was written in it, and says why.
      setRefused(before => new Map([...before, [id, error]]))
    }
    setBusy(before => withId(before, id, false))
  }

  function forgetRefusal(id: number): void {
    setRefused(before => new Map([...before].filter(([one]) => one !== id)))
  }

  function ask(next: OpenDialog | null): void {
    if (next) forgetRefusal(next.action.id)
    setDialog(next)
  }

  function approve(action: AgentAction): void {
    if (asksFirst(action)) ask({ action, what: 'confirm' })
    else void run(action, { verdict: 'approve', remember: remembered.has(action.id) })
  }

  return {
    dialog,
    busy,
    remembered,
    refused,
    run,
    approve,
    ask,
    remember: (id: number, is_on: boolean) => setRemembered(before => withId(before, id, is_on)),
  }
}

export type Decisions = ReturnType<typeof useDecisions>

function sayDone(t: TFunction, { status }: AgentAction, decision: Decision): void {
  if (decision.verdict === 'deny') toast(t('agent_actions.done.denied'))
  else if (status === 'failed' || status === 'outcome_unknown')
    toast(t(`agent_actions.done.${status}`), { tone: 'danger' })
  else if (decision.remember) toast(t('agent_actions.remembered'), { tone: 'ok' })
  else
    toast(
      t(
        status === 'executing' || status === 'executed'
          ? `agent_actions.done.${status}`
          : 'agent_actions.done.other',
      ),
      { tone: 'ok' },
    )
}
