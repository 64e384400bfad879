import type { Instance } from '@foyer/contract/instances/instances'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formErrors } from '#lib/form-errors.ts'
import { SectionCard } from '#ui/card.tsx'
import { Field } from '#ui/field.tsx'
import { Form } from '#ui/form.tsx'
import { Input } from '#ui/input.tsx'
import { Notice } from '#ui/notice.tsx'
import { SaveRow } from '#ui/save-row.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { useUpdateInstance } from '../api.ts'
import { LibraryPicker } from './library-picker.tsx'
import { PRODUCTS } from '../products.ts'
import { ServerApps } from './server-apps.tsx'
import { serverChangeOf, type ServerDraft, serverDraftOf } from './server-draft.ts'

/** What people get from a media server: address, libraries, apps. */
export function ServerCard({ instance }: { instance: Instance }) {
  const { t } = useTranslation()
  const { service_type: type, server_config, id } = instance
  const update = useUpdateInstance(id)
  const [draft, setDraft] = useState(() => serverDraftOf(server_config))
  const [nothing, setNothing] = useState(false)
  const errors = useMemo(() => formErrors(t, update.error), [t, update.error])
  const product = PRODUCTS[type].name

  function change(part: Partial<ServerDraft>) {
    setDraft(before => ({ ...before, ...part }))
    setNothing(false)
    if (update.isSuccess) update.reset()
  }

  function submit() {
    // An empty selection would be saved as all libraries.
    const is_empty = !draft.all_libraries && draft.library_ids.length === 0
    setNothing(is_empty)
    if (!is_empty) update.mutate({ server_config: serverChangeOf(type, draft, server_config) })
  }

  return (
    <SectionCard title={t('instances.card.server')} text={t('instances.card.server_text')}>
      <Form onSubmit={submit} errors={errors.fields}>
        {errors.form && <Notice tone="danger">{errors.form}</Notice>}
        <Field
          optional
          label={t('instances.server.address')}
          hint={t('instances.server.address_hint', { product })}
          error={errors.fields['server_config.public_address']}
        >
          {wiring => (
            <Input
              {...wiring}
              type="url"
              inputMode="url"
              autoComplete="off"
              autoCapitalize="none"
              placeholder="https://watch.example.org"
              value={draft.public_address}
              onChange={event => change({ public_address: event.target.value })}
            />
          )}
        </Field>
        <LibraryPicker id={id} draft={draft} onChange={change} />
        {nothing && <Notice tone="warn">{t('instances.server.nothing')}</Notice>}
        <ServerApps type={type} draft={draft} onChange={change} />
        {type === 'invite_server' && (
          <Checkbox
            label={t('instances.server.auto_approve')}
            hint={t('instances.server.auto_approve_hint')}
            checked={draft.auto_approve}
            onChange={event => change({ auto_approve: event.target.checked })}
          />
        )}
        <SaveRow saving={update.isPending} saved={update.isSuccess} />
      </Form>
    </SectionCard>
  )
}
