import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '#lib/error-text.ts'
import { useFormat } from '#lib/i18n.ts'
import { SectionCard } from '#ui/card.tsx'
import { Field } from '#ui/field.tsx'
import { Form } from '#ui/form.tsx'
import { Input } from '#ui/input.tsx'
import { Notice } from '#ui/notice.tsx'
import { SaveRow } from '#ui/save-row.tsx'
import { useChangeImageCache } from './api.ts'
import { LARGEST, SMALLEST, sizeOf } from './cache-size.ts'

export function SizeForm({ megabytes }: { megabytes: number }) {
  const { t } = useTranslation()
  const format = useFormat()
  const change = useChangeImageCache()
  const [typed, setTyped] = useState(String(megabytes))
  const [tried, setTried] = useState(false)
  const size = sizeOf(typed)
  const range = { least: format.number(SMALLEST), most: format.number(LARGEST) }
  const error = tried && size === undefined ? t('image_cache.size_range', range) : undefined

  function save() {
    setTried(true)
    if (size !== undefined) change.mutate({ max_megabytes: size })
  }

  return (
    <SectionCard title={t('image_cache.size_title')} text={t('image_cache.size_text')}>
      <Form errors={error ? { max_megabytes: error } : {}} onSubmit={save}>
        {change.error && <Notice tone="danger">{errorText(t, change.error)}</Notice>}
        <Field label={t('image_cache.size')} error={error}>
          {wiring => (
            <Input
              {...wiring}
              name="max_megabytes"
              inputMode="numeric"
              autoComplete="off"
              maxLength={7}
              value={typed}
              onChange={event => {
                setTyped(event.target.value)
                if (change.isSuccess) change.reset()
              }}
            />
          )}
        </Field>
        <SaveRow saving={change.isPending} saved={change.isSuccess} />
      </Form>
    </SectionCard>
  )
}
