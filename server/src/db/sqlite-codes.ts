import type { EngineError } from '#kit/storage-fault.ts'

/** SQLite results that are not bugs in Foyer (sqlite.org/rescode.html), for log lines. */
const PRIMARY: Record<number, Omit<EngineError, 'code'> & { name: string }> = {
  5: { name: 'SQLITE_BUSY', sentence: 'The database stayed locked for too long.' },
  6: { name: 'SQLITE_LOCKED', sentence: 'The database stayed locked for too long.' },
  7: { name: 'SQLITE_NOMEM', sentence: 'There was not enough memory to use the database.' },
  8: {
    name: 'SQLITE_READONLY',
    sentence: 'The database is read-only: its file, folder or disk cannot be written.',
  },
  10: {
    name: 'SQLITE_IOERR',
    sentence: 'The disk reported an error while the database was used. It may be full or failing.',
    disk: 'failing',
  },
  11: { name: 'SQLITE_CORRUPT', sentence: 'The database file is damaged.' },
  13: {
    name: 'SQLITE_FULL',
    sentence: 'The disk is full: the database could not be written.',
    disk: 'full',
  },
  14: { name: 'SQLITE_CANTOPEN', sentence: 'The database file could not be opened.' },
  26: { name: 'SQLITE_NOTADB', sentence: 'The database file is not a database.' },
}

/** The operation that failed, from the second byte of the extended code. */
const IO_ERRORS: Record<number, string> = {
  1: 'READ',
  2: 'SHORT_READ',
  3: 'WRITE',
  4: 'FSYNC',
  5: 'DIR_FSYNC',
  6: 'TRUNCATE',
  7: 'FSTAT',
  10: 'DELETE',
  12: 'NOMEM',
  13: 'ACCESS',
  15: 'LOCK',
  16: 'CLOSE',
  18: 'SHMOPEN',
  19: 'SHMSIZE',
  20: 'SHMLOCK',
  21: 'SHMMAP',
  22: 'SEEK',
  24: 'MMAP',
  32: 'DATA',
}

/** An extended result code for the log; unnamed details stay numbers. */
export function describeSqliteCode(errcode: number): EngineError {
  const { name, ...meaning } = PRIMARY[errcode & 0xff] ?? {
    name: `SQLITE_${errcode & 0xff}`,
    sentence: 'The database could not be used.',
  }
  const detail = errcode >> 8
  const suffix = (name === 'SQLITE_IOERR' && IO_ERRORS[detail]) || String(detail)
  return { ...meaning, code: detail === 0 ? name : `${name}_${suffix}` }
}

const DAMAGE = new Set([11, 26])

/** Whether the content of the file is damaged, as opposed to disk, lock or permission errors. */
export function isDamageCode(errcode: number): boolean {
  return DAMAGE.has(errcode & 0xff)
}
