import type { Destination } from '@foyer/contract/destinations/destination'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#ui/button.tsx'
import { Confirm } from '#ui/confirm.tsx'
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
      <Button
        size="sm"
        variant="ghost"
        aria-label={t('destinations.remove_this', { name })}
        onClick={() => setAsking(true)}
      >
        {t('destinations.remove')}
      </Button>
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
