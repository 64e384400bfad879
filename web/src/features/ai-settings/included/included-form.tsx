import {
  type AiCatalogEntry,
  type AiProvider,
  REASONING_EFFORTS,
} from '@foyer/contract/assistant/ai-providers'
import type { Credentials } from '@foyer/contract/credentials'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { withScheme } from '#lib/address.ts'
import { SectionCard } from '#ui/card.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { Field } from '#ui/field.tsx'
import { Form } from '#ui/form.tsx'
import { Input } from '#ui/input.tsx'
import { Notice } from '#ui/notice.tsx'
import { Select } from '#ui/select.tsx'
import { isLinked } from '../catalog.ts'
import { KeyField } from '../key-field.tsx'
import { useCanTry } from '../links/api.ts'
import { LinkedAccount } from '../links/linked-account.tsx'
import { chosenModel } from '../model-choice.ts'
import { ModelField } from '../model-field.tsx'
import { ProviderField } from '../provider-field.tsx'
import { TrialSaveRow } from '../trial-save-row.tsx'
import { useSaveErrors } from '../use-save-errors.ts'
import { useSaveIncludedAi } from './api.ts'
import {
  firstIncluded,
  hasKey,
  includedChange,
  type IncludedDraft,
  includedDraft,
  includedGaps,
  needsKeyAgain,
} from './included-draft.ts'

/** Provider, model, key and the rest, tried with one short answer and saved together. */
export function IncludedForm({ credentials }: { credentials: Credentials }) {
  const { t } = useTranslation()
  const [chosen, setChosen] = useState<AiProvider | null>(null)
  const entry = credentials.ai.providers.find(({ id }) => id === chosen) ?? firstIncluded(credentials)
  return (
    <SectionCard title={t('included_ai.form.title')} text={t('included_ai.form.text')}>
      {entry && <Fields credentials={credentials} entry={entry} onProvider={setChosen} />}
    </SectionCard>
  )
}

interface FieldsProps {
  credentials: Credentials
  entry: AiCatalogEntry
  onProvider: (provider: AiProvider) => void
}

const NO_GAPS: readonly never[] = []

function Fields({ credentials, entry, onProvider }: FieldsProps) {
  const { t } = useTranslation()
  const save = useSaveIncludedAi()
  const [drafts, setDrafts] = useState<Partial<Record<AiProvider, IncludedDraft>>>({})
  const [gaps, setGaps] = useState<readonly ('model' | 'key' | 'address')[]>(NO_GAPS)
  const [asked_again, setAskedAgain] = useState(false)
  const draft = drafts[entry.id] ?? includedDraft(credentials, entry)
  const key_again = needsKeyAgain({ entry, draft, credentials })
  const can_try = useCanTry('included', entry)
  const errors = useSaveErrors({
    entry,
    gaps,
    error: save.error,
    key_again: asked_again && key_again ? t('included_ai.key_again') : undefined,
  })
  const key_error = errors.fields['key'] ?? errors.fields['local_openai_key']
  const address_error = errors.fields['address'] ?? errors.fields['local_openai_base_url']

  function clear() {
    setGaps(NO_GAPS)
    setAskedAgain(false)
    save.reset()
  }

  function change(part: Partial<IncludedDraft>) {
    // What is being tried stays as it is until the answer is there.
    if (save.isPending) return
    setDrafts(before => ({ ...before, [entry.id]: { ...draft, ...part } }))
    clear()
  }

  function submit() {
    if (save.isPending) return
    const missing = includedGaps({ entry, draft, credentials })
    setGaps(missing.length > 0 ? missing : NO_GAPS)
    setAskedAgain(key_again)
    if (missing.length > 0 || key_again) return
    const forget = () => setDrafts(({ [entry.id]: _saved, ...others }) => others)
    save.mutate(includedChange({ entry, draft }), { onSuccess: forget })
  }

  return (
    <Form onSubmit={submit} errors={errors.fields} aria-busy={save.isPending}>
      <ProviderField
        providers={credentials.ai.providers}
        value={entry.id}
        onChange={provider => {
          if (save.isPending) return
          clear()
          onProvider(provider)
        }}
      />
      {entry.supports_base_url && (
        <AddressField value={draft.address} error={address_error} onChange={address => change({ address })} />
      )}
      <ModelField
        entry={entry}
        value={draft.model}
        error={errors.fields['model'] ?? errors.fields['ai_model']}
        onChange={model => change({ model })}
      />
      {isLinked(entry.id) ? (
        <LinkedAccount
          key={entry.id}
          owner="included"
          entry={entry}
          provider={entry.id}
          model={chosenModel(draft.model)}
        />
      ) : (
        <KeyField
          entry={entry}
          optional={entry.supports_base_url}
          saved={hasKey(credentials, entry) && !key_again}
          value={draft.key}
          error={key_error}
          hint={key_again && !key_error ? t('included_ai.key_again') : undefined}
          onChange={key => change({ key })}
        />
      )}
      {entry.supports_reasoning_effort && (
        <EffortField value={draft.effort} onChange={effort => change({ effort })} />
      )}
      {entry.supports_proxy_opt_in && (
        <Checkbox
          label={t('included_ai.use_proxy')}
          hint={t('included_ai.use_proxy_hint')}
          checked={draft.use_proxy}
          onChange={event => change({ use_proxy: event.target.checked })}
        />
      )}
      {errors.form && <Notice tone="danger">{errors.form}</Notice>}
      {can_try && <TrialSaveRow saving={save.isPending} saved={save.isSuccess} />}
    </Form>
  )
}

interface AddressFieldProps {
  value: string
  error: string | undefined
  onChange: (address: string) => void
}

function AddressField({ value, error, onChange }: AddressFieldProps) {
  const { t } = useTranslation()
  const address = withScheme(value)
  return (
    <Field
      label={t('included_ai.address')}
      hint={
        address === value.trim() ? t('included_ai.address_hint') : t('ui.address_understood', { address })
      }
      error={error}
    >
      {wiring => (
        <Input
          {...wiring}
          name="local_openai_base_url"
          inputMode="url"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          placeholder="http://192.168.1.5:11434/v1"
          value={value}
          onChange={event => onChange(event.target.value)}
        />
      )}
    </Field>
  )
}

interface EffortFieldProps {
  value: IncludedDraft['effort']
  onChange: (effort: IncludedDraft['effort']) => void
}

function EffortField({ value, onChange }: EffortFieldProps) {
  const { t } = useTranslation()
  return (
    <Field label={t('included_ai.effort')} hint={t('included_ai.effort_hint')}>
      {wiring => (
        <Select
          {...wiring}
          value={value}
          choices={REASONING_EFFORTS.map(effort => ({
            value: effort,
            label: t(`included_ai.effort_choice.${effort === '' ? 'auto' : effort}`),
          }))}
          onChange={onChange}
        />
      )}
    </Field>
  )
}
