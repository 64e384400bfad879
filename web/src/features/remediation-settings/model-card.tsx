import { MODEL_FAULTS } from '@foyer/contract/assistant/ai-providers'
import type { RemediationSettings } from '@foyer/contract/remediation/remediation'
import type { TFunction } from 'i18next'
import { type ReactNode, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '#lib/api-error.ts'
import { type FormErrors, formErrors } from '#lib/form-errors.ts'
import { SectionCard } from '#ui/card.tsx'
import { Field } from '#ui/field.tsx'
import { Form } from '#ui/form.tsx'
import { Input } from '#ui/input.tsx'
import { Notice } from '#ui/notice.tsx'
import { SaveRow } from '#ui/save-row.tsx'
import type { AiState } from './agent-state.ts'
import { useChangeRemediation } from './api.ts'

export interface Ai {
  state: AiState
  /** The provider of the included AI. */
  provider: string | undefined
  nameOf: (provider: string) => string
  /** Shown where the included AI could not be read. */
  unread: ReactNode
}

interface ModelCardProps {
  settings: RemediationSettings
  ai: Ai
}

/** 2:4.7.2: another model of the same provider, tried before it is saved. */
export function ModelCard({ settings, ai }: ModelCardProps) {
  const { t } = useTranslation()
  const change = useChangeRemediation()
  const [typed, setTyped] = useState<string | null>(null)
  const { model_override, model_override_provider } = settings
  const value = typed ?? model_override
  const errors = useMemo(() => modelErrors(t, change.error), [t, change.error])
  const is_stale = ai.provider !== undefined && ai.provider !== model_override_provider
  return (
    <SectionCard title={t('remediation_settings.model.title')} text={t('remediation_settings.model.text')}>
      <Form
        errors={errors.fields}
        onSubmit={() => change.mutate({ model_override: value.trim() }, { onSuccess: () => setTyped(null) })}
      >
        {errors.form && <Notice tone="danger">{errors.form}</Notice>}
        {ai.state && ai.state !== 'off' && model_override !== '' && model_override_provider !== '' && (
          <Notice tone={is_stale ? 'warn' : 'ok'}>
            {t(is_stale ? 'remediation_settings.model.stale' : 'remediation_settings.model.tested', {
              provider: ai.nameOf(model_override_provider),
            })}
          </Notice>
        )}
        {ai.state === 'off' ? (
          <p className="text-sm text-muted">{t('remediation_settings.model.no_ai')}</p>
        ) : (
          <>
            <Field
              label={t('remediation_settings.model.label')}
              hint={t('remediation_settings.model.hint')}
              error={errors.fields['model_override']}
              optional
            >
              {wiring => (
                <Input
                  {...wiring}
                  name="model_override"
                  maxLength={256}
                  autoComplete="off"
                  autoCapitalize="none"
                  spellCheck={false}
                  value={value}
                  onChange={event => {
                    setTyped(event.target.value)
                    if (!change.isIdle) change.reset()
                  }}
                />
              )}
            </Field>
            <SaveRow
              saving={change.isPending}
              saved={change.isSuccess}
              label={t('remediation_settings.model.save')}
            >
              <output className="text-sm text-muted empty:hidden">
                {change.isPending && t('remediation_settings.model.trying')}
              </output>
            </SaveRow>
          </>
        )}
      </Form>
    </SectionCard>
  )
}

/** Why the short answer did not come, beside the model; anything else above the form. */
function modelErrors(t: TFunction, error: unknown): FormErrors {
  if (error instanceof ApiError && error.code === 'ai_validation_failed') {
    const category = MODEL_FAULTS.find(one => one === error.details['category'])
    if (category) return { fields: { model_override: t(`remediation_settings.model.failure.${category}`) } }
  }
  return formErrors(t, error)
}
