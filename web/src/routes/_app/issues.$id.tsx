import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { activityQuery, openIssuesQuery, threadQuery } from '#features/admin-issues/api.ts'
import { readIssuesSearch } from '#features/admin-issues/issues-search.ts'
import { issueQuery } from '#features/issues/api.ts'
import { ConfirmFixed } from '#features/issues/confirm-fixed.tsx'
import { IssueHead } from '#features/issues/issue-head.tsx'
import { IssueMissing, ThreadSkeleton } from '#features/issues/issue-states.tsx'
import { IssueThread } from '#features/issues/issue-thread.tsx'
import { isClosedStatus } from '#features/issues/issue-words.ts'
import { ReplyBox } from '#features/issues/reply-box.tsx'
import { useSession } from '#lib/api.ts'
import { isMissing } from '#lib/api-error.ts'
import { hasPermission } from '#lib/guard.ts'
import { issueTexts } from '#lib/texts/issue-texts.ts'
import { BackLink } from '#lib/link.tsx'
import { usePageTitle } from '#lib/page-title.ts'
import { ReadFailure } from '#lib/read-failure.tsx'
import { remediationTexts } from '#lib/texts/remediation-texts.ts'
import { useLocalTitles } from '#lib/title-names.ts'
import { Page } from '#ui/page.tsx'
import { PageSkeleton } from '#ui/page-skeleton.tsx'
import { IssueCover, IssueTitleLink } from './-issue-title.tsx'

/** Only admins need it. */
const AdminIssues = lazy(() =>
  import('./-admin-issues.tsx').then(({ AdminIssues }) => ({ default: AdminIssues })),
)

export const Route = createFileRoute('/_app/issues/$id')({
  validateSearch: readIssuesSearch,
  loader({ context, params }) {
    if (hasPermission('remediation:manage')) {
      const id = Number(params.id)
      void context.queries.prefetchQuery(openIssuesQuery())
      void context.queries.prefetchQuery(threadQuery(id))
      void context.queries.prefetchQuery(activityQuery(id))
      return remediationTexts()
    }
    void context.queries.prefetchQuery(issueQuery(params.id))
    return issueTexts()
  },
  component: IssuePage,
})

function IssuePage() {
  const { id } = Route.useParams()
  if (!hasPermission('remediation:manage')) return <OwnIssue />
  return (
    <Suspense fallback={<PageSkeleton />}>
      <AdminIssues id={Number(id)} />
    </Suspense>
  )
}

/** A report of the reader's. */
function OwnIssue() {
  const { t } = useTranslation()
  const { id } = Route.useParams()
  const reader_id = useSession()?.user.id
  const read = useQuery(issueQuery(id))
  const { data, error } = read
  const [issue] = useLocalTitles(data ? [data.issue] : [])
  usePageTitle(issue?.title ?? t('issues.title'))
  const back = <BackLink to="/issues">{t('issues.thread.back')}</BackLink>
  if (!data || !issue) {
    const is_missing = isMissing(error)
    if (is_missing) return <IssueMissing />
    return (
      <Page>
        <div className="flex flex-col gap-4">
          {back}
          {error ? (
            <ReadFailure of={read} level={1} title={t('issues.thread.unreadable')} />
          ) : (
            <ThreadSkeleton />
          )}
        </div>
      </Page>
    )
  }
  const { thread } = data
  return (
    <Page>
      <IssueHead
        issue={issue}
        back={back}
        cover={<IssueCover issue={issue} />}
        titleLink={<IssueTitleLink issue={issue} />}
        action={issue.can_confirm_fixed && <ConfirmFixed key={id} id={id} />}
      />
      <IssueThread issue={issue} messages={thread} reader_id={reader_id} />
      {isClosedStatus(issue.status) ? (
        <p className="text-sm text-muted">{t('issues.thread.again')}</p>
      ) : (
        <ReplyBox key={id} id={id} />
      )}
    </Page>
  )
}
