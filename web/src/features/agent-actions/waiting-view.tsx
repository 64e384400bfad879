import type { AgentAction } from '@foyer/contract/remediation/agent-actions'
import CircleCheck from 'lucide-react/icons/circle-check'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '#lib/error-text.ts'
import { useFormat } from '#lib/i18n.ts'
import { KeyHint } from '#lib/key-hint.tsx'
import { ButtonLink } from '#lib/link.tsx'
import { type PageKey, usePageKeys } from '#lib/page-keys.ts'
import { useListSelection } from '#lib/use-list-selection.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import { Confirm } from '#ui/confirm.tsx'
import { cx } from '#ui/cx.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { focusBeside } from '#ui/focus-beside.ts'
import { Notice } from '#ui/notice.tsx'
import { ToastSpace } from '#ui/toast-space.tsx'
import { useFocusPassedOn } from '#ui/use-focus-passed-on.ts'
import { ActionAbout } from './action-about.tsx'
import { ActionCard } from './action-card.tsx'
import { editableOf } from './action-edit.ts'
import { actionSentence } from './action-words.ts'
import { useApproveBatch } from './api.ts'
import { asksFirst } from './approve-batch.ts'
import { DecisionDialogs } from './decision-dialogs.tsx'
import { ChosenBar } from './chosen-bar.tsx'
import { useNamedActions } from './named-actions.ts'
import { type Decisions, useDecisions } from './use-decisions.ts'
import { type Verdict, VerdictList } from './verdict-list.tsx'

/** Fixes that wait for a decision, by pointer or with `j k a d e x`, one at a time or many. */
export function WaitingView({ actions: stored }: { actions: readonly AgentAction[] }) {
  const { t } = useTranslation()
  const actions = useNamedActions(stored)
  const decisions = useDecisions()
  const queue = useListSelection(actions, action => action.id)
  const batch = useApproveBatch()
  const [asking, setAsking] = useState(false)
  const [called, setCalled] = useState(false)
  const [verdicts, setVerdicts] = useState<readonly Verdict[]>([])
  const { current } = queue
  const approvable = queue.chosen.filter(action => action.can_decide)
  const final_count = approvable.filter(asksFirst).length
  const failure = batch.error ?? batch.data?.failure

  function step(by: 1 | -1) {
    queue.move(by)
    setCalled(true)
  }

  function approveAll() {
    setAsking(false)
    // What was selected may have been decided elsewhere while the question was open.
    if (approvable.length === 0) return
    batch.mutate(
      approvable.map(action => action.id),
      {
        onSuccess({ results, failure: why }) {
          setVerdicts(
            results.flatMap(result => {
              const action = approvable.find(one => one.id === result.id)
              return action ? [{ action, status: result.status, detail: result.detail }] : []
            }),
          )
          if (why === undefined) queue.clear()
        },
      },
    )
  }

  const keys: PageKey[] = [
    { key: 'j', label: t('agent_actions.key.next'), run: () => step(1) },
    { key: 'k', label: t('agent_actions.key.back'), run: () => step(-1) },
    {
      key: 'a',
      label: t('agent_actions.key.approve'),
      run: () => current?.can_decide && decisions.approve(current),
    },
    {
      key: 'd',
      label: t('agent_actions.key.deny'),
      run: () => current && decisions.ask({ action: current, what: 'deny' }),
    },
    {
      key: 'e',
      label: t('agent_actions.key.edit'),
      run: () =>
        current?.can_decide && editableOf(current) && decisions.ask({ action: current, what: 'edit' }),
    },
    { key: 'x', label: t('agent_actions.key.select'), run: () => current && queue.toggle(current) },
  ]
  usePageKeys(actions.length > 0 ? keys : [])

  return (
    <div className="flex flex-col gap-4">
      {verdicts.length > 0 && <VerdictList verdicts={verdicts} onClose={() => setVerdicts([])} />}
      {actions.length === 0 ? (
        <EmptyState
          icon={<CircleCheck />}
          title={t('agent_actions.empty_title')}
          action={<ButtonLink to="/settings/problems">{t('settings.problems.title')}</ButtonLink>}
        >
          {t('agent_actions.empty_text')}
        </EmptyState>
      ) : (
        <>
          <KeyHint />
          <ChosenBar
            count={queue.chosen.length}
            approvable={approvable.length}
            total={actions.length}
            busy={batch.isPending}
            onAll={queue.selectAll}
            onNone={queue.clear}
            onApprove={final_count > 0 ? () => setAsking(true) : approveAll}
          />
          {failure !== undefined && <Notice tone="danger">{errorText(t, failure)}</Notice>}
        </>
      )}
      <ul aria-label={t('agent_actions.list')} className="flex flex-col gap-4">
        {actions.map(action => (
          <WaitingRow
            key={action.id}
            action={action}
            decisions={decisions}
            current={action === current}
            leads={action === current && queue.chosen.length === 0}
            called={called && action === current}
            chosen={queue.chosen.includes(action)}
            onCurrent={() => queue.moveTo(action)}
            onChoose={() => queue.toggle(action)}
          />
        ))}
      </ul>
      <ToastSpace />
      <DecisionDialogs decisions={decisions} />
      <Confirm
        open={asking}
        onOpenChange={setAsking}
        title={t('agent_batch.title', { count: approvable.length })}
        confirmLabel={t('agent_actions.approve')}
        onConfirm={approveAll}
      >
        {approvable.length === 1
          ? t('agent_actions.confirm_text')
          : t('agent_batch.text', { count: final_count })}
      </Confirm>
    </div>
  )
}

interface WaitingRowProps {
  action: AgentAction
  decisions: Decisions
  /** The row that keyboard shortcuts act on. */
  current: boolean
  /** Its button is the primary one of the page: the current row's, until several are selected. */
  leads: boolean
  /** Moves the focus here, because a key made this the current row. */
  called: boolean
  chosen: boolean
  onCurrent: () => void
  onChoose: () => void
}

function WaitingRow(props: WaitingRowProps) {
  const { action, decisions, current, leads, called, chosen, onCurrent, onChoose } = props
  const { t } = useTranslation()
  const format = useFormat()
  const line = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (called) line.current?.focus()
  }, [called])
  useFocusPassedOn(line, focusBeside)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- follows the focus of what is inside
    <li
      ref={line}
      tabIndex={-1}
      aria-current={current ? 'true' : undefined}
      aria-busy={decisions.busy.has(action.id)}
      onFocus={onCurrent}
      className={cx(
        'scroll-mt-20 scroll-mb-40 rounded-card border bg-surface p-5 transition-colors outline-none sm:p-6',
        current ? 'border-accent' : 'border-line',
        chosen && 'bg-accent-soft',
      )}
    >
      <ActionCard
        action={action}
        decisions={decisions}
        leads={leads}
        about={<ActionAbout action={action} />}
        lead={
          <span className="-my-2.5 -me-3">
            <Checkbox
              label={
                <span className="sr-only">
                  {t('agent_actions.select_this', {
                    sentence: actionSentence(t, format, action, action.params),
                  })}
                </span>
              }
              checked={chosen}
              onChange={onChoose}
            />
          </span>
        }
      />
    </li>
  )
}
