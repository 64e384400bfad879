import type { Issue, IssueMessage } from '@foyer/contract/issues/issue'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#lib/i18n.ts'
import { useNow } from '#lib/use-now.ts'
import { cx } from '#ui/cx.ts'
import { conversationOf } from './issue-words.ts'

interface IssueThreadProps {
  issue: Issue
  messages: readonly IssueMessage[]
  reader_id: number | undefined
}

/** The messages of a report, oldest first; the reader's own are on the other side. */
export function IssueThread({ issue, messages, reader_id }: IssueThreadProps) {
  const { t } = useTranslation()
  const id = useId()
  const is_reporter = issue.reporter_id === reader_id
  const shown = is_reporter ? conversationOf(issue, messages) : messages
  return (
    <section aria-labelledby={id} className="flex flex-col gap-3">
      <h2 id={id} className="text-lg font-semibold">
        {t('issues.thread.title')}
      </h2>
      {shown.length === 0 ? (
        <p className="text-muted">{t('issues.thread.no_text')}</p>
      ) : (
        // Read out as it grows, while the page is open.
        <ol aria-live="polite" className="flex flex-col gap-3">
          {shown.map(message => (
            <Message
              key={message.id}
              message={message}
              is_own={is_reporter && message.author_kind === 'user'}
            />
          ))}
        </ol>
      )}
    </section>
  )
}

function Message({ message, is_own }: { message: IssueMessage; is_own: boolean }) {
  const format = useFormat()
  const now = useNow()
  const author = useAuthor(message, is_own)
  return (
    <li
      className={cx(
        'flex max-w-[min(36rem,90%)] flex-col gap-1 rounded-card border px-4 py-3',
        is_own ? 'self-end border-transparent bg-accent-soft' : 'self-start border-line bg-surface',
      )}
    >
      <p className="flex flex-wrap items-baseline gap-x-2 text-sm">
        <span className="font-semibold wrap-anywhere">{author}</span>
        <time
          dateTime={message.created_at}
          title={format.dateTime(message.created_at)}
          className="text-muted"
        >
          {format.relative(message.created_at, now)}
        </time>
      </p>
      <p className="wrap-anywhere whitespace-pre-line">{message.body}</p>
    </li>
  )
}

function useAuthor({ author_kind, author_name }: IssueMessage, is_own: boolean): string {
  const { t } = useTranslation()
  if (is_own) return t('issues.thread.you')
  if (author_kind === 'agent' || author_kind === 'system') return t('issues.thread.foyer')
  return author_name ?? t(author_kind === 'admin' ? 'issues.thread.admin' : 'issues.thread.reporter')
}
