import type { ApprovalRule } from '@foyer/contract/remediation/approval-rules'
import { Link } from '@tanstack/react-router'
import CircleCheck from 'lucide-react/icons/circle-check'
import CirclePause from 'lucide-react/icons/circle-pause'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '#lib/error-text.ts'
import { useFormat } from '#lib/i18n.ts'
import { ruleLabel } from '#lib/remediation-words.ts'
import { useNow } from '#lib/use-now.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Confirm } from '#ui/confirm.tsx'
import { Notice } from '#ui/notice.tsx'
import { toast } from '#ui/toast-store.ts'
import { useChangeRule } from './api.ts'
import { pauseText } from './pause-words.ts'

/** One standing approval: how it fared, why it is paused, and how to stop it. */
export function RuleRow({ rule }: { rule: ApprovalRule }) {
  const { t } = useTranslation()
  const change = useChangeRule(rule.id, done => toast(t(`approval_rules.done.${done}`), { tone: 'ok' }))
  const [is_deleting, setDeleting] = useState(false)
  const label = ruleLabel(t, rule)
  const is_active = rule.status === 'active'

  return (
    <li className="flex flex-col gap-3 p-5 sm:px-6">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="flex min-w-0 flex-1 basis-72 flex-col gap-1.5">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
            <h2 className="min-w-0 font-medium wrap-anywhere">{label}</h2>
            <Badge
              tone={is_active ? 'ok' : 'warn'}
              icon={is_active ? <CircleCheck aria-hidden /> : <CirclePause aria-hidden />}
            >
              {t(`approval_rules.status.${rule.status}`)}
            </Badge>
          </div>
          <Counters rule={rule} />
        </div>
        <div className="flex flex-wrap gap-2">
          {is_active ? (
            <Button
              size="sm"
              loading={change.isPending && !is_deleting}
              aria-label={t('approval_rules.pause_this', { label })}
              onClick={() => change.mutate('pause')}
            >
              {t('approval_rules.pause')}
            </Button>
          ) : (
            <Button
              size="sm"
              loading={change.isPending && !is_deleting}
              aria-label={t('approval_rules.resume_this', { label })}
              onClick={() => change.mutate('resume')}
            >
              {t('approval_rules.resume')}
            </Button>
          )}
          <Button
            size="sm"
            variant="ghost"
            aria-label={t('approval_rules.delete_this', { label })}
            onClick={() => setDeleting(true)}
          >
            {t('approval_rules.delete')}
          </Button>
        </div>
      </div>
      {!is_active && <PausedNotice rule={rule} />}
      {change.error && <Notice tone="danger">{errorText(t, change.error)}</Notice>}
      <Confirm
        open={is_deleting}
        onOpenChange={setDeleting}
        title={t('approval_rules.delete_title')}
        confirmLabel={t('approval_rules.delete')}
        loading={change.isPending}
        onConfirm={() => change.mutate('delete', { onSettled: () => setDeleting(false) })}
      >
        <p className="font-medium wrap-anywhere text-text">{label}</p>
        <p className="mt-2">{t('approval_rules.delete_text')}</p>
      </Confirm>
    </li>
  )
}

function Counters({ rule }: { rule: ApprovalRule }) {
  const { t } = useTranslation()
  const format = useFormat()
  const now = useNow()
  const { approved_count, resolved_count, last_approved_at, created_at, created_by_name } = rule
  const when = format.relative(created_at, now)
  const counted = [
    t('approval_rules.approved', { count: approved_count }),
    t('approval_rules.resolved', { count: resolved_count }),
    last_approved_at && t('approval_rules.last', { when: format.relative(last_approved_at, now) }),
  ]
  return (
    <div className="text-sm text-muted tabular-nums">
      <p>{counted.filter(Boolean).join(' · ')}</p>
      <p className="wrap-anywhere" title={format.dateTime(created_at)}>
        {created_by_name
          ? t('approval_rules.made', { when, name: created_by_name })
          : t('approval_rules.made_nobody', { when })}
      </p>
    </div>
  )
}

function PausedNotice({ rule }: { rule: ApprovalRule }) {
  const { t } = useTranslation()
  const format = useFormat()
  const now = useNow()
  const { paused_at, paused_reason, paused_by_issue_id, approved_since_pause } = rule
  return (
    <Notice tone="warn">
      {paused_at && (
        <span title={format.dateTime(paused_at)}>
          {pauseText(t, format.relative(paused_at, now), paused_reason)}{' '}
        </span>
      )}
      {approved_since_pause > 0 && `${t('approval_rules.since_pause', { count: approved_since_pause })} `}
      {paused_by_issue_id !== undefined && (
        <Link
          to="/issues/$id"
          params={{ id: String(paused_by_issue_id) }}
          className="rounded-mark font-medium text-accent underline"
        >
          {t('approval_rules.issue')}
        </Link>
      )}
    </Notice>
  )
}
