import type { Instance } from '@foyer/contract/instances/instances'
import { useQuery } from '@tanstack/react-query'
import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import CircleHelp from 'lucide-react/icons/circle-help'
import { useTranslation } from 'react-i18next'
import { Badge } from '#ui/badge.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { healthQuery } from '../api.ts'

/** The current connection state of an instance. Unknown is a state of its own, never "missing". */
export function HealthBadge({ instance }: { instance: Instance }) {
  const { t } = useTranslation()
  const { data, isFetching, isError } = useQuery(healthQuery(instance))
  if (isFetching && !data) {
    return <Badge icon={<Spinner className="size-3.5" />}>{t('instances.health.checking')}</Badge>
  }
  if (isError || !data) {
    return (
      <Badge icon={<CircleHelp aria-hidden />}>
        <span>{t('instances.health.unknown')}</span>
      </Badge>
    )
  }
  if (!data.ok) {
    return (
      <Badge tone="danger" icon={<CircleAlert aria-hidden />}>
        {t(`instances.health.${data.category}`)}
      </Badge>
    )
  }
  return (
    <Badge tone="ok" icon={<CircleCheck aria-hidden />}>
      {data.version ? t('instances.health.ok_version', { version: data.version }) : t('instances.health.ok')}
    </Badge>
  )
}
