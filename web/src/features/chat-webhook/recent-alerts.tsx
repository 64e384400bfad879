import type { ChatAlert, ChatAlertStatus } from '@foyer/contract/chat-notifications'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import CircleHelp from 'lucide-react/icons/circle-help'
import CircleOff from 'lucide-react/icons/circle-off'
import Clock from 'lucide-react/icons/clock'
import SendHorizontal from 'lucide-react/icons/send-horizontal'
import type { ComponentType, SVGProps } from 'react'
import { useTranslation } from 'react-i18next'
import { serverTime } from '#lib/api.ts'
import { useFormat } from '#lib/i18n.ts'
import { messageSentence } from '#lib/message-sentence.ts'
import { useNow } from '#lib/use-now.ts'
import { Badge } from '#ui/badge.tsx'
import { SectionCard } from '#ui/card.tsx'
import { TONES } from './alert-state.ts'
import { requestTitlesQuery } from './api.ts'

const ICONS: Readonly<Record<ChatAlertStatus, ComponentType<SVGProps<SVGSVGElement>>>> = {
  pending: Clock,
  sending: SendHorizontal,
  sent: CircleCheck,
  failed: CircleAlert,
  unconfirmed: CircleHelp,
  cancelled: CircleOff,
}

/** What became of the latest alerts. */
export function RecentAlerts({ recent }: { recent: readonly ChatAlert[] }) {
  const { t } = useTranslation()
  const newest_id = Math.max(0, ...recent.map(({ request_id }) => request_id))
  const { data: titles } = useQuery({ ...requestTitlesQuery(newest_id), enabled: recent.length > 0 })
  return (
    <SectionCard title={t('chat_webhook.recent')} text={t('chat_webhook.recent_text')}>
      {recent.length === 0 ? (
        <p className="text-muted">{t('chat_webhook.none')}</p>
      ) : (
        <ul aria-label={t('chat_webhook.recent')} className="divide-y divide-line">
          {recent.map(alert => (
            <AlertRow key={alert.request_id} alert={alert} request={titles?.get(alert.request_id)} />
          ))}
        </ul>
      )}
    </SectionCard>
  )
}

interface AlertRowProps {
  alert: ChatAlert
  /** Absent while it is not known. */
  request: { title: string; username: string } | undefined
}

function AlertRow({ alert, request }: AlertRowProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const now = useNow()
  const { request_id, status, detail, attempts, updated_at, next_attempt_at } = alert
  const Icon = ICONS[status]
  const updated = updated_at * 1000
  const explanation =
    messageSentence(t, detail) || (status === 'unconfirmed' ? t('chat_webhook.unconfirmed_hint') : '')
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1.5 py-3">
      <div className="flex min-w-0 flex-1 basis-56 flex-col gap-0.5">
        <Link
          to="/approvals"
          search={{ tab: 'history', ...(request && { q: request.title }) }}
          className="line-clamp-2 self-start font-medium wrap-anywhere underline-offset-4 hover:underline"
        >
          {request?.title ?? t('chat_webhook.request', { id: request_id })}
        </Link>
        <span className="line-clamp-3 text-sm wrap-anywhere text-muted">
          {[request && t('chat_webhook.by', { name: request.username }), format.relative(updated, now)]
            .filter(Boolean)
            .join(' · ')}
        </span>
        {explanation && <span className="text-sm">{explanation}</span>}
      </div>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted sm:flex-col sm:items-end">
        <Badge tone={TONES[status]} icon={<Icon aria-hidden />}>
          {t(`chat_webhook.status.${status}`)}
        </Badge>
        {attempts > 1 && <span>{t('chat_webhook.attempts', { count: attempts })}</span>}
        {next_attempt_at !== undefined && (
          <span title={format.dateTime(next_attempt_at * 1000)}>
            {t('chat_webhook.next', {
              when: format.relative(Math.max(next_attempt_at * 1000, serverTime.now()), serverTime.now()),
            })}
          </span>
        )}
      </div>
    </li>
  )
}
