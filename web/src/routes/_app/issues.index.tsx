import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { openIssuesQuery } from '#features/admin-issues/api.ts'
import { readIssuesSearch } from '#features/admin-issues/issues-search.ts'
import { configQuery } from '#features/app-config/api.ts'
import { ownIssuesQuery } from '#features/issues/api.ts'
import { IssueList } from '#features/issues/issue-list.tsx'
import { IssuesSkeleton, NoIssues } from '#features/issues/issue-states.tsx'
import { hasPermission, requirePermission } from '#lib/guard.ts'
import { issueTexts } from '#lib/texts/issue-texts.ts'
import { usePageTitle } from '#lib/page-title.ts'
import { ReadFailure } from '#lib/read-failure.tsx'
import { remediationTexts } from '#lib/texts/remediation-texts.ts'
import { useLocalTitles } from '#lib/title-names.ts'
import { Page } from '#ui/page.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { PageSkeleton } from '#ui/page-skeleton.tsx'

/** Only admins need it. */
const AdminIssues = lazy(() =>
  import('./-admin-issues.tsx').then(({ AdminIssues }) => ({ default: AdminIssues })),
)

export const Route = createFileRoute('/_app/issues/')({
  validateSearch: readIssuesSearch,
  loader({ context }) {
    requirePermission('media:request')
    if (hasPermission('remediation:manage')) {
      void context.queries.prefetchQuery(openIssuesQuery())
      return remediationTexts()
    }
    void context.queries.prefetchQuery(ownIssuesQuery())
    return issueTexts()
  },
  component: Issues,
})

/** Admins have the issues of everybody. */
function Issues() {
  if (!hasPermission('remediation:manage')) return <OwnIssues />
  return (
    <Suspense fallback={<PageSkeleton />}>
      <AdminIssues />
    </Suspense>
  )
}

/** The reader's own reports. */
function OwnIssues() {
  const { t } = useTranslation()
  const { data: config } = useQuery(configQuery())
  const read = useQuery(ownIssuesQuery())
  const { data, error } = read
  const issues = useLocalTitles(data ?? [])
  const can_report = config?.allow_reporting ?? true
  usePageTitle(t('issues.title'))
  return (
    <Page>
      <PageHeader title={t('issues.title')} text={can_report ? t('issues.text') : t('issues.text_off')} />
      {data ? (
        issues.length > 0 ? (
          <IssueList issues={issues} />
        ) : (
          <NoIssues can_report={can_report} />
        )
      ) : error ? (
        <ReadFailure of={read} title={t('issues.unreadable')} />
      ) : (
        <IssuesSkeleton />
      )}
    </Page>
  )
}
