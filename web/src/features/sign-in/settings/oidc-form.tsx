import type { OidcConfig } from '@foyer/contract/sign-in/oidc-admin'
import { type ReactNode, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formErrors } from '#lib/form-errors.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import { ChipChoice } from '#ui/chip-choice.tsx'
import { ChipInput } from '#ui/chip-input.tsx'
import { Field } from '#ui/field.tsx'
import { Form } from '#ui/form.tsx'
import { Input } from '#ui/input.tsx'
import { Notice } from '#ui/notice.tsx'
import { SaveRow } from '#ui/save-row.tsx'
import { SecretField } from '#ui/secret-field.tsx'
import { useSaveOidc } from './api.ts'
import { isChanged, needsClientSecretAgain, oidcChangeOf, type OidcDraft, oidcDraftOf } from './oidc-draft.ts'
import { HINTS, type Provider, PROVIDERS, recognise, withHints } from './provider-hints.ts'

interface OidcFormProps {
  config: OidcConfig
  /** Whether something was changed and not saved. */
  onChanged: (changed: boolean) => void
}

/** Issuer and client, and who may sign in. */
export function OidcForm({ config, onChanged }: OidcFormProps) {
  const { t } = useTranslation()
  const save = useSaveOidc()
  const [draft, setDraft] = useState(() => oidcDraftOf(config))
  const [provider, setProvider] = useState<Provider>(() => recognise(config.issuer))
  const [is_touched, setTouched] = useState(false)
  const [gap, setGap] = useState(false)
  const moves_away = needsClientSecretAgain(draft, config)
  const errors = useMemo(
    () =>
      gap
        ? { fields: { client_secret: t('sign_in_settings.oidc.secret_gap') } }
        : formErrors(t, save.error, { secret_required: 'client_secret' }),
    [t, gap, save.error],
  )
  const hints = HINTS[provider]

  function change(part: Partial<OidcDraft>) {
    const next = { ...draft, ...part }
    setDraft(next)
    setTouched(true)
    setGap(false)
    onChanged(isChanged(next, config))
    if (save.isSuccess) save.reset()
  }

  function choose(next: Provider) {
    setProvider(next)
    change(withHints(draft, provider, next))
  }

  function submit() {
    // C67: the saved secret is sent to the new origin only if somebody who knows it says so.
    const missing = moves_away && draft.client_secret === null
    setGap(missing)
    if (missing || save.isPending) return
    save.mutate(oidcChangeOf(draft, config), {
      onSuccess: saved => {
        setDraft(oidcDraftOf(saved))
        onChanged(false)
      },
    })
  }

  return (
    <Form onSubmit={submit} errors={errors.fields}>
      {errors.form && <Notice tone="danger">{errors.form}</Notice>}
      <ChipChoice
        label={t('sign_in_settings.oidc.provider')}
        value={provider}
        choices={PROVIDERS.map(value => ({
          value,
          label: HINTS[value].name ?? t('sign_in_settings.oidc.another_provider'),
        }))}
        onChange={choose}
      />
      {/* Says where to find the values, and changes with the choice. */}
      <Notice>{t(`sign_in_settings.oidc.hint.${provider}`)}</Notice>
      <TextField
        label={t('sign_in_settings.oidc.issuer')}
        hint={t('sign_in_settings.oidc.issuer_hint', { example: hints.issuer })}
        error={errors.fields['issuer']}
        name="issuer"
        url
        placeholder={hints.issuer}
        value={draft.issuer}
        onChange={issuer => change({ issuer })}
      />
      <div className="grid grid-cols-1 items-start gap-5 sm:grid-cols-2">
        <TextField
          label={t('sign_in_settings.oidc.client_id')}
          error={errors.fields['client_id']}
          name="client_id"
          value={draft.client_id}
          onChange={client_id => change({ client_id })}
        />
        <SecretField
          label={t('sign_in_settings.oidc.client_secret')}
          name="client_secret"
          hint={moves_away ? t('sign_in_settings.oidc.secret_again') : t('sign_in_settings.oidc.secret_hint')}
          error={errors.fields['client_secret']}
          saved={config.has_secret && !moves_away}
          value={draft.client_secret}
          onChange={client_secret => change({ client_secret })}
        />
      </div>
      <TextField
        label={t('sign_in_settings.oidc.label')}
        hint={t('sign_in_settings.oidc.label_hint')}
        error={errors.fields['label']}
        name="label"
        maxLength={80}
        value={draft.label}
        onChange={label => change({ label })}
      />
      <Field
        optional
        label={t('sign_in_settings.oidc.groups')}
        hint={t('sign_in_settings.oidc.groups_hint')}
        error={errors.fields['allowed_groups']}
      >
        {wiring => (
          <ChipInput
            wiring={wiring}
            name="allowed_groups"
            separator={/,/}
            values={draft.allowed_groups}
            onChange={allowed_groups => change({ allowed_groups })}
          />
        )}
      </Field>
      <div className="grid grid-cols-1 items-start gap-5 sm:grid-cols-2">
        <TextField
          label={t('sign_in_settings.oidc.group_claim')}
          hint={t('sign_in_settings.oidc.group_claim_hint')}
          error={errors.fields['group_claim']}
          name="group_claim"
          placeholder={hints.group_claim}
          value={draft.group_claim}
          onChange={group_claim => change({ group_claim })}
        />
        <Field
          optional
          label={t('sign_in_settings.oidc.scopes')}
          hint={t('sign_in_settings.oidc.scopes_hint')}
          error={errors.fields['additional_scopes']}
        >
          {wiring => (
            <ChipInput
              wiring={wiring}
              name="additional_scopes"
              separator={/[\s,]/}
              values={draft.additional_scopes}
              onChange={additional_scopes => change({ additional_scopes })}
            />
          )}
        </Field>
      </div>
      <div>
        <Checkbox
          label={t('sign_in_settings.auto_create')}
          hint={t('sign_in_settings.oidc.auto_create_hint')}
          checked={draft.auto_create}
          onChange={event => change({ auto_create: event.target.checked })}
        />
        <Checkbox
          label={t('sign_in_settings.oidc.use_proxy')}
          hint={t('sign_in_settings.oidc.use_proxy_hint')}
          checked={draft.use_proxy}
          onChange={event => change({ use_proxy: event.target.checked })}
        />
      </div>
      <SaveRow
        saving={save.isPending}
        saved={save.isSuccess}
        changed={is_touched && isChanged(draft, config)}
      />
    </Form>
  )
}

interface TextFieldProps {
  label: string
  hint?: ReactNode
  error: string | undefined
  name: string
  value: string
  onChange: (value: string) => void
  url?: boolean
  placeholder?: string
  maxLength?: number
}

function TextField({ label, hint, error, url, onChange, ...input }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {wiring => (
        <Input
          {...wiring}
          {...input}
          {...(url && { inputMode: 'url' as const })}
          autoComplete="off"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          onChange={event => onChange(event.target.value)}
        />
      )}
    </Field>
  )
}
