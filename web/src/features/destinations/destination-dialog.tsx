import type { Destination, DestinationKind } from '@foyer/contract/destinations/destination'
import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBackCloses } from '#lib/use-back-closes.ts'
import { Button } from '#ui/button.tsx'
import { Modal } from '#ui/modal.tsx'
import { toast } from '#ui/toast-store.ts'
import { useChangeDestination, useCreateDestination } from './api.ts'
import { changeOf, type DestinationValues, newDestination } from './destination-draft.ts'
import { DestinationForm } from './destination-form.tsx'
import { KindPicker } from './kind-picker.tsx'
import type { Scope } from './kinds.ts'

interface DestinationDialogProps {
  scope: Scope
  is_admin: boolean
  /** The edited destination; absent for a new one. */
  stored?: Destination | undefined
  taken: readonly string[]
  /** What else is to be known of a kind. */
  notes?: Partial<Record<DestinationKind, ReactNode>> | undefined
  onClose: () => void
}

/** Adds a destination in two steps, or edits one. */
export function DestinationDialog({
  scope,
  is_admin,
  stored,
  taken,
  notes,
  onClose,
}: DestinationDialogProps) {
  const { t } = useTranslation()
  const form_id = useId()
  const [kind, setKind] = useState(stored?.kind)
  const create = useCreateDestination(scope)
  const edit = useChangeDestination(scope)
  const save = stored ? edit : create
  useBackCloses(true, onClose, save.isPending)

  function submit(values: DestinationValues) {
    if (save.isPending || !kind) return
    const onSuccess = ({ name }: Destination) => {
      toast(t('destinations.saved', { name }), { tone: 'ok' })
      onClose()
    }
    if (stored) edit.mutate({ id: stored.id, body: changeOf(scope, values, stored) }, { onSuccess })
    else create.mutate(newDestination(kind, scope, values), { onSuccess })
  }

  function back() {
    create.reset()
    setKind(undefined)
  }

  return (
    <Modal
      open
      busy={save.isPending}
      onOpenChange={open => {
        if (!open) onClose()
      }}
      title={
        stored
          ? t('destinations.edit_title', { name: stored.name })
          : kind
            ? t('destinations.new_title', { kind: t(`destinations.kind.${kind}`) })
            : t('destinations.choose_title')
      }
      text={kind ? t(`destinations.about.${kind}`) : t('destinations.choose_text')}
      actions={
        kind && (
          <>
            <Button variant="ghost" disabled={save.isPending} onClick={stored ? onClose : back}>
              {stored ? t('ui.cancel') : t('destinations.back')}
            </Button>
            <Button variant="primary" type="submit" form={form_id} loading={save.isPending}>
              {stored ? t('ui.save') : t('destinations.add')}
            </Button>
          </>
        )
      }
    >
      {kind ? (
        <DestinationForm
          id={form_id}
          scope={scope}
          is_admin={is_admin}
          kind={kind}
          stored={stored}
          taken={taken}
          failure={save.error}
          note={notes?.[kind]}
          onSave={submit}
        />
      ) : (
        <KindPicker scope={scope} onChoose={setKind} />
      )}
    </Modal>
  )
}
