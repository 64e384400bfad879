import type { AiCatalogEntry } from '@foyer/contract/assistant/ai-providers'
import { useTranslation } from 'react-i18next'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { Select } from '#ui/select.tsx'
import type { ModelChoice } from './model-choice.ts'

interface ModelFieldProps {
  entry: AiCatalogEntry
  value: ModelChoice
  error: string | undefined
  onChange: (value: ModelChoice) => void
}

/** The provider's models, or the name of any other. */
export function ModelField({ entry, value, error, onChange }: ModelFieldProps) {
  const { t } = useTranslation()
  const { models } = entry
  const is_typed = value.listed === ''
  const description = models.find(({ id }) => id === value.listed)?.description
  return (
    <>
      {models.length > 0 && (
        <Field
          label={t('ai_settings.model')}
          hint={is_typed ? undefined : (description ?? t('ai_settings.model_hint'))}
          error={is_typed ? undefined : error}
        >
          {wiring => (
            <Select
              {...wiring}
              value={value.listed}
              choices={[
                ...models.map(({ id, label }) => ({ value: id, label })),
                { value: '', label: t('ai_settings.another_model') },
              ]}
              onChange={listed => onChange({ ...value, listed })}
            />
          )}
        </Field>
      )}
      {is_typed && (
        <Field label={t('ai_settings.model_typed')} hint={t('ai_settings.model_typed_hint')} error={error}>
          {wiring => (
            <Input
              {...wiring}
              name="model"
              maxLength={256}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              value={value.typed}
              onChange={event => onChange({ ...value, typed: event.target.value })}
            />
          )}
        </Field>
      )}
    </>
  )
}
