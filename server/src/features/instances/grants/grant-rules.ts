import { SERVICE_TYPES, type ServiceType } from '@foyer/contract/instances/instance-types'

interface Typed {
  id: string
  service_type: ServiceType
}

export type Named<I> = { found: I[] } | { unknown: true } | { wrong_type: ServiceType }

/** The instances named by a map of ids, each under its own type (1/4.12: 404 unknown, 400 wrong type). */
export function instancesNamed<I extends Typed>(
  all: readonly I[],
  named: Partial<Record<ServiceType, readonly string[]>>,
): Named<I> {
  const found: I[] = []
  for (const type of SERVICE_TYPES) {
    for (const id of new Set(named[type])) {
      const instance = all.find(one => one.id === id)
      if (!instance) return { unknown: true }
      if (instance.service_type !== type) return { wrong_type: type }
      found.push(instance)
    }
  }
  return { found }
}

/** What to remove and what to add to turn `now` into `next`. */
export function difference<T>(now: Iterable<T>, next: Iterable<T>): { gone: T[]; added: T[] } {
  const before = new Set(now)
  const after = new Set(next)
  return {
    gone: [...before].filter(one => !after.has(one)),
    added: [...after].filter(one => !before.has(one)),
  }
}
