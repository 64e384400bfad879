/** What an engine said about a failure: its code, and what that means in a sentence for the log. */
export interface EngineComplaint {
  /** `SQLITE_FULL`, `SQLITE_IOERR_WRITE`; on PostgreSQL its own five characters. */
  code: string
  sentence: string
  /** Set when the disk is to blame, so that a start or a probe can say so. */
  disk?: 'full' | 'failing'
}

/** Storage did not do what it was asked. The edge answers 503: Foyer cannot tell right now. */
export class StorageFault extends Error {
  readonly code: string | undefined
  readonly disk: EngineComplaint['disk']

  constructor(cause: unknown, complaint?: EngineComplaint) {
    super(complaint?.sentence ?? 'The database could not be used.', { cause })
    this.name = 'StorageFault'
    this.code = complaint?.code
    this.disk = complaint?.disk
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

/** The limits of a disk, a quota and a file size, as the operating system names them. */
const FULL = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])

/** Whether something failed because there is no room left, in a database or in a plain file. */
export function isDiskFull(error: unknown): boolean {
  if (error instanceof StorageFault && error.disk === 'full') return true
  if (!(error instanceof Error)) return false
  if ('code' in error && typeof error.code === 'string' && FULL.has(error.code)) return true
  return isDiskFull(error.cause)
}

type ConstraintKind = 'unique' | 'foreign_key' | 'not_null' | 'check' | 'other'

/**
 * A rule of the schema said no. Rules are checked before they are broken, so this is a bug unless the store that
 * wrote expects it: such a store asks `isUniqueViolation` and refuses in its own words.
 */
export class ConstraintViolation extends Error {
  readonly kind: ConstraintKind

  /** `rule` names columns or the constraint, never values. */
  constructor(kind: ConstraintKind, cause: unknown, rule?: string) {
    super(`A database constraint (${rule ? `${kind}: ${rule}` : kind}) was violated.`, { cause })
    this.name = 'ConstraintViolation'
    this.kind = kind
  }
}

export function isUniqueViolation(error: unknown): boolean {
  return error instanceof ConstraintViolation && error.kind === 'unique'
}
