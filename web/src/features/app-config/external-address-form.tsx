import { useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSaveExternalAddress } from '#lib/external-address.ts'
import { formErrors } from '#lib/form-errors.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Field } from '#ui/field.tsx'
import { Form } from '#ui/form.tsx'
import { Input } from '#ui/input.tsx'
import { Notice } from '#ui/notice.tsx'
import { PassingButtons } from '#ui/passing-buttons.tsx'
import { SaveRow } from '#ui/save-row.tsx'

interface ExternalAddressFormProps {
  external_url: string
  /** The address this page was opened with. */
  here: string
}

/** The address where people and managers reach this server from outside. */
export function ExternalAddressForm({ external_url, here }: ExternalAddressFormProps) {
  const { t } = useTranslation()
  const save = useSaveExternalAddress()
  const [url, setUrl] = useState(external_url)
  const [is_touched, setTouched] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const errors = useMemo(() => formErrors(t, save.error), [t, save.error])

  function change(next: string) {
    setUrl(next)
    setTouched(true)
    if (save.isSuccess) save.reset()
  }

  return (
    <Card>
      <Form
        errors={errors.fields}
        onSubmit={() => save.mutate(url.trim(), { onSuccess: saved => setUrl(saved.external_url) })}
      >
        {errors.form && <Notice tone="danger">{errors.form}</Notice>}
        {!external_url && <Notice>{t('settings.external_address.none')}</Notice>}
        <Field
          optional
          label={t('settings.external_address.title')}
          hint={t('settings.external_address.hint')}
          error={errors.fields['external_url']}
        >
          {wiring => (
            <Input
              {...wiring}
              ref={field}
              name="external_url"
              type="url"
              inputMode="url"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={2048}
              placeholder="https://foyer.example.org"
              value={url}
              onChange={event => change(event.target.value)}
            />
          )}
        </Field>
        <SaveRow saving={save.isPending} saved={save.isSuccess} changed={is_touched && url !== external_url}>
          {url.trim() !== here && (
            <PassingButtons to={field}>
              <Button variant="ghost" onClick={() => change(here)}>
                {t('settings.external_address.use_here')}
              </Button>
            </PassingButtons>
          )}
        </SaveRow>
      </Form>
    </Card>
  )
}
