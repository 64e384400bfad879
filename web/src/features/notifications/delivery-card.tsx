import type { PushPolicy } from '@foyer/contract/push-admin'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#lib/i18n.ts'
import { gatewayReasonOf } from '#lib/push-reasons.ts'
import { Badge } from '#ui/badge.tsx'
import { SectionCard } from '#ui/card.tsx'
import { Facts } from '#ui/facts.tsx'
import { Notice } from '#ui/notice.tsx'

const TONES = { not_configured: 'neutral', enrolled: 'ok', not_enrolled: 'warn', stuck: 'danger' } as const

/** A gateway that was enrolled but accepts nothing now is not shown as connected. */
function stateOf({ gateway_configured, gateway_enrolled, failing_since }: PushPolicy): keyof typeof TONES {
  if (!gateway_configured) return 'not_configured'
  if (!gateway_enrolled) return 'not_enrolled'
  return failing_since === null ? 'enrolled' : 'stuck'
}

/** How devices are reached, and whether delivery works. */
export function DeliveryCard({ policy }: { policy: PushPolicy }) {
  const { t } = useTranslation()
  const state = stateOf(policy)
  return (
    <SectionCard title={t('notifications.server.ways_title')} text={t('notifications.server.ways_text')}>
      <div className="flex flex-col gap-4">
        <Failing policy={policy} />
        <Facts
          facts={[
            [
              t('notifications.server.browsers'),
              <Badge key="browsers" tone="ok">
                {t('notifications.server.browsers_ready')}
              </Badge>,
            ],
            [
              t('notifications.server.gateway'),
              <Badge key="gateway" tone={TONES[state]}>
                {t(`notifications.server.${state}`)}
              </Badge>,
            ],
          ]}
        />
        {state === 'not_configured' && (
          <p className="text-sm text-muted">{t('notifications.server.configure')}</p>
        )}
        {state === 'not_enrolled' && (
          <p className="text-sm text-muted">{t('notifications.server.waiting')}</p>
        )}
      </div>
    </SectionCard>
  )
}

function Failing({ policy: { failing_since, last_error } }: { policy: PushPolicy }) {
  const { t } = useTranslation()
  const format = useFormat()
  if (failing_since === null) return null
  return (
    <Notice tone="danger" title={t('notifications.server.failing', { when: format.dateTime(failing_since) })}>
      {t(`notifications.server.why.${gatewayReasonOf(last_error)}`)}
    </Notice>
  )
}
