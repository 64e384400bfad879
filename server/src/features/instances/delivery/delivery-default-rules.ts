import { type DeliveryDefaults, deliveryDefaultNames } from '@foyer/contract/instances/delivery-defaults'
import { mediaTypeOf, type ServiceType } from '@foyer/contract/instances/instance-types'
import type { Problems } from '../instance-field-rules.ts'

/** C59: only library managers have defaults, and only those of their own kind. */
export function deliveryDefaultProblems(type: ServiceType, defaults: DeliveryDefaults | undefined): Problems {
  if (!defaults) return {}
  const kind = mediaTypeOf(type as string)
  if (!kind) return { delivery_defaults: 'Only library managers have this setting.' }
  const allowed: readonly string[] = deliveryDefaultNames(kind)
  const foreign = Object.keys(defaults).filter(name => !allowed.includes(name))
  return Object.fromEntries(
    foreign.map(name => [`delivery_defaults.${name}`, 'Titles of this library do not have this setting.']),
  )
}

/** As stored: the same tag twice is one tag. */
export function cleanDeliveryDefaults({ tags, ...defaults }: DeliveryDefaults): DeliveryDefaults {
  return { ...defaults, ...(tags && { tags: [...new Set(tags)] }) }
}
