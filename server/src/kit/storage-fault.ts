/** An engine's failure: its code, and a sentence about its meaning for the log. */
export interface EngineError {
  /** `SQLITE_FULL`, `SQLITE_IOERR_WRITE`; on PostgreSQL its own five characters. */
  code: string
  sentence: string
  /** Set when the disk is the cause, so that startup or a health check can report it. */
  disk?: 'full' | 'failing'
}

/** Storage failed. The HTTP layer answers 503, because the true answer is unknown. */
export class StorageFault extends Error {
  readonly code: string | undefined
  readonly disk: EngineError['disk']

  constructor(cause: unknown, complaint?: EngineError) {
    super(complaint?.sentence ?? 'The database could not be used.', { cause })
    this.name = 'StorageFault'
    this.code = complaint?.code
    this.disk = complaint?.disk
  }
}

/** Reads a stored value; one that is invalid or sealed with another key is a storage fault. */
export function fromStorage<T>(read: () => T): T {
  try {
    return read()
  } catch (cause) {
    throw new StorageFault(cause)
  }
}

/** The operating system's codes for a full disk, quota or file size limit. */
const FULL = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])

/** Whether an error was caused by a full disk, in a database or a plain file. */
export function isDiskFull(error: unknown): boolean {
  if (error instanceof StorageFault && error.disk === 'full') return true
  if (!(error instanceof Error)) return false
  if ('code' in error && typeof error.code === 'string' && FULL.has(error.code)) return true
  return isDiskFull(error.cause)
}

type ConstraintKind = 'unique' | 'foreign_key' | 'not_null' | 'check' | 'other'

/**
 * A schema constraint was violated. Rules are checked before writing, so this is a bug unless the writing store
 * expects it: such a store checks `isUniqueViolation` and refuses with its own message.
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
