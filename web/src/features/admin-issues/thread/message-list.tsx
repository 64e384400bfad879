import type { Issue, IssueAuthor, IssueMessage } from '@foyer/contract/issues/issue'
import Bot from 'lucide-react/icons/bot'
import Info from 'lucide-react/icons/info'
import Lock from 'lucide-react/icons/lock'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#lib/i18n.ts'
import { useNow } from '#lib/use-now.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Badge } from '#ui/badge.tsx'
import { cx } from '#ui/cx.ts'
import { messageText } from '../issue-words.ts'

/** What people, the agent and Foyer wrote, oldest first. */
export function MessageList({ issue, messages }: { issue: Issue; messages: readonly IssueMessage[] }) {
  const { t } = useTranslation()
  return (
    <>
      <h2 className="font-semibold">{t('admin_issues.messages')}</h2>
      {messages.length === 0 ? (
        <p className="text-sm text-muted">{t('admin_issues.no_messages')}</p>
      ) : (
        <ol aria-label={t('admin_issues.messages')} className="flex flex-col gap-4">
          {messages.map(message => (
            <Message key={message.id} issue={issue} message={message} />
          ))}
        </ol>
      )}
    </>
  )
}

function Message({ issue, message }: { issue: Issue; message: IssueMessage }) {
  const { t } = useTranslation()
  const format = useFormat()
  const now = useNow()
  const { author_kind, author_name, created_at, internal } = message
  const role = t(`admin_issues.author.${author_kind}`)
  return (
    <li className="flex gap-3">
      <AuthorMark kind={author_kind} name={author_name ?? role} />
      <div className="flex min-w-0 flex-1 flex-col gap-1.5">
        <div className="flex min-h-8 flex-wrap items-center gap-x-3 gap-y-1 text-sm">
          <span className="font-medium wrap-anywhere">{author_name ?? role}</span>
          {author_name && <span className="text-muted">{role}</span>}
          <time dateTime={created_at} title={format.dateTime(created_at)} className="text-xs text-muted">
            {format.relative(created_at, now)}
          </time>
          {internal && <Badge icon={<Lock aria-hidden />}>{t('admin_issues.internal')}</Badge>}
        </div>
        <p
          className={cx(
            'max-w-prose rounded-control px-4 py-3 text-sm wrap-anywhere whitespace-pre-line',
            internal ? 'border border-dashed border-edge' : 'bg-raised',
          )}
        >
          {messageText(t, issue, message)}
        </p>
      </div>
    </li>
  )
}

function AuthorMark({ kind, name }: { kind: IssueAuthor; name: string }) {
  if (kind === 'user' || kind === 'admin') return <Avatar name={name} size="sm" />
  const Icon = kind === 'agent' ? Bot : Info
  return (
    <span aria-hidden className="grid size-8 shrink-0 place-items-center rounded-full bg-raised text-muted">
      <Icon className="size-4.5" />
    </span>
  )
}
