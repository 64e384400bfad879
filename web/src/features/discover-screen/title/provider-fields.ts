/**
 * Reads fields of the provider's body that are not in the contract. They return nothing if a field is missing or has
 * another type.
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

/** Studios, networks or creators. */
export function namedOf(value: unknown): { id: number; name: string }[] {
  return listOf(value).flatMap(one => {
    const [id, name] = [numberOf(partOf(one, 'id')), textOf(partOf(one, 'name'))]
    return id && name ? [{ id, name }] : []
  })
}
