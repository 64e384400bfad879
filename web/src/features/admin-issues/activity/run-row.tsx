import type { AgentRun, RunStatus } from '@foyer/contract/remediation/agent-runs'
import { useQuery } from '@tanstack/react-query'
import ChevronDown from 'lucide-react/icons/chevron-down'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#lib/i18n.ts'
import { ReadFailure } from '#lib/read-failure.tsx'
import { useNow } from '#lib/use-now.ts'
import { Badge, type Tone } from '#ui/badge.tsx'
import { cx } from '#ui/cx.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { runQuery } from '../api.ts'
import { StepRow } from './step-row.tsx'

const TONES: Record<RunStatus, Tone> = {
  running: 'info',
  waiting_user: 'info',
  waiting_approval: 'warn',
  resume_pending: 'info',
  succeeded: 'ok',
  gave_up: 'warn',
  failed: 'danger',
  aborted: 'neutral',
}

/** One investigation. It unfolds to its steps. */
export function RunRow({ run }: { run: AgentRun }) {
  const { t } = useTranslation()
  const format = useFormat()
  const now = useNow()
  const [is_open, setOpen] = useState(false)
  const id = useId()
  const facts = [
    t(`admin_issues.run.${run.trigger}`),
    run.model,
    t('admin_issues.run.steps', { count: run.step_count }),
    t('admin_issues.run.tokens', {
      in: format.number(run.input_tokens + run.cache_read_tokens + run.cache_creation_tokens),
      out: format.number(run.output_tokens),
    }),
  ]
  return (
    <li className="rounded-control border border-line">
      <button
        type="button"
        aria-expanded={is_open}
        aria-controls={id}
        onClick={() => setOpen(!is_open)}
        className="flex w-full items-start gap-3 rounded-control px-4 py-3 text-start -outline-offset-2 transition-colors hover:bg-raised/60"
      >
        <span className="flex min-w-0 flex-1 flex-col gap-1.5 text-sm">
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
            <Badge tone={TONES[run.status]}>{t(`admin_issues.run.status.${run.status}`)}</Badge>
            <time dateTime={run.started_at} title={format.dateTime(run.started_at)} className="text-muted">
              {format.relative(run.started_at, now)}
            </time>
          </span>
          {run.stop_reason && <span>{t(`admin_issues.run.stop.${run.stop_reason}`)}</span>}
          <span className="text-xs wrap-anywhere text-muted tabular-nums">{facts.join(' · ')}</span>
          <span className="sr-only">{t('admin_issues.run.show')}</span>
        </span>
        <ChevronDown
          aria-hidden
          className={cx('mt-1 size-4.5 shrink-0 text-muted transition-[rotate]', is_open && 'rotate-180')}
        />
      </button>
      <div id={id} hidden={!is_open} className="border-t border-line px-4 py-3">
        {is_open && <Steps id={run.id} count={run.step_count} />}
      </div>
    </li>
  )
}

function Steps({ id, count }: { id: number; count: number }) {
  const { t } = useTranslation()
  const read = useQuery(runQuery(id))
  const { data, error } = read
  if (!data && error) return <ReadFailure of={read} compact title={t('admin_issues.run_unreadable')} />
  if (!data)
    return (
      <div aria-busy className="flex flex-col gap-3">
        {Array.from({ length: Math.min(Math.max(count, 1), 8) }, (_, at) => (
          <Skeleton key={at} className="h-9 w-full" />
        ))}
      </div>
    )
  if (data.steps.length === 0) return <p className="text-sm text-muted">{t('admin_issues.run.no_steps')}</p>
  return (
    <ol className="flex flex-col gap-1">
      {data.steps.map(step => (
        <StepRow key={step.id} step={step} />
      ))}
    </ol>
  )
}
