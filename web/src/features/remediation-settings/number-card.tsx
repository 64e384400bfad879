import type { RemediationSettings } from '@foyer/contract/remediation/remediation'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formErrors } from '#lib/form-errors.ts'
import { useFormat } from '#lib/i18n.ts'
import { SectionCard } from '#ui/card.tsx'
import { Field } from '#ui/field.tsx'
import { Form } from '#ui/form.tsx'
import { Input } from '#ui/input.tsx'
import { Notice } from '#ui/notice.tsx'
import { SaveRow } from '#ui/save-row.tsx'
import { useChangeRemediation } from './api.ts'
import { type NumberName, numberOf, RANGES } from './number-limits.ts'

interface NumberCardProps {
  title: string
  text: string
  names: readonly NumberName[]
  settings: RemediationSettings
}

/** Several numbers, each with its meaning and its range, saved together. */
export function NumberCard({ title, text, names, settings }: NumberCardProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const change = useChangeRemediation()
  const [typed, setTyped] = useState<Partial<Record<NumberName, string>>>({})
  const [tried, setTried] = useState(false)
  const textOf = (name: NumberName) => typed[name] ?? String(settings[name])
  const wrong = names.filter(name => numberOf(name, textOf(name)) === undefined)
  const wrong_names = tried ? wrong.join() : ''
  const { fields, form } = useMemo(() => formErrors(t, change.error), [t, change.error])
  const errors = useMemo(() => {
    const range = (name: NumberName) => {
      const [least, most] = RANGES[name]
      return { least: format.number(least), most: format.number(most) }
    }
    const own = names.filter(name => wrong_names.split(',').includes(name))
    return {
      ...fields,
      ...Object.fromEntries(own.map(name => [name, t('remediation_settings.range_error', range(name))])),
    }
  }, [t, format, names, wrong_names, fields])

  function save() {
    setTried(true)
    if (wrong.length > 0) return
    const body = Object.fromEntries(names.map(name => [name, numberOf(name, textOf(name))]))
    change.mutate(body, { onSuccess: () => setTyped({}) })
  }

  return (
    <SectionCard title={title} text={text}>
      <Form errors={errors} onSubmit={save}>
        {form && <Notice tone="danger">{form}</Notice>}
        <div className="grid gap-x-6 gap-y-5 sm:grid-cols-2 lg:grid-cols-3">
          {names.map(name => {
            const [least, most] = RANGES[name]
            const range = { least: format.number(least), most: format.number(most) }
            return (
              <Field
                key={name}
                label={t(`remediation_settings.number.${name}`)}
                error={errors[name]}
                hint={`${t(`remediation_settings.number_hint.${name}`)} ${t('remediation_settings.range', range)}`}
              >
                {wiring => (
                  <Input
                    {...wiring}
                    name={name}
                    inputMode="numeric"
                    autoComplete="off"
                    maxLength={6}
                    value={textOf(name)}
                    onChange={event => {
                      setTyped({ ...typed, [name]: event.target.value })
                      if (!change.isIdle) change.reset()
                    }}
                  />
                )}
              </Field>
            )
          })}
        </div>
        <SaveRow saving={change.isPending} saved={change.isSuccess} />
      </Form>
    </SectionCard>
  )
}
