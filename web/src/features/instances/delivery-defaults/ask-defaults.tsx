import { mediaTypeOf } from '@foyer/contract/instances/instance-types'
import type { Instance } from '@foyer/contract/instances/instances'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { errorText } from '#lib/error-text.ts'
import { Button } from '#ui/button.tsx'
import { SectionCard } from '#ui/card.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { FormSkeleton } from '#ui/form-skeleton.tsx'
import { deliveryOptionsQuery } from '../api.ts'
import { PRODUCTS } from '../products.ts'
import { proposedDefaults } from './defaults-draft.ts'
import { DefaultsForm } from './defaults-form.tsx'

interface AskDefaultsProps {
  instance: Instance
  onDone: () => void
}

/** Asked once, right after a library was connected, with a proposal. */
export function AskDefaults({ instance, onDone }: AskDefaultsProps) {
  const { t } = useTranslation()
  const { data, error, isPending, isFetching, refetch } = useQuery(deliveryOptionsQuery(instance.id))
  const kind = mediaTypeOf(instance.service_type)
  const product = PRODUCTS[instance.service_type].name
  if (!kind) return null
  const skip = (
    <Button variant="ghost" onClick={onDone}>
      {t('delivery_defaults.skip')}
    </Button>
  )
  return (
    <SectionCard
      title={t('delivery_defaults.ask_title', { name: instance.name })}
      text={t('delivery_defaults.ask_text', { product })}
    >
      {isPending && <FormSkeleton fields={3} />}
      {error && (
        <>
          <ErrorState
            compact
            title={t('delivery_defaults.unreadable', { product })}
            onRetry={() => void refetch()}
            retrying={isFetching}
          >
            {errorText(t, error)}
          </ErrorState>
          <span>{skip}</span>
        </>
      )}
      {data && (
        <DefaultsForm
          instance={instance}
          kind={kind}
          from={proposedDefaults(kind, data)}
          options={data}
          label={t('delivery_defaults.use')}
          onSaved={onDone}
        >
          {skip}
        </DefaultsForm>
      )}
    </SectionCard>
  )
}
