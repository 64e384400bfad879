import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { ReadFailure } from '#lib/read-failure.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { nameProviders } from '../named-providers.ts'
import { SavedList } from '../saved-list.tsx'
import { aiSettingsQuery, useDeleteOwnKey } from './api.ts'
import { OwnForm } from './own-form.tsx'
import { OwnStatusCard } from './own-status-card.tsx'

/** Everything about the AI that answers one person in chat. */
export function OwnAi() {
  const { t } = useTranslation()
  const read = useQuery(aiSettingsQuery())
  const { data, error } = read
  const remove = useDeleteOwnKey()
  const settings = useMemo(() => data && { ...data, providers: nameProviders(t, data.providers) }, [t, data])
  if (settings) {
    const { personal, providers } = settings
    return (
      <>
        <OwnStatusCard settings={settings} />
        <OwnForm settings={settings} />
        <SavedList
          owner="own"
          providers={providers}
          keys={providers.map(({ id }) => id).filter(id => personal.credentials[id] === true)}
          used={personal.selected ? personal.config?.provider : undefined}
          deleting={remove.isPending ? remove.variables : undefined}
          onDeleteKey={({ id }, options) => remove.mutate(id, options)}
          texts={{
            text: t('ai_settings.saved.text'),
            delete_used: provider => t('ai_settings.saved.delete_used', { provider }),
            unlink_used: t('ai_settings.account.unlink_used'),
          }}
        />
      </>
    )
  }
  if (error) {
    return <ReadFailure of={read} title={t('ai_settings.unreadable')} />
  }
  return (
    <div aria-busy className="flex flex-col gap-6">
      <Skeleton className="h-36 w-full rounded-card" />
      <Skeleton className="h-120 w-full rounded-card" />
    </div>
  )
}
