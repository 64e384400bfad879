/**
 * The provider's body carries more than the contract counts on. These read such a part and answer nothing
 * when it is not there or of another shape.
 */
export function partOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined
  return Object.getOwnPropertyDescriptor(value, name)?.value
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

export function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' && value > 0 ? value : undefined
}

/** The names of studios, networks, countries, makers. */
export function namesOf(value: unknown): string[] {
  return listOf(value).flatMap(one => textOf(partOf(one, 'name')) ?? [])
}
