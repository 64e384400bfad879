import type { Destination, DestinationKind } from '@foyer/contract/destinations/destination'
import { useQuery } from '@tanstack/react-query'
import Plus from 'lucide-react/icons/plus'
import { type ReactNode, useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '#lib/error-text.ts'
import { Button } from '#ui/button.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { RowSkeleton } from '#ui/skeleton.tsx'
import { destinationsQuery } from './api.ts'
import { DestinationDialog } from './destination-dialog.tsx'
import { DestinationRow } from './destination-row.tsx'
import type { Scope } from './kinds.ts'

interface DestinationsProps {
  scope: Scope
  is_admin: boolean
  /** What else is to be known of a kind when one is added or edited. */
  notes?: Partial<Record<DestinationKind, ReactNode>>
}

/** Destinations and everything that can be done with them: the household's, or a person's own. */
export function Destinations({ scope, is_admin, notes }: DestinationsProps) {
  const { t } = useTranslation()
  const { data, error, isFetching, refetch } = useQuery(destinationsQuery(scope))
  const [open, setOpen] = useState<{ stored?: Destination }>()
  const close = useCallback(() => setOpen(undefined), [])
  if (!data) {
    if (!error) return <RowSkeleton />
    return (
      <ErrorState
        compact
        title={t('destinations.unreadable')}
        retrying={isFetching}
        onRetry={() => void refetch()}
      >
        {errorText(t, error)}
      </ErrorState>
    )
  }
  return (
    <div className="flex flex-col gap-5">
      {data.length > 0 ? (
        <ul aria-label={t('destinations.list')} className="divide-y divide-line">
          {data.map(destination => (
            <DestinationRow
              key={destination.id}
              scope={scope}
              is_admin={is_admin}
              destination={destination}
              onEdit={() => setOpen({ stored: destination })}
            />
          ))}
        </ul>
      ) : (
        <p className="max-w-prose text-muted">{t(`destinations.empty.${scope}`)}</p>
      )}
      <span>
        <Button
          // On the page of an account it is one card of many.
          variant={data.length > 0 || scope === 'personal' ? 'secondary' : 'primary'}
          icon={<Plus aria-hidden />}
          onClick={() => setOpen({})}
        >
          {t('destinations.add')}
        </Button>
      </span>
      {open && (
        <DestinationDialog
          scope={scope}
          is_admin={is_admin}
          stored={open.stored}
          taken={data.map(({ name }) => name)}
          notes={notes}
          onClose={close}
        />
      )}
    </div>
  )
}
