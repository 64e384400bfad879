import type { Issue } from '@foyer/contract/issues/issue'
import { Link } from '@tanstack/react-router'
import Ban from 'lucide-react/icons/ban'
import Check from 'lucide-react/icons/check'
import Ellipsis from 'lucide-react/icons/ellipsis'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import X from 'lucide-react/icons/x'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '#lib/api-error.ts'
import { errorText } from '#lib/error-text.ts'
import { TitleLink } from '#lib/title-link.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Menu, MenuItem } from '#ui/menu.tsx'
import { Notice } from '#ui/notice.tsx'
import { PassingButtons } from '#ui/passing-buttons.tsx'
import { toast } from '#ui/toast-store.ts'
import { type Closing, useReopenIssue } from '../api.ts'
import { isClosed } from '../issue-filter.ts'
import { isSaidByStatus, issuePart, STATUS_TONES, statusText } from '../issue-words.ts'

interface ThreadHeadProps {
  issue: Issue
  level: 1 | 2
  onClosing: (closing: Closing) => void
}

/** Title, where it stands, and what an admin can do. */
export function ThreadHead({ issue, level, onClosing }: ThreadHeadProps) {
  const { t } = useTranslation()
  const { title, status } = issue
  const Heading = level === 1 ? 'h1' : 'h2'
  const part = issuePart(t, issue)
  const has_ended = isClosed(status)
  const text = statusText(t, issue)
  const head = useRef<HTMLElement>(null)
  return (
    <header ref={head} tabIndex={-1} className="flex flex-col gap-4 outline-none">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="flex min-w-0 flex-1 basis-64 flex-col gap-1.5">
          <Heading className="text-xl font-semibold wrap-anywhere">
            <TitleLink of={issue}>{title}</TitleLink>
          </Heading>
          <p className="text-sm text-muted">
            {[t(`admin_issues.media.${issue.media_type}`), part].filter(Boolean).join(' · ')}
          </p>
        </div>
        {!has_ended && (
          <div className="flex items-center gap-2">
            <Button
              // A fix that waits for approval is decided first.
              variant={status === 'awaiting_approval' ? 'secondary' : 'primary'}
              icon={<Check aria-hidden />}
              onClick={() => onClosing('resolved')}
            >
              {t('admin_issues.resolve')}
            </Button>
            <Menu trigger={<IconButton variant="solid" label={t('ui.more_actions')} icon={<Ellipsis />} />}>
              <MenuItem icon={<Ban aria-hidden />} onSelect={() => onClosing('wont_fix')}>
                {t('admin_issues.wont_fix')}
              </MenuItem>
              <MenuItem icon={<X aria-hidden />} onSelect={() => onClosing('dismissed')}>
                {t('admin_issues.dismiss')}
              </MenuItem>
            </Menu>
          </div>
        )}
        {has_ended && (
          <PassingButtons to={head}>
            <Reopen id={issue.id} />
          </PassingButtons>
        )}
      </div>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Badge tone={STATUS_TONES[status]}>{t(`admin_issues.status.${status}`)}</Badge>
        {text && <p className="text-sm text-muted">{text}</p>}
      </div>
      {has_ended && issue.resolution && !isSaidByStatus(issue) && (
        <p className="max-w-prose rounded-control bg-raised px-4 py-3 text-sm wrap-anywhere whitespace-pre-line">
          {issue.resolution}
        </p>
      )}
      {issue.is_prevention && <Notice>{t('admin_issues.prevention')}</Notice>}
    </header>
  )
}

function Reopen({ id }: { id: number }) {
  const { t } = useTranslation()
  const reopen = useReopenIssue(id, () => toast(t('admin_issues.reopened'), { tone: 'ok' }))
  return (
    <div className="flex min-w-0 flex-col items-start gap-3">
      <Button icon={<RotateCcw aria-hidden />} loading={reopen.isPending} onClick={() => reopen.mutate()}>
        {t('admin_issues.reopen')}
      </Button>
      {reopen.error && <ReopenFailure error={reopen.error} />}
    </div>
  )
}

/** 409: the same problem is open as another issue, which the answer names. */
function ReopenFailure({ error }: { error: unknown }) {
  const { t } = useTranslation()
  const other =
    error instanceof ApiError && error.code === 'duplicate_issue' ? error.details['existing_issue_id'] : null
  if (typeof other !== 'number') return <Notice tone="danger">{errorText(t, error)}</Notice>
  return (
    <Notice tone="warn">
      {t('admin_issues.duplicate')}{' '}
      <Link
        to="/issues/$id"
        params={{ id: String(other) }}
        className="rounded-mark font-medium text-accent underline"
      >
        {t('admin_issues.see_duplicate')}
      </Link>
    </Notice>
  )
}
