import type { Attention } from '@foyer/contract/attention'
import { Link } from '@tanstack/react-router'
import Archive from 'lucide-react/icons/archive'
import Bot from 'lucide-react/icons/bot'
import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import Flag from 'lucide-react/icons/flag'
import Hourglass from 'lucide-react/icons/hourglass'
import Unplug from 'lucide-react/icons/unplug'
import UserPlus from 'lucide-react/icons/user-plus'
import { cloneElement, type ReactElement, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#lib/i18n.ts'
import { cx } from '#ui/cx.ts'
import { isCalm, type PendingCount } from './attention-count.ts'

interface AttentionLineProps {
  /** Undefined: it could not be loaded. */
  attention: Attention | undefined
  pending: PendingCount
}

/** Each is a link to the page where it can be dealt with. */
export function AttentionLine({ attention, pending }: AttentionLineProps) {
  const { t } = useTranslation()
  if (isCalm(attention, pending))
    return (
      <p className="flex h-full items-center gap-2 text-sm text-muted">
        <CircleCheck aria-hidden className="size-4 shrink-0 text-ok" />
        {t('home.attention.calm')}
      </p>
    )
  const { stuck_requests = 0, retrying_requests = 0, issues_waiting = 0 } = attention ?? {}
  const { pending_actions = 0, pending_proposals = 0, access_asks = 0 } = attention ?? {}
  return (
    <ul
      aria-label={t('home.attention.title')}
      // The end fades out, so that it shows that there is more.
      className="no-scrollbar -mx-4 flex h-full items-center gap-2 overflow-x-auto mask-[linear-gradient(to_right,black_calc(100%-2rem),transparent)] ps-4 pe-8 sm:-mx-1 sm:ps-1 rtl:mask-[linear-gradient(to_left,black_calc(100%-2rem),transparent)]"
    >
      {pending !== 'unreadable' && pending > 0 && (
        <Item icon={<Hourglass />} link={<Link to="/approvals" />}>
          {t('home.attention.pending', { count: pending })}
        </Item>
      )}
      {access_asks > 0 && (
        <Item icon={<UserPlus />} link={<Link to="/users" />}>
          {t('home.attention.access', { count: access_asks })}
        </Item>
      )}
      {attention?.services_down.map(({ instance_id, name }) => (
        <Item
          key={instance_id}
          urgent
          icon={<Unplug />}
          link={<Link to="/instances/$id" params={{ id: instance_id }} />}
        >
          {t('home.attention.down', { name })}
        </Item>
      ))}
      {stuck_requests > 0 && (
        <Item urgent icon={<CircleAlert />} link={<Link to="/approvals" search={{ tab: 'waiting' }} />}>
          {t('home.attention.stuck', { count: stuck_requests })}
        </Item>
      )}
      {issues_waiting > 0 && (
        <Item urgent icon={<Flag />} link={<Link to="/issues" />}>
          {t('home.attention.issues', { count: issues_waiting })}
        </Item>
      )}
      {attention?.included_ai && (
        <Item urgent icon={<Bot />} link={<Link to="/settings/included-ai" />}>
          {t('home.attention.ai')}
        </Item>
      )}
      {attention?.backup_problem && (
        <Item urgent icon={<Archive />} link={<Link to="/settings/backups" />}>
          <BackupProblem {...attention.backup_problem} />
        </Item>
      )}
      {attention?.webhooks_lost?.map(({ instance_id, name }) => (
        <Item
          key={instance_id}
          icon={<Unplug />}
          link={<Link to="/instances/$id" params={{ id: instance_id }} />}
        >
          {t('home.attention.webhook', { name })}
        </Item>
      ))}
      {pending_actions > 0 && (
        <Item icon={<Bot />} link={<Link to="/settings/agent-actions" />}>
          {t('home.attention.fixes', { count: pending_actions })}
        </Item>
      )}
      {pending_proposals > 0 && (
        <Item icon={<Bot />} link={<Link to="/settings/proposals" />}>
          {t('home.attention.proposals', { count: pending_proposals })}
        </Item>
      )}
      {retrying_requests > 0 && (
        <Item icon={<Hourglass />} link={<Link to="/approvals" search={{ tab: 'waiting' }} />}>
          {t('home.attention.retrying', { count: retrying_requests })}
        </Item>
      )}
      {(!attention || pending === 'unreadable') && (
        <li className="text-sm text-muted">{t('home.attention.unreadable')}</li>
      )}
    </ul>
  )
}

function BackupProblem({ reason, last_at }: NonNullable<Attention['backup_problem']>) {
  const { t } = useTranslation()
  const format = useFormat()
  if (reason === 'unreadable') return t('home.attention.backup.unreadable')
  return last_at === null
    ? t('home.attention.backup.never')
    : t('home.attention.backup.overdue', { when: format.date(last_at) })
}

interface ItemProps {
  icon: ReactNode
  link: ReactElement<{ className?: string; children?: ReactNode }>
  /** Something does not work until somebody acts. */
  urgent?: boolean
  children: ReactNode
}

function Item({ icon, link, urgent = false, children }: ItemProps) {
  return (
    <li className="shrink-0">
      {cloneElement(
        link,
        {
          className:
            'flex h-11 items-center gap-2 rounded-control border border-line bg-surface px-3 text-sm font-medium whitespace-nowrap -outline-offset-2 hover:border-edge lg:h-9',
        },
        <span aria-hidden className={cx('[&_svg]:size-4', urgent ? 'text-danger' : 'text-warn')}>
          {icon}
        </span>,
        children,
      )}
    </li>
  )
}
