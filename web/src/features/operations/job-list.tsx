import type { OperatedJob } from '@foyer/contract/operations/jobs'
import { useInfiniteQuery } from '@tanstack/react-query'
import CircleCheck from 'lucide-react/icons/circle-check'
import Play from 'lucide-react/icons/play'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '#lib/error-text.ts'
import { useFormat } from '#lib/i18n.ts'
import { ButtonLink } from '#lib/link.tsx'
import { MoreRows } from '#lib/more-rows.tsx'
import { useNow } from '#lib/use-now.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { focusBeside } from '#ui/focus-beside.ts'
import { Notice } from '#ui/notice.tsx'
import { RowList } from '#ui/row-link.tsx'
import { toast } from '#ui/toast-store.ts'
import { jobsQuery, useRunJob } from './api.ts'
import { Loaded, RowsWaiting } from './loaded.tsx'
import { jobName, reasonName } from './operation-names.ts'

const TONES = { ready: 'neutral', running: 'info', parked: 'neutral', attention: 'danger' } as const

/** The saved jobs of one kind, oldest first. */
export function JobList({ name }: { name: string }) {
  const { t } = useTranslation()
  const list = useInfiniteQuery(jobsQuery(name))
  return (
    <Loaded query={list} waiting={<RowsWaiting rows={3} />}>
      {({ pages }) => {
        const jobs = pages.flatMap(page => page.jobs)
        if (jobs.length === 0)
          return (
            <EmptyState
              icon={<CircleCheck />}
              title={t('operations.jobs.none_of_kind_title')}
              action={
                <ButtonLink to="/settings/operations/jobs">{t('operation_pages.jobs.title')}</ButtonLink>
              }
            >
              {t('operations.jobs.none_of_kind_text')}
            </EmptyState>
          )
        return (
          <>
            <RowList aria-label={jobName(t, name)}>
              {jobs.map(job => (
                <JobRow key={job.id} job={job} />
              ))}
            </RowList>
            <MoreRows list={list} shown={jobs.length} />
          </>
        )
      }}
    </Loaded>
  )
}

function JobRow({ job }: { job: OperatedJob }) {
  const { t } = useTranslation()
  const format = useFormat()
  const now = useNow(15_000)
  const run = useRunJob()
  const row = useRef<HTMLLIElement>(null)
  const { id, state, attempts, reason, created_at } = job

  function runNow() {
    // The pressed button goes away.
    const moveOn = focusBeside(row.current)
    const onSuccess = () => {
      toast(t('operations.jobs.due_now'), { tone: 'ok' })
      moveOn()
    }
    run.mutate(id, { onSuccess })
  }

  return (
    <li ref={row} className="flex flex-col gap-3 px-4 py-3 sm:px-5">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <div className="flex min-w-0 flex-1 basis-60 flex-col gap-1">
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="font-medium tabular-nums">{t('operations.jobs.number', { id })}</span>
            <Badge tone={TONES[state]}>{t(`operations.jobs.state.${state}`)}</Badge>
          </span>
          <WaitText job={job} />
          <span className="text-sm wrap-anywhere text-muted">
            <time dateTime={created_at} title={format.dateTime(created_at)}>
              {t('operations.created', { when: format.relative(created_at, now) })}
            </time>
            {attempts > 0 && ` · ${t('operations.attempts', { count: attempts })}`}
            {reason && ` · ${t('operations.last_reason', { reason: reasonName(t, reason) })}`}
          </span>
        </div>
        {job.can_run_now && (
          <Button
            size="sm"
            icon={<Play aria-hidden />}
            loading={run.isPending}
            aria-label={t('operations.jobs.run_this', { id })}
            onClick={runNow}
          >
            {t('operations.jobs.run')}
          </Button>
        )}
        {!job.can_run_now && state === 'attention' && (
          <ButtonLink size="sm" to="/settings/operations/deliveries">
            {t('operations.jobs.see_deliveries')}
          </ButtonLink>
        )}
      </div>
      {run.error && <Notice tone="danger">{errorText(t, run.error)}</Notice>}
    </li>
  )
}

/** Why it does not run now, or since when it does. */
function WaitText({ job: { waits_for, run_at, updated_at } }: { job: OperatedJob }) {
  const { t } = useTranslation()
  const format = useFormat()
  const now = useNow(15_000)
  const at = waits_for === null ? updated_at : run_at
  return (
    <time dateTime={at} title={format.dateTime(at)} className="text-sm">
      {waits_for === null
        ? t('operations.jobs.runs_since', { when: format.relative(at, now) })
        : t(`operations.jobs.wait.${waits_for}`, { when: format.relative(at, now) })}
    </time>
  )
}
