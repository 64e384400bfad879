import type { Destination } from '@foyer/contract/destinations/destination'
import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import CircleHelp from 'lucide-react/icons/circle-help'
import CircleOff from 'lucide-react/icons/circle-off'
import Hourglass from 'lucide-react/icons/hourglass'
import { useTranslation } from 'react-i18next'
import { Badge } from '#ui/badge.tsx'

/** Whether messages arrive. Unknown is a state of its own. */
export function HealthBadge({ enabled, confirmed, health }: Destination) {
  const { t } = useTranslation()
  if (!confirmed)
    return (
      <Badge tone="warn" icon={<Hourglass aria-hidden />}>
        {t('destinations.health.unconfirmed')}
      </Badge>
    )
  if (!enabled) return <Badge icon={<CircleOff aria-hidden />}>{t('destinations.health.off')}</Badge>
  if (health === 'failing')
    return (
      <Badge tone="danger" icon={<CircleAlert aria-hidden />}>
        {t('destinations.health.failing')}
      </Badge>
    )
  if (health === 'ok')
    return (
      <Badge tone="ok" icon={<CircleCheck aria-hidden />}>
        {t('destinations.health.ok')}
      </Badge>
    )
  return <Badge icon={<CircleHelp aria-hidden />}>{t('destinations.health.unknown')}</Badge>
}
