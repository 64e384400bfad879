import { mediaTypeOf } from '@foyer/contract/instances/instance-types'
import type { Instance } from '@foyer/contract/instances/instances'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Button } from '#ui/button.tsx'
import { deliveryOptionsQuery } from '../api.ts'
import { defaultsDraftOf } from './defaults-draft.ts'
import { defaultsFacts } from './defaults-facts.ts'

interface ChosenDefaultsProps {
  instance: Instance
  onChange: () => void
}

/** What new titles of a connected library get, saved or by themselves, with the way to change it. Nothing for a media server. */
export function ChosenDefaults({ instance, onChange }: ChosenDefaultsProps) {
  const { t } = useTranslation()
  const kind = mediaTypeOf(instance.service_type)
  const { data } = useQuery({ ...deliveryOptionsQuery(instance.id), enabled: kind !== null })
  if (!kind) return null
  const { name, delivery_defaults } = instance
  const what = defaultsFacts(t, kind, defaultsDraftOf(delivery_defaults), data)
    .filter(({ id, is_set }) => is_set || id === 'root_folder' || id === 'quality_profile_id')
    .map(({ value }) => value)
  return (
    <span className="flex flex-wrap items-center gap-x-3 text-sm">
      <output className="min-w-0 wrap-anywhere text-muted">
        {t('delivery_defaults.chosen', { what: what.join(' · ') })}
      </output>
      <Button
        variant="ghost"
        size="sm"
        // Below the text on a phone, where its own padding would set it off.
        className="max-sm:-ms-3"
        aria-label={t('delivery_defaults.change_of', { name })}
        onClick={onChange}
      >
        {t('delivery_defaults.change')}
      </Button>
    </span>
  )
}
