import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ReadFailure } from '#lib/read-failure.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { activityQuery } from '../api.ts'
import type { IssuesBoardProps } from '../issues-board.tsx'
import { RunRow } from './run-row.tsx'

/** What the agent proposed and did. */
export function ActivityView({ id, actions: Actions }: Pick<IssuesBoardProps, 'actions'> & { id: number }) {
  const { t } = useTranslation()
  const read = useQuery(activityQuery(id))
  const { data, error } = read
  if (!data && error) return <ReadFailure of={read} compact title={t('admin_issues.activity_unreadable')} />
  if (!data) return <Skeleton className="h-28 w-full rounded-card" />
  const { actions, runs } = data
  return (
    <section className="flex flex-col gap-5 rounded-card border border-line bg-surface p-5 sm:p-6">
      <h2 className="font-semibold">{t('admin_issues.activity.title')}</h2>
      {actions.length === 0 && runs.length === 0 && (
        <p className="text-sm text-muted">{t('admin_issues.activity.none')}</p>
      )}
      {actions.length > 0 && <Actions actions={actions} />}
      {runs.length > 0 && (
        <ul aria-label={t('admin_issues.activity.runs')} className="flex flex-col gap-3">
          {runs.map(run => (
            <RunRow key={run.id} run={run} />
          ))}
        </ul>
      )}
    </section>
  )
}
