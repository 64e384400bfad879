import type { DeliveryOptions } from '@foyer/contract/instances/delivery-defaults'
import type { MediaType } from '@foyer/contract/instances/instance-types'
import type { Instance } from '@foyer/contract/instances/instances'
import { type ReactNode, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formErrors } from '#lib/form-errors.ts'
import { Form } from '#ui/form.tsx'
import { Notice } from '#ui/notice.tsx'
import { SaveRow } from '#ui/save-row.tsx'
import { useUpdateInstance } from '../api.ts'
import { PRODUCTS } from '../products.ts'
import { type DefaultsDraft, defaultsOf } from './defaults-draft.ts'
import { DefaultsFields } from './defaults-fields.tsx'

interface DefaultsFormProps {
  instance: Instance
  kind: MediaType
  /** The values that it starts with. */
  from: DefaultsDraft
  options: DeliveryOptions | undefined
  onSaved?: () => void
  /** Further buttons. */
  children?: ReactNode
}

/** The defaults of one library manager; everything in it is saved together. */
export function DefaultsForm({ instance, kind, from, options, onSaved, children }: DefaultsFormProps) {
  const { t } = useTranslation()
  const update = useUpdateInstance(instance.id)
  const [draft, setDraft] = useState(from)
  const errors = useMemo(() => formErrors(t, update.error), [t, update.error])
  return (
    <Form
      errors={errors.fields}
      onSubmit={() =>
        update.mutate({ delivery_defaults: defaultsOf(kind, draft) }, { onSuccess: () => onSaved?.() })
      }
    >
      {errors.form && <Notice tone="danger">{errors.form}</Notice>}
      <DefaultsFields
        kind={kind}
        product={PRODUCTS[instance.service_type].name}
        draft={draft}
        options={options}
        errors={errors.fields}
        onChange={part => {
          setDraft(before => ({ ...before, ...part }))
          if (update.isSuccess) update.reset()
        }}
      />
      <SaveRow saving={update.isPending} saved={update.isSuccess}>
        {children}
      </SaveRow>
    </Form>
  )
}
