import type { MetadataKey } from '@foyer/contract/credentials'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '#lib/error-text.ts'
import { ApiError } from '#lib/api-error.ts'
import type { FormErrors } from '#lib/form-errors.ts'
import { Button } from '#ui/button.tsx'
import { Confirm } from '#ui/confirm.tsx'
import { Form } from '#ui/form.tsx'
import { Notice } from '#ui/notice.tsx'
import { SaveRow } from '#ui/save-row.tsx'
import { SecretField } from '#ui/secret-field.tsx'
import { useForgetKey, useSaveKey } from './api.ts'
import { type KeyState, PROVIDERS } from './provider-key.ts'

interface ProviderKeyFormProps {
  credential: MetadataKey
  state: KeyState
  onSaved?: () => void
}

/** A key, tested with the provider before it is saved. */
export function ProviderKeyForm({ credential, state, onSaved }: ProviderKeyFormProps) {
  const { t } = useTranslation()
  const provider = PROVIDERS[credential].name
  const save = useSaveKey(credential)
  const forget = useForgetKey(credential)
  const [typed, setTyped] = useState<string | null>(null)
  const [empty, setEmpty] = useState(false)
  const [confirming, setConfirming] = useState(false)
  const value = state === 'saved' ? typed : (typed ?? '')

  const errors = useMemo((): FormErrors => {
    const beside = (words: string) => ({ fields: { [credential]: words } })
    if (empty) return beside(t('provider_keys.missing', { provider }))
    if (!save.error) return { fields: {} }
    if (!(save.error instanceof ApiError)) return { fields: {}, form: errorText(t, save.error) }
    if (save.error.code === 'credential_rejected') return beside(t('provider_keys.rejected', { provider }))
    if (save.error.code === 'upstream_failed') return beside(t('provider_keys.unreachable', { provider }))
    return { fields: {}, form: errorText(t, save.error) }
  }, [t, empty, save.error, credential, provider])

  function change(next: string | null) {
    setTyped(next)
    setEmpty(false)
    if (save.isSuccess) save.reset()
  }

  function submit() {
    const key = value?.trim() ?? ''
    setEmpty(key === '')
    if (key === '' || save.isPending) return
    save.mutate(key, {
      onSuccess: () => {
        setTyped(null)
        onSaved?.()
      },
    })
  }

  const is_kept = value === null
  return (
    <Form onSubmit={submit} errors={errors.fields}>
      {errors.form && <Notice tone="danger">{errors.form}</Notice>}
      {forget.error && <Notice tone="danger">{errorText(t, forget.error)}</Notice>}
      <SecretField
        label={t(`provider_keys.label.${credential}`)}
        name={credential}
        saved={state === 'saved'}
        value={value}
        error={errors.fields[credential]}
        hint={is_kept ? undefined : t('provider_keys.tested', { provider })}
        onChange={change}
      />
      <div className="flex flex-wrap items-center gap-3">
        {is_kept ? (
          <SavedNote shown={save.isSuccess} />
        ) : (
          <SaveRow saving={save.isPending} saved={save.isSuccess} label={t('provider_keys.save')} />
        )}
        {state === 'saved' && is_kept && (
          <Button variant="ghost" onClick={() => setConfirming(true)}>
            {t('provider_keys.forget')}
          </Button>
        )}
      </div>
      <Confirm
        open={confirming}
        onOpenChange={setConfirming}
        title={t('provider_keys.forget_ask', { provider })}
        confirmLabel={t('provider_keys.forget')}
        loading={forget.isPending}
        onConfirm={() => forget.mutate(undefined, { onSettled: () => setConfirming(false) })}
      >
        {t(`provider_keys.forget_text.${credential}`)}
      </Confirm>
    </Form>
  )
}

function SavedNote({ shown }: { shown: boolean }) {
  const { t } = useTranslation()
  return <output className="text-sm text-ok">{shown && t('provider_keys.accepted')}</output>
}
