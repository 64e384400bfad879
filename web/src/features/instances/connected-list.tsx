import type { Instance } from '@foyer/contract/instances'
import { useTranslation } from 'react-i18next'
import { RowList } from '#ui/row-link.tsx'
import { HealthBadge } from './health-badge.tsx'
import { ProductMark } from './product-mark.tsx'
import { PRODUCTS } from './products.ts'

/** What is connected already, to look at. */
export function ConnectedList({ instances }: { instances: readonly Instance[] }) {
  const { t } = useTranslation()
  return (
    <RowList aria-label={t('instances.connected')}>
      {instances.map(one => (
        <li key={one.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 sm:px-5">
          <ProductMark type={one.service_type} />
          <span className="flex min-w-0 flex-1 flex-col">
            <span className="font-medium">{one.name}</span>
            <span className="truncate text-sm text-muted">{PRODUCTS[one.service_type].name}</span>
          </span>
          <HealthBadge instance={one} />
        </li>
      ))}
    </RowList>
  )
}
