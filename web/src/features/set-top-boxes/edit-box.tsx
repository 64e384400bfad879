import type { SetTopBox } from '@foyer/contract/set-top-boxes'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Form } from '#ui/form.tsx'
import { Input } from '#ui/input.tsx'
import { Notice } from '#ui/notice.tsx'
import { toast } from '#ui/toast-store.ts'
import { useChangeBox } from './box-api.ts'
import { readAddress } from './box-address.ts'
import { boxErrorText } from './box-error-text.ts'

interface EditBoxProps {
  box: SetTopBox
  onDone: () => void
}

/** A new name, or the address that the box has now. */
export function EditBox({ box, onDone }: EditBoxProps) {
  const { t } = useTranslation()
  const change = useChangeBox(box.id)
  const [name, setName] = useState(box.name)
  const [address, setAddress] = useState(box.address ?? '')
  const [errors, setErrors] = useState<Record<string, string>>({})

  function submit() {
    const [new_name, new_address] = [name.trim(), readAddress(address)]
    const found = {
      ...(new_name === '' && { name: t('set_top_boxes.change.name_missing') }),
      ...(new_address === null && { address: t('set_top_boxes.find.address_invalid') }),
    }
    setErrors(found)
    if (new_name === '' || new_address === null) return
    change.mutate(
      { name: new_name, address: new_address },
      {
        onSuccess: () => {
          toast(t('set_top_boxes.change.saved', { box: new_name }), { tone: 'ok' })
          onDone()
        },
      },
    )
  }

  return (
    <Form onSubmit={submit} errors={errors}>
      {change.error && <Notice tone="danger">{boxErrorText(t, change.error)}</Notice>}
      <Field label={t('set_top_boxes.change.name')} error={errors['name']}>
        {wiring => (
          <Input {...wiring} maxLength={128} value={name} onChange={event => setName(event.target.value)} />
        )}
      </Field>
      <Field
        label={t('set_top_boxes.find.address')}
        hint={t('set_top_boxes.change.address_hint')}
        error={errors['address']}
      >
        {wiring => (
          <Input
            {...wiring}
            inputMode="url"
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
            value={address}
            onChange={event => setAddress(event.target.value)}
          />
        )}
      </Field>
      <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
        <Button variant="ghost" onClick={onDone}>
          {t('ui.cancel')}
        </Button>
        <Button type="submit" variant="primary" loading={change.isPending}>
          {t('ui.save')}
        </Button>
      </div>
    </Form>
  )
}
