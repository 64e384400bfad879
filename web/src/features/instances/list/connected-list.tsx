import type { Instance } from '@foyer/contract/instances/instances'
import { useTranslation } from 'react-i18next'
import { RowList } from '#ui/row-link.tsx'
import { ChosenDefaults } from '../delivery-defaults/chosen-defaults.tsx'
import { HealthBadge } from './health-badge.tsx'
import { ProductMark } from '#lib/product-mark.tsx'
import { PRODUCTS } from '../products.ts'

interface ConnectedListProps {
  instances: readonly Instance[]
  /** Changes what new titles get in a library. */
  onDefaults: (instance: Instance) => void
}

/** Connected instances: whether they answer, and what new titles get. */
export function ConnectedList({ instances, onDefaults }: ConnectedListProps) {
  const { t } = useTranslation()
  return (
    <RowList aria-label={t('instances.connected')}>
      {instances.map(one => (
        <li key={one.id} className="flex items-center gap-4 px-4 py-3 sm:px-5">
          <ProductMark type={one.service_type} />
          <span className="flex min-w-0 flex-1 flex-col gap-1.5">
            <span className="flex min-w-0 flex-col gap-1.5 sm:flex-row sm:items-center sm:justify-between sm:gap-4">
              <span className="flex min-w-0 flex-col">
                <span className="font-medium wrap-anywhere">{one.name}</span>
                <span className="text-sm text-muted">{PRODUCTS[one.service_type].name}</span>
              </span>
              <span className="flex shrink-0">
                <HealthBadge instance={one} />
              </span>
            </span>
            <ChosenDefaults instance={one} onChange={() => onDefaults(one)} />
          </span>
        </li>
      ))}
    </RowList>
  )
}
