import type { ServiceType } from '@foyer/contract/instances/instance-types'
import type { Instance } from '@foyer/contract/instances/instances'
import PlugZap from 'lucide-react/icons/plug-zap'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '#lib/error-text.ts'
import { Button } from '#ui/button.tsx'
import { Form } from '#ui/form.tsx'
import { Notice } from '#ui/notice.tsx'
import { SaveRow } from '#ui/save-row.tsx'
import { ConnectionFields } from './connection-fields.tsx'
import { ConnectionResult } from './connection-result.tsx'
import { draftOf, type InstanceDraft, newDraft } from './instance-draft.ts'
import { PlexLink } from './plex-link.tsx'
import { suggestedName } from '../products.ts'
import { useConnectionForm } from './use-connection-form.ts'

interface ConnectionFormProps {
  type: ServiceType
  /** The edited instance; absent for a new one. */
  instance?: Instance
  /** The initial values, if they are newer than `instance`. */
  from?: Instance
  /** Others of the same type, to find a free name and the first default; undefined while unknown. */
  siblings: readonly Instance[] | undefined
  saving: boolean
  saved: boolean
  failure: unknown
  onSave: (draft: InstanceDraft) => void
  onEdit?: () => void
  /** A cancel button beside the others. */
  cancel?: ReactNode
}

/** Name, address and key of an instance, with a connection test. */
export function ConnectionForm(props: ConnectionFormProps) {
  const { type, instance, from = instance, siblings, saving, saved, failure, onSave, onEdit, cancel } = props
  const { t } = useTranslation()
  const others = siblings?.filter(one => one.id !== instance?.id)
  const form = useConnectionForm({
    type,
    stored: instance,
    failure,
    onEdit,
    start: from
      ? draftOf(from)
      : newDraft(
          suggestedName(
            type,
            (others ?? []).map(one => one.name),
          ),
        ),
  })

  function submit() {
    if (!saving && form.isComplete()) onSave(form.draft)
  }

  return (
    <Form onSubmit={submit} errors={form.errors.fields}>
      {form.errors.form && <Notice tone="danger">{form.errors.form}</Notice>}
      {type === 'invite_server' && (
        <PlexLink
          relink={instance?.has_api_key ?? false}
          linked={form.draft.link !== null}
          onChoose={(pin, server) =>
            form.change({
              url: server.url,
              link: { pin, machine_identifier: server.machine_identifier },
              ...(!instance && { name: server.name.slice(0, 64) }),
            })
          }
          onUnlink={() => form.change({ link: null })}
        />
      )}
      <ConnectionFields
        type={type}
        form={form}
        keySaved={instance?.has_api_key ?? false}
        default_state={others?.length === 0 ? 'first' : instance?.is_default ? 'default' : 'other'}
        withOrder={instance !== undefined}
      />
      <div aria-live="polite" className="empty:hidden">
        {form.result && <ConnectionResult type={type} result={form.result} beside={form.isRefusal} />}
        {form.testError && <Notice tone="warn">{errorText(t, form.testError)}</Notice>}
      </div>
      <SaveRow
        saving={saving}
        saved={saved}
        label={instance ? t('ui.save') : t('instances.form.connect')}
        changed={form.draft.link !== null}
      >
        <Button icon={<PlugZap aria-hidden />} loading={form.testing} onClick={form.runTest}>
          {t('instances.form.test')}
        </Button>
        {cancel}
      </SaveRow>
    </Form>
  )
}
