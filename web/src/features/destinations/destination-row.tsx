import type { Destination } from '@foyer/contract/destinations/destination'
import Pencil from 'lucide-react/icons/pencil'
import SendHorizontal from 'lucide-react/icons/send-horizontal'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '#lib/error-text.ts'
import { useFormat } from '#lib/i18n.ts'
import { MessageResult } from '#lib/message-result.tsx'
import { messageSentence } from '#lib/message-sentence.ts'
import { RateLimitedButton } from '#lib/rate-limited-button.tsx'
import { useNow } from '#lib/use-now.ts'
import { useRetryAfter } from '#lib/use-retry-after.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { Switch } from '#ui/switch.tsx'
import { useChangeDestination, useTestDestination } from './api.ts'
import { DeleteDestination } from './delete-destination.tsx'
import { eventSummary } from './event-summary.ts'
import { HealthBadge } from './health-badge.tsx'
import { KindIcon } from './kind-icon.tsx'
import type { Scope } from './kinds.ts'

interface DestinationRowProps {
  scope: Scope
  is_admin: boolean
  destination: Destination
  onEdit: () => void
}

export function DestinationRow({ scope, is_admin, destination, onEdit }: DestinationRowProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const now = useNow()
  const toggle = useChangeDestination(scope)
  const test = useTestDestination(scope)
  const wait = useRetryAfter(test.error)
  const [failure, setFailure] = useState<unknown>()
  const { id, kind, name, target, events, confirmed, health, last_sent_at, last_error } = destination
  // The switch moves when pressed, and back if the server refuses.
  const enabled = toggle.isPending ? (toggle.variables.body.enabled ?? false) : destination.enabled
  const summary = eventSummary(t, events, is_admin)
  return (
    <li className="flex flex-col gap-3 py-4 first:pt-0 last:pb-0">
      <div className="flex items-start gap-4">
        <KindIcon kind={kind} muted={!enabled} />
        <div className="flex min-w-0 flex-1 flex-col gap-0.5">
          <span className="line-clamp-2 font-medium wrap-anywhere">{name}</span>
          <span className="text-sm wrap-anywhere text-muted">
            {t(`destinations.kind.${kind}`)} · {target}
          </span>
          <span className="text-sm text-muted">
            {summary.length > 0 ? summary.join(' · ') : t('destinations.events.none')}
          </span>
        </div>
        <Switch
          quiet
          label={t('destinations.enabled', { name })}
          checked={enabled}
          disabled={toggle.isPending}
          onChange={on => toggle.mutate({ id, body: { enabled: on } })}
        />
      </div>
      {/* Where there is room, below the name, not below the icon. */}
      <div className="flex flex-col gap-3 sm:ps-14">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <HealthBadge {...destination} enabled={enabled} />
          {confirmed && last_sent_at && (
            <span className="text-sm text-muted" title={format.dateTime(last_sent_at)}>
              {t('destinations.last_sent', { when: format.relative(last_sent_at, now) })}
            </span>
          )}
        </div>
        {!confirmed && health !== 'failing' && (
          <Notice tone="warn">
            {t(last_sent_at ? 'destinations.open_link' : 'destinations.link_coming', { target })}
          </Notice>
        )}
        {health === 'failing' && last_error && !test.data && (
          <p className="text-sm text-danger">{messageSentence(t, last_error)}</p>
        )}
        {toggle.error && <Notice tone="danger">{errorText(t, toggle.error)}</Notice>}
        {Boolean(failure) && <Notice tone="danger">{errorText(t, failure)}</Notice>}
        <div className="flex flex-wrap items-center gap-2">
          <Button
            size="sm"
            icon={<Pencil aria-hidden className="max-sm:hidden" />}
            aria-label={t('destinations.edit_this', { name })}
            onClick={onEdit}
          >
            {t('destinations.edit')}
          </Button>
          <RateLimitedButton
            size="sm"
            icon={<SendHorizontal aria-hidden className="max-sm:hidden" />}
            loading={test.isPending}
            wait={wait}
            aria-label={
              wait > 0
                ? undefined
                : t(confirmed ? 'destinations.test_this' : 'destinations.send_again_to', { name })
            }
            onClick={() => test.mutate({ of: 'stored', id, body: {} })}
          >
            {confirmed ? t('destinations.test') : t('destinations.send_again')}
          </RateLimitedButton>
          <DeleteDestination scope={scope} destination={destination} onFailure={setFailure} />
        </div>
        <MessageResult result={test.data} error={test.error} />
      </div>
    </li>
  )
}
