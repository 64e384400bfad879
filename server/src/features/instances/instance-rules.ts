import { hasGlobalDefault, type ServiceType } from '@foyer/contract/instances/instance-types'
import type { Role } from '@foyer/contract/permissions'
import type { RefusalCode } from '@foyer/contract/refusals'

/** The fields of an instance that these rules use. */
export interface Listed {
  id: string
  service_type: ServiceType
  name: string
  is_default: boolean
  sort_order: number
}

/**
 * One person's pins and grants: a default per type, and further grants. Both together are the effective grants
 * (1/4.12).
 */
export interface Holdings {
  pins: Readonly<Partial<Record<ServiceType, string>>>
  grants: ReadonlySet<string>
}

/** A person with their role, pins and grants. */
export interface Viewer extends Holdings {
  role: Role
}

/** Identifies the connection of an instance. While it is unchanged, record ids belong to the same titles. */
export function reachedBy({ url, api_key_box }: { url: string; api_key_box: string | null }): string {
  return `${url} ${api_key_box ?? ''}`
}

/** 0.6: `sort_order`, then `name`, then `id`. By code unit, so that both engines and every process agree. */
export function byOrder(a: Listed, b: Listed): number {
  return a.sort_order - b.sort_order || compare(a.name, b.name) || compare(a.id, b.id)
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** The flagged one, otherwise the first; null for types without a global default, and when there is none. */
export function globalDefault<I extends Listed>(all: readonly I[], type: ServiceType): I | null {
  if (!hasGlobalDefault(type)) return null
  const ofType = ordered(all, type)
  return ofType.find(one => one.is_default) ?? ofType[0] ?? null
}

/** 0.6: the instances that a viewer may see, in order. */
export function visibleInstances<I extends Listed>(all: readonly I[], viewer: Viewer): I[] {
  const inOrder = [...all].sort(byOrder)
  if (viewer.role === 'admin') return inOrder
  return inOrder.filter(one => {
    const pin = pinOf(all, viewer, one.service_type)
    if (pin?.id === one.id || viewer.grants.has(one.id)) return true
    return !pin && globalDefault(all, one.service_type)?.id === one.id
  })
}

/** 0.6: the viewer's pin; otherwise the global default; otherwise the first visible one. */
export function effectiveDefault<I extends Listed>(
  all: readonly I[],
  viewer: Viewer,
  type: ServiceType,
): I | null {
  const pin = pinOf(all, viewer, type)
  if (pin) return pin
  return globalDefault(all, type) ?? ordered(visibleInstances(all, viewer), type)[0] ?? null
}

export type Resolution<I> =
  | { instance: I }
  | {
      instance: null
      refusal: Extract<RefusalCode, 'instance_forbidden' | 'instance_not_found' | 'no_instance' | 'no_grant'>
    }

/**
 * 0.6: resolves the instance of a call. For a user, an unknown instance, one of another type and one without a
 * grant give the same refusal, so that ids cannot be probed. Routes that handle `no_instance` differently check
 * the refusal themselves.
 */
export function resolveInstance<I extends Listed>(
  all: readonly I[],
  viewer: Viewer,
  type: ServiceType,
  instance_id?: string,
): Resolution<I> {
  const isAdmin = viewer.role === 'admin'
  if (instance_id === undefined) {
    const instance = effectiveDefault(all, viewer, type)
    if (instance) return { instance }
    const refusal = isAdmin || hasGlobalDefault(type) ? 'no_instance' : 'no_grant'
    return { instance: null, refusal }
  }
  const instance = ordered(visibleInstances(all, viewer), type).find(one => one.id === instance_id)
  if (instance) return { instance }
  return { instance: null, refusal: isAdmin ? 'instance_not_found' : 'instance_forbidden' }
}

function ordered<I extends Listed>(all: readonly I[], type: ServiceType): I[] {
  return all.filter(one => one.service_type === type).sort(byOrder)
}

/** A pin that points to another type or to a missing instance is ignored. */
function pinOf<I extends Listed>(all: readonly I[], viewer: Holdings, type: ServiceType): I | null {
  const id = viewer.pins[type]
  return all.find(one => one.id === id && one.service_type === type) ?? null
}
