import { mediaTypeOf } from '@foyer/contract/instances/instance-types'
import type { Instance } from '@foyer/contract/instances/instances'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ReadFailure } from '#lib/read-failure.tsx'
import { Button } from '#ui/button.tsx'
import { SectionCard } from '#ui/card.tsx'
import { FormSkeleton } from '#ui/form-skeleton.tsx'
import { deliveryOptionsQuery } from '../api.ts'
import { PRODUCTS } from '../products.ts'
import { defaultsDraftOf, proposedDefaults } from './defaults-draft.ts'
import { DefaultsForm } from './defaults-form.tsx'
import { ProposedDefaults } from './proposed-defaults.tsx'

interface AskDefaultsProps {
  instance: Instance
  onDone: () => void
}

/** Asked once, right after a library was connected, with a proposal; later, what was chosen can be changed. */
export function AskDefaults({ instance, onDone }: AskDefaultsProps) {
  const { t } = useTranslation()
  const read = useQuery(deliveryOptionsQuery(instance.id))
  const { data, error, isPending } = read
  const is_chosen = Object.keys(instance.delivery_defaults ?? {}).length > 0
  const [is_changing, setChanging] = useState(is_chosen)
  const kind = mediaTypeOf(instance.service_type)
  const product = PRODUCTS[instance.service_type].name
  if (!kind) return null
  const skip = (
    <Button variant="ghost" onClick={onDone}>
      {t(is_chosen ? 'ui.cancel' : 'delivery_defaults.skip')}
    </Button>
  )
  return (
    <SectionCard
      title={t('delivery_defaults.ask_title', { name: instance.name })}
      text={is_chosen ? undefined : t('delivery_defaults.ask_text', { product })}
    >
      {isPending && <FormSkeleton fields={3} />}
      {error && (
        <>
          <ReadFailure of={read} compact title={t('delivery_defaults.unreadable', { product })} />
          <span>{skip}</span>
        </>
      )}
      {data &&
        (is_changing ? (
          <DefaultsForm
            instance={instance}
            kind={kind}
            from={is_chosen ? defaultsDraftOf(instance.delivery_defaults) : proposedDefaults(kind, data)}
            options={data}
            onSaved={onDone}
          >
            {skip}
          </DefaultsForm>
        ) : (
          <ProposedDefaults
            instance={instance}
            kind={kind}
            proposal={proposedDefaults(kind, data)}
            options={data}
            onSaved={onDone}
            onChange={() => setChanging(true)}
          >
            {skip}
          </ProposedDefaults>
        ))}
    </SectionCard>
  )
}
