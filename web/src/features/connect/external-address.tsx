import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { externalAddressQuery, useSaveExternalAddress } from '#lib/external-address.ts'
import { formErrors } from '#lib/form-errors.ts'
import { ReadFailure } from '#lib/read-failure.tsx'
import { Field } from '#ui/field.tsx'
import { Form } from '#ui/form.tsx'
import { Input } from '#ui/input.tsx'
import { Notice } from '#ui/notice.tsx'
import { SaveRow } from '#ui/save-row.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

/** The address that links start with. Empty: the address of the admin's browser. */
export function ExternalAddress({ onSaved }: { onSaved?: () => void }) {
  const read = useQuery(externalAddressQuery())
  if (read.data) return <AddressForm saved={read.data.external_url} onSaved={onSaved} />
  if (!read.error) return <Skeleton className="h-28" />
  return <ReadFailure of={read} compact />
}

interface AddressFormProps {
  saved: string
  onSaved: (() => void) | undefined
}

function AddressForm({ saved, onSaved }: AddressFormProps) {
  const { t } = useTranslation()
  const save = useSaveExternalAddress()
  const [address, setAddress] = useState(saved)
  const errors = useMemo(() => formErrors(t, save.error), [t, save.error])

  function submit() {
    if (!save.isPending) save.mutate(address.trim(), { onSuccess: () => onSaved?.() })
  }

  return (
    <Form onSubmit={submit} errors={errors.fields} className="gap-3">
      {errors.form && <Notice tone="danger">{errors.form}</Notice>}
      <Field
        label={t('connect.address.label')}
        hint={t('connect.address.hint')}
        error={errors.fields['external_url']}
      >
        {wiring => (
          <Input
            {...wiring}
            type="url"
            inputMode="url"
            autoComplete="off"
            placeholder="https://media.example.org"
            value={address}
            onChange={event => {
              setAddress(event.target.value)
              save.reset()
            }}
          />
        )}
      </Field>
      <SaveRow saving={save.isPending} saved={save.isSuccess} label={t('connect.address.save')} />
    </Form>
  )
}
