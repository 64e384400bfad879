/** Storage did not do what it was asked. The edge answers 503: Foyer cannot tell right now. */
export class StorageFault extends Error {
  constructor(cause: unknown) {
    super('The database could not be used.', { cause })
    this.name = 'StorageFault'
  }
}

/** Reads what is stored; what makes no sense, or was sealed with another key, is storage that cannot be used. */
export function fromStorage<T>(read: () => T): T {
  try {
    return read()
  } catch (cause) {
    throw new StorageFault(cause)
  }
}

/** A unique or foreign-key rule said no: a decision for the caller, not a fault. */
export class ConstraintViolation extends Error {
  readonly kind: 'unique' | 'foreign_key' | 'other'

  constructor(kind: ConstraintViolation['kind'], cause: unknown) {
    super(`A database constraint (${kind}) was violated.`, { cause })
    this.name = 'ConstraintViolation'
    this.kind = kind
  }
}

export function isUniqueViolation(error: unknown): boolean {
  return error instanceof ConstraintViolation && error.kind === 'unique'
}
