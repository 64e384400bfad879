import type { Issue, IssueMessage } from '@foyer/contract/issues/issue'
import { useQuery } from '@tanstack/react-query'
import CircleHelp from 'lucide-react/icons/circle-help'
import type { RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { isMissing } from '#lib/api-error.ts'
import { ButtonLink } from '#lib/link.tsx'
import { ReadFailure } from '#lib/read-failure.tsx'
import { useLocalTitles } from '#lib/title-names.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { ActivityView } from '../activity/activity-view.tsx'
import { activityQuery, type Closing, threadQuery } from '../api.ts'
import { isClosed } from '../issue-filter.ts'
import { inWords } from '../issue-words.ts'
import type { IssuesBoardProps } from '../issues-board.tsx'
import { CloseDialog } from './close-dialog.tsx'
import { MessageList } from './message-list.tsx'
import { ReplyForm } from './reply-form.tsx'
import { ThreadFacts } from './thread-facts.tsx'
import { ThreadHead } from './thread-head.tsx'

export interface ThreadViewProps extends Pick<IssuesBoardProps, 'actions'> {
  id: number
  /** 1 where the thread is the whole page. */
  level: 1 | 2
  reply: RefObject<HTMLTextAreaElement | null>
  closing: Closing | null
  onClosing: (closing: Closing | null) => void
}

/** Everything about one issue: facts, messages, and what was done. */
export function ThreadView(props: ThreadViewProps) {
  const { t } = useTranslation()
  const read = useQuery(threadQuery(props.id))
  const { data, error } = read
  const activity = useQuery(activityQuery(props.id))
  const [issue] = useLocalTitles(data ? [data.issue] : [])
  // Proposals stand above the messages, which would jump when they arrive.
  const is_waiting = data && awaitsApproval(data.issue) && activity.isPending
  if (data && issue && !is_waiting) return <Thread {...props} {...data} issue={inWords(t, issue)} />
  // 400: the id in the address is not a number.
  if (!data && isMissing(error))
    return (
      <EmptyState
        level={props.level}
        icon={<CircleHelp />}
        title={t('admin_issues.missing_title')}
        action={<ButtonLink to="/issues">{t('admin_issues.all')}</ButtonLink>}
      >
        {t('admin_issues.missing_text')}
      </EmptyState>
    )
  if (!data && error)
    return <ReadFailure of={read} level={props.level} title={t('admin_issues.thread_unreadable')} />
  return (
    <div aria-busy className="flex flex-col gap-6">
      <div className="flex flex-col gap-4">
        <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
          <div className="flex flex-1 basis-64 flex-col gap-2.5 py-1">
            <Skeleton className="h-6 w-3/5" />
            <Skeleton className="h-4 w-24" />
          </div>
          <Skeleton className="h-11 w-40" />
        </div>
        <Skeleton className="h-6 w-36 rounded-full" />
      </div>
      <Skeleton className="h-44 w-full rounded-card" />
      <Skeleton className="h-60 w-full rounded-card" />
      <Skeleton className="h-72 w-full rounded-card" />
    </div>
  )
}

function awaitsApproval({ status }: Issue): boolean {
  return status === 'awaiting_approval'
}

interface ThreadProps extends ThreadViewProps {
  issue: Issue
  thread: readonly IssueMessage[]
}

function Thread({ issue, thread, level, actions, reply, closing, onClosing }: ThreadProps) {
  const has_ended = isClosed(issue.status)
  // What waits for a decision comes first.
  const awaits_approval = awaitsApproval(issue)
  const activity = <ActivityView id={issue.id} actions={actions} />
  return (
    <article className="flex flex-col gap-6">
      <ThreadHead issue={issue} level={level} onClosing={onClosing} />
      <ThreadFacts issue={issue} />
      {awaits_approval && activity}
      <section className="flex flex-col gap-5 rounded-card border border-line bg-surface p-5 sm:p-6">
        <MessageList issue={issue} messages={thread} />
        <ReplyForm issue={issue} field={reply} />
      </section>
      {!awaits_approval && activity}
      {closing && !has_ended && (
        <CloseDialog key={closing} issue={issue} as={closing} onClose={() => onClosing(null)} />
      )}
    </article>
  )
}
