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
import { type AttentionItem, attentionItems, type PendingCount } from './attention-items.ts'

interface AttentionLineProps {
  /** Undefined: it could not be loaded. */
  attention: Attention | undefined
  pending: PendingCount
  /** Whether to say so if there is nothing. */
  says_calm: boolean
}

/** Each is a link to the page where it can be dealt with, the most urgent first. */
export function AttentionLine({ attention, pending, says_calm }: AttentionLineProps) {
  const { t } = useTranslation()
  const items = attentionItems(attention, pending)
  if (items.length === 0)
    return says_calm ? (
      <p className="flex h-full items-center gap-2 text-sm text-muted">
        <CircleCheck aria-hidden className="size-4 shrink-0 text-ok" />
        {t('home.attention.calm')}
      </p>
    ) : null
  return (
    <ul
      aria-label={t('home.attention.title')}
      // The end fades out, so that it shows that there is more.
      className="no-scrollbar -mx-4 flex h-full items-center gap-2 overflow-x-auto mask-[linear-gradient(to_right,black_calc(100%-2rem),transparent)] ps-4 pe-8 sm:-mx-1 sm:ps-1 rtl:mask-[linear-gradient(to_left,black_calc(100%-2rem),transparent)]"
    >
      {items.map(item => (
        <AttentionEntry
          key={'instance_id' in item ? `${item.kind} ${item.instance_id}` : item.kind}
          item={item}
        />
      ))}
    </ul>
  )
}

function AttentionEntry({ item }: { item: AttentionItem }) {
  const { t } = useTranslation()
  if (item.kind === 'unreadable')
    return <li className="shrink-0 text-sm text-muted">{t('home.attention.unreadable')}</li>
  if (item.kind === 'down' || item.kind === 'webhook')
    return (
      <Item urgent icon={<Unplug />} link={<Link to="/instances/$id" params={{ id: item.instance_id }} />}>
        {t(`home.attention.${item.kind}`, { name: item.name })}
      </Item>
    )
  if (item.kind === 'backup')
    return (
      <Item urgent icon={<Archive />} link={<Link to="/settings/backups" />}>
        <BackupProblem {...item.problem} />
      </Item>
    )
  if (item.kind === 'ai')
    return (
      <Item urgent icon={<Bot />} link={<Link to="/settings/included-ai" />}>
        {t('home.attention.ai')}
      </Item>
    )
  const { icon: Icon, link, urgent } = COUNTED[item.kind]
  return (
    <Item urgent={urgent} icon={<Icon />} link={link}>
      {t(`home.attention.${item.kind}`, { count: item.count })}
    </Item>
  )
}

const STUCK = <Link to="/approvals" search={{ tab: 'waiting' }} />

/** Where each can be dealt with. */
const COUNTED = {
  stuck: { icon: CircleAlert, link: STUCK, urgent: true },
  pending: { icon: Hourglass, link: <Link to="/approvals" />, urgent: false },
  issues: { icon: Flag, link: <Link to="/issues" />, urgent: true },
  access: { icon: UserPlus, link: <Link to="/users" />, urgent: false },
  fixes: { icon: Bot, link: <Link to="/settings/agent-actions" />, urgent: false },
  proposals: { icon: Bot, link: <Link to="/settings/proposals" />, urgent: false },
  retrying: { icon: Hourglass, link: STUCK, urgent: false },
} as const

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
  urgent: boolean
  children: ReactNode
}

function Item({ icon, link, urgent, children }: ItemProps) {
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
