import type { Instance } from '@foyer/contract/instances/instances'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import Unplug from 'lucide-react/icons/unplug'
import { useTranslation } from 'react-i18next'
import { Badge } from '#ui/badge.tsx'
import { ButtonLink } from '#lib/link.tsx'
import { cx } from '#ui/cx.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { healthQuery } from '../api.ts'
import { HealthBadge } from './health-badge.tsx'
import { ProductMark } from '#lib/product-mark.tsx'
import { PRODUCTS } from '../products.ts'

interface InstanceRowProps {
  instance: Instance
  /** Absent if there is no page to open. */
  onUp?: (() => void) | undefined
  onDown?: (() => void) | undefined
  /** More than one of its type, so that the order matters. */
  ordered: boolean
}

export function InstanceRow({ instance, onUp, onDown, ordered }: InstanceRowProps) {
  const { t } = useTranslation()
  const { id, name, service_type, url, is_default, webhook_state } = instance
  const health = useQuery(healthQuery(instance))
  return (
    <li className="relative flex items-center gap-3 px-4 py-3 transition-colors hover:bg-raised/60 sm:gap-4 sm:px-5">
      <ProductMark type={service_type} />
      <div className="flex min-w-0 flex-1 flex-col gap-1.5">
        <div className="flex min-w-0 flex-col">
          <Link
            to="/instances/$id"
            params={{ id }}
            className="font-medium after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
          >
            {name}
          </Link>
          <span className="text-sm wrap-anywhere text-muted">
            {PRODUCTS[service_type].name} · {url.replace(/^https?:\/\//, '')}
          </span>
        </div>
        <span className="flex flex-wrap items-center gap-2">
          <HealthBadge instance={instance} />
          {webhook_state !== '' && (
            <Badge tone="warn" icon={<Unplug aria-hidden />}>
              {t('instances.list.no_live_updates')}
            </Badge>
          )}
          {is_default && <Badge tone="accent">{t('instances.list.default')}</Badge>}
          {service_type === 'transcoder' && (
            <ButtonLink
              to="/transcoder"
              search={{ instance: id }}
              size="sm"
              aria-label={t('instances.activity.open_of', { name })}
              className="z-1"
            >
              {t('instances.activity.open')}
            </ButtonLink>
          )}
        </span>
      </div>
      <div className="relative z-1 flex shrink-0 flex-col sm:flex-row">
        <IconButton
          label={t('instances.list.test', { name })}
          icon={<RefreshCw className={cx(health.isFetching && 'animate-spin')} />}
          onClick={() => void health.refetch()}
        />
        {ordered && (
          <>
            <IconButton
              data-move="-1"
              label={t('instances.list.up', { name })}
              icon={<ArrowUp />}
              aria-disabled={!onUp}
              className={cx(!onUp && 'opacity-40')}
              onClick={onUp}
            />
            <IconButton
              data-move="1"
              label={t('instances.list.down', { name })}
              icon={<ArrowDown />}
              aria-disabled={!onDown}
              className={cx(!onDown && 'opacity-40')}
              onClick={onDown}
            />
          </>
        )}
      </div>
    </li>
  )
}
