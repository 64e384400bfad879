import type { Destination, DestinationKind } from '@foyer/contract/destinations/destination'
import { useQuery } from '@tanstack/react-query'
import Plus from 'lucide-react/icons/plus'
import { Fragment, type ReactNode, useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ReadFailure } from '#lib/read-failure.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
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
  const read = useQuery(destinationsQuery(scope))
  const { data, error } = read
  const [open, setOpen] = useState<{ stored?: Destination }>()
  const close = useCallback(() => setOpen(undefined), [])
  // A person's own are in a card of the account page already.
  const is_page = scope === 'household'
  const Frame = is_page ? Card : Fragment
  if (!data) {
    if (!error)
      return (
        <Frame>
          <DestinationsSkeleton />
        </Frame>
      )
    return <ReadFailure of={read} compact={!is_page} title={t('destinations.unreadable')} />
  }
  return (
    <Frame>
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
    </Frame>
  )
}

/** One destination, and the button below. */
function DestinationsSkeleton() {
  return (
    <div aria-busy className="flex flex-col gap-5">
      <span aria-hidden className="flex items-start gap-4">
        <Skeleton className="size-10 shrink-0" />
        <span className="flex min-w-0 flex-1 flex-col gap-2.5 py-1">
          <Skeleton className="h-4 w-1/3" />
          <Skeleton className="h-3 w-1/2" />
          <Skeleton className="h-3 w-2/5" />
          <Skeleton className="h-6 w-28 rounded-full" />
          <Skeleton className="mt-1 h-8 w-56 max-w-full" />
        </span>
        <Skeleton className="h-7 w-12 shrink-0 rounded-full" />
      </span>
      <Skeleton className="h-10 w-44" />
    </div>
  )
}
