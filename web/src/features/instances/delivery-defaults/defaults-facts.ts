import {
  type DeliveryDefaultName,
  deliveryDefaultNames,
  type DeliveryOptions,
} from '@foyer/contract/instances/delivery-defaults'
import type { MediaType } from '@foyer/contract/instances/instance-types'
import type { TFunction } from 'i18next'
import { type DefaultsDraft, PROFILE_WITHOUT } from './defaults-draft.ts'

interface DefaultsFact {
  id: DeliveryDefaultName
  name: string
  value: string
  /** Otherwise it is what happens without a default. */
  is_set: boolean
}

/** What a draft says in the words of its form. What the manager does not list keeps its number. */
export function defaultsFacts(
  t: TFunction,
  kind: MediaType,
  draft: DefaultsDraft,
  options: DeliveryOptions | undefined,
): DefaultsFact[] {
  const own = deliveryDefaultNames(kind)
  const { root_folder, series_type, minimum_availability } = draft
  const profile = (id: number, listed: DeliveryOptions['quality_profiles'] | undefined) =>
    id === 0
      ? t(`delivery_defaults.profile.${PROFILE_WITHOUT[kind]}`)
      : (listed?.find(one => one.id === id)?.name ?? t('delivery_defaults.profile_id', { id }))
  const no_folder = kind === 'book' ? 'folder_by_format' : 'folder_first'
  const facts: DefaultsFact[] = [
    {
      id: 'root_folder',
      name: t('delivery_defaults.root_folder'),
      value: root_folder || t(`delivery_defaults.${no_folder}`),
      is_set: root_folder !== '',
    },
    {
      id: 'quality_profile_id',
      name: t('delivery_defaults.quality'),
      value: profile(draft.quality_profile_id, options?.quality_profiles),
      is_set: draft.quality_profile_id !== 0,
    },
    {
      id: 'metadata_profile_id',
      name: t('delivery_defaults.metadata'),
      value: profile(draft.metadata_profile_id, options?.metadata_profiles),
      is_set: draft.metadata_profile_id !== 0,
    },
    {
      id: 'minimum_availability',
      name: t('delivery_defaults.availability'),
      value: t(`delivery_defaults.available.${minimum_availability}`),
      is_set: minimum_availability !== 'released',
    },
    ...(series_type === ''
      ? []
      : [
          {
            id: 'series_type' as const,
            name: t('delivery_defaults.series_type'),
            value: t(`delivery_defaults.type.${series_type}`),
            is_set: true,
          },
        ]),
  ]
  return facts.filter(({ id }) => own.includes(id))
}
