import Flag from 'lucide-react/icons/flag'
import { useTranslation } from 'react-i18next'
import { ButtonLink } from '#lib/link.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

const ROWS = 4
const MESSAGES = 2

export function NoIssues({ can_report }: { can_report: boolean }) {
  const { t } = useTranslation()
  return (
    <EmptyState
      icon={<Flag />}
      title={t('issues.empty_title')}
      action={can_report && <ButtonLink to="/search">{t('discover.search_title')}</ButtonLink>}
    >
      {can_report ? t('issues.empty_text') : t('issues.empty_off')}
    </EmptyState>
  )
}

export function IssueMissing() {
  const { t } = useTranslation()
  return (
    <EmptyState
      level={1}
      icon={<Flag />}
      title={t('issues.thread.missing_title')}
      action={<ButtonLink to="/issues">{t('issues.thread.all')}</ButtonLink>}
    >
      {t('issues.thread.missing_text')}
    </EmptyState>
  )
}

export function IssuesSkeleton() {
  return (
    <div aria-busy className="mt-7 divide-y divide-line rounded-card border border-line bg-surface">
      {Array.from({ length: ROWS }, (_, row) => (
        <span key={row} aria-hidden className="flex gap-4 px-4 py-3 sm:px-5">
          <Skeleton className="size-10" />
          <span className="flex flex-1 flex-col gap-2 py-1">
            <Skeleton className="h-4 w-2/5" />
            <Skeleton className="h-3 w-3/5" />
            <Skeleton className="h-6 w-36 rounded-full" />
          </span>
        </span>
      ))}
    </div>
  )
}

export function ThreadSkeleton() {
  return (
    <div aria-busy className="flex flex-col gap-6">
      <span aria-hidden className="flex gap-4">
        <Skeleton className="h-27 w-18 shrink-0" />
        <span className="flex flex-1 flex-col gap-3 py-1">
          <Skeleton className="h-6 w-3/5" />
          <Skeleton className="h-4 w-2/5" />
        </span>
      </span>
      <Skeleton className="h-28 rounded-card" />
      {Array.from({ length: MESSAGES }, (_, at) => (
        <Skeleton key={at} className="h-20 w-4/5 rounded-card" />
      ))}
    </div>
  )
}
