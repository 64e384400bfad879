import type { Instance } from '@foyer/contract/instances/instances'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Badge } from '#ui/badge.tsx'
import { HealthBadge } from './list/health-badge.tsx'
import { ProductMark } from '#lib/product-mark.tsx'
import { PRODUCTS } from './products.ts'

/** The instance's name and its connection state. */
export function InstanceHeader({ instance, back }: { instance: Instance; back: ReactNode }) {
  const { t } = useTranslation()
  return (
    <div className="flex flex-col gap-3">
      {back}
      <div className="flex items-start gap-4">
        <ProductMark type={instance.service_type} />
        <div className="flex min-w-0 flex-col gap-2">
          <div className="flex flex-col">
            <h1 className="text-xl font-semibold sm:text-2xl">{instance.name}</h1>
            <p className="text-muted">{PRODUCTS[instance.service_type].name}</p>
          </div>
          <span className="flex flex-wrap gap-2">
            <HealthBadge instance={instance} />
            {instance.is_default && <Badge tone="accent">{t('instances.list.default')}</Badge>}
          </span>
        </div>
      </div>
    </div>
  )
}
