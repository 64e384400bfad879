import { mediaTypeOf } from '@foyer/contract/instances/instance-types'
import type { Instance } from '@foyer/contract/instances/instances'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { errorText } from '#lib/error-text.ts'
import { SectionCard } from '#ui/card.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { FormSkeleton } from '#ui/form-skeleton.tsx'
import { deliveryOptionsQuery } from '../api.ts'
import { PRODUCTS } from '../products.ts'
import { defaultsDraftOf } from './defaults-draft.ts'
import { DefaultsForm } from './defaults-form.tsx'

/** What a library manager gets with new titles. While it cannot be read, the saved values stay visible. */
export function DefaultsCard({ instance }: { instance: Instance }) {
  const { t } = useTranslation()
  const { data, error, isPending, isFetching, refetch } = useQuery(deliveryOptionsQuery(instance.id))
  const kind = mediaTypeOf(instance.service_type)
  const product = PRODUCTS[instance.service_type].name
  if (!kind) return null
  return (
    <SectionCard
      title={t('delivery_defaults.title')}
      text={t('delivery_defaults.text', { product, name: instance.name })}
    >
      {error && (
        <ErrorState
          compact
          title={t('delivery_defaults.unreadable', { product })}
          onRetry={() => void refetch()}
          retrying={isFetching}
        >
          {errorText(t, error)} {t('delivery_defaults.kept')}
        </ErrorState>
      )}
      {isPending ? (
        <FormSkeleton fields={3} />
      ) : (
        <DefaultsForm
          instance={instance}
          kind={kind}
          from={defaultsDraftOf(instance.delivery_defaults)}
          options={data}
        />
      )}
    </SectionCard>
  )
}
