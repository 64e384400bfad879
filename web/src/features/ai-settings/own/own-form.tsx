import type { AiCatalogEntry, AiProvider } from '@foyer/contract/assistant/ai-providers'
import type { AiSettings } from '@foyer/contract/assistant/ai-settings'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SectionCard } from '#ui/card.tsx'
import { Form } from '#ui/form.tsx'
import { Notice } from '#ui/notice.tsx'
import { isLinked } from '../catalog.ts'
import { KeyField } from '../key-field.tsx'
import { useCanTry } from '../links/api.ts'
import { LinkedAccount } from '../links/linked-account.tsx'
import { chosenModel } from '../model-choice.ts'
import { ModelField } from '../model-field.tsx'
import { ProviderField } from '../provider-field.tsx'
import { TrialSaveRow } from '../trial-save-row.tsx'
import { useSaveErrors } from '../use-save-errors.ts'
import { useSaveOwnAi } from './api.ts'
import { firstProvider, ownChange, type OwnDraft, ownDraft, ownGaps } from './own-draft.ts'

/** One's own provider, model and key, tried with one short answer before they are saved. */
export function OwnForm({ settings }: { settings: AiSettings }) {
  const { t } = useTranslation()
  const [chosen, setChosen] = useState<AiProvider | null>(null)
  const entry = settings.providers.find(({ id }) => id === chosen) ?? firstProvider(settings)
  return (
    <SectionCard title={t('ai_settings.own.title')} text={t('ai_settings.own.text')}>
      {entry && <Fields settings={settings} entry={entry} onProvider={setChosen} />}
    </SectionCard>
  )
}

interface FieldsProps {
  settings: AiSettings
  entry: AiCatalogEntry
  onProvider: (provider: AiProvider) => void
}

const NO_GAPS: readonly never[] = []

function Fields({ settings, entry, onProvider }: FieldsProps) {
  const save = useSaveOwnAi()
  const [drafts, setDrafts] = useState<Partial<Record<AiProvider, OwnDraft>>>({})
  const [gaps, setGaps] = useState<readonly ('model' | 'key')[]>(NO_GAPS)
  const draft = drafts[entry.id] ?? ownDraft(settings, entry)
  const has_key = settings.personal.credentials[entry.id] === true
  const can_try = useCanTry('own', entry)
  const errors = useSaveErrors({ entry, gaps, error: save.error })

  function change(part: Partial<OwnDraft>) {
    // What is being tried stays as it is until the answer is there.
    if (save.isPending) return
    setDrafts(before => ({ ...before, [entry.id]: { ...draft, ...part } }))
    setGaps(NO_GAPS)
    save.reset()
  }

  function choose(provider: AiProvider) {
    if (save.isPending) return
    setGaps(NO_GAPS)
    save.reset()
    onProvider(provider)
  }

  function submit() {
    const missing = ownGaps({ entry, draft, has_key })
    setGaps(missing.length > 0 ? missing : NO_GAPS)
    if (missing.length > 0 || save.isPending) return
    const forget = () => setDrafts(({ [entry.id]: _saved, ...others }) => others)
    save.mutate(ownChange({ entry, draft }), { onSuccess: forget })
  }

  return (
    <Form onSubmit={submit} errors={errors.fields} aria-busy={save.isPending}>
      <ProviderField providers={settings.providers} value={entry.id} onChange={choose} />
      <ModelField
        entry={entry}
        value={draft.model}
        error={errors.fields['model']}
        onChange={model => change({ model })}
      />
      {isLinked(entry.id) ? (
        <LinkedAccount
          key={entry.id}
          owner="own"
          entry={entry}
          provider={entry.id}
          model={chosenModel(draft.model)}
        />
      ) : (
        <KeyField
          entry={entry}
          saved={has_key}
          value={draft.key}
          error={errors.fields['key']}
          onChange={key => change({ key })}
        />
      )}
      {errors.form && <Notice tone="danger">{errors.form}</Notice>}
      {can_try && <TrialSaveRow saving={save.isPending} saved={save.isSuccess} />}
    </Form>
  )
}
