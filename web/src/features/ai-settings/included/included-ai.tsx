import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { ReadFailure } from '#lib/read-failure.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { nameProviders } from '../named-providers.ts'
import { SavedList } from '../saved-list.tsx'
import { includedAiQuery, useDeleteIncludedKey } from './api.ts'
import { CheckCard } from './check-card.tsx'
import { hasKey, keyOf } from './included-draft.ts'
import { IncludedForm } from './included-form.tsx'
import { IncludedStatusCard } from './included-status-card.tsx'

/** The AI that the server includes. `children`: who can use it. */
export function IncludedAi({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  const read = useQuery(includedAiQuery())
  const { data, error } = read
  const remove = useDeleteIncludedKey()
  const credentials = useMemo(
    () => data && { ...data, ai: { ...data.ai, providers: nameProviders(t, data.ai.providers) } },
    [t, data],
  )
  if (credentials) {
    const { ai } = credentials
    return (
      <>
        <div className="grid gap-6 lg:grid-cols-2">
          <IncludedStatusCard profile={ai} />
          <CheckCard profile={ai} />
        </div>
        <IncludedForm credentials={credentials} />
        {children}
        <SavedList
          owner="included"
          providers={ai.providers}
          keys={ai.providers.filter(entry => hasKey(credentials, entry)).map(({ id }) => id)}
          used={ai.config?.provider}
          deleting={ai.providers.find(entry => remove.isPending && keyOf(entry) === remove.variables)?.id}
          onDeleteKey={(entry, options) => {
            const key = keyOf(entry)
            if (key) remove.mutate(key, options)
          }}
          texts={{
            text: t('included_ai.saved_text'),
            delete_used: provider => t('included_ai.delete_used', { provider }),
            unlink_used: t('included_ai.unlink_used'),
          }}
        />
      </>
    )
  }
  if (error) {
    return <ReadFailure of={read} title={t('included_ai.unreadable')} />
  }
  return (
    <div aria-busy className="flex flex-col gap-6">
      <div className="grid gap-6 lg:grid-cols-2">
        <Skeleton className="h-52 w-full rounded-card" />
        <Skeleton className="h-52 w-full rounded-card" />
      </div>
      <Skeleton className="h-140 w-full rounded-card" />
    </div>
  )
}
