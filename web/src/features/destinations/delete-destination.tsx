import type { Destination } from '@foyer/contract/destinations/destination'
import Trash2 from 'lucide-react/icons/trash-2'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Confirm } from '#ui/confirm.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { toast } from '#ui/toast-store.ts'
import { useRemoveDestination } from './api.ts'
import type { Scope } from './kinds.ts'

interface DeleteDestinationProps {
  scope: Scope
  destination: Destination
  onFailure: (error: unknown) => void
}

export function DeleteDestination({ scope, destination, onFailure }: DeleteDestinationProps) {
  const { t } = useTranslation()
  const remove = useRemoveDestination(scope)
  const [asking, setAsking] = useState(false)
  const { id, name } = destination
  return (
    <>
      <IconButton
        label={t('destinations.remove_this', { name })}
        icon={<Trash2 />}
        onClick={() => setAsking(true)}
      />
      <Confirm
        open={asking}
        onOpenChange={setAsking}
        title={t('destinations.remove_title', { name })}
        confirmLabel={t('destinations.remove')}
        loading={remove.isPending}
        onConfirm={() =>
          remove.mutate(id, {
            onSuccess: () => toast(t('destinations.removed', { name }), { tone: 'ok' }),
            onError: onFailure,
            onSettled: () => setAsking(false),
          })
        }
      >
        {t('destinations.remove_text')}
      </Confirm>
    </>
  )
}
