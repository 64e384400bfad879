import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { createTestLog } from '#test/test-log.ts'
import { isDiskFull, StorageFault } from '#kit/storage-fault.ts'
import { openFresh } from '#test/engines.ts'
import { translateDatabaseError } from './faults.ts'

function engineError(fields: { errcode?: number; code?: string }): Error {
  return Object.assign(new Error('disk I/O error'), { code: 'ERR_SQLITE_ERROR' }, fields)
}

describe('a fault of storage in the log', () => {
  it('says that the disk is full when SQLite finds no room', async () => {
    const database = await openFresh('sqlite')
    const full = database.transaction(async tx => {
      const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(tx)
      await sql`pragma max_page_count = ${sql.raw(String(rows[0]?.page_count))}`.execute(tx)
      const row = { key: 'large', value: 'x'.repeat(100_000), encrypted: 0 as const, updated_at: '' }
      await tx.insertInto('settings').values(row).execute()
    })
    const error: unknown = await full.catch((caught: unknown) => caught)
    expect(error).toBeInstanceOf(StorageFault)
    expect(isDiskFull(error)).toBe(true)
    const log = createTestLog({ level: 'info' })
    log.warn({ err: error }, 'a request could not be served')
    expect(log.entries[0]?.['err']).toEqual({
      type: 'StorageFault',
      message: 'The disk is full: the database could not be written.',
      code: 'SQLITE_FULL',
      cause: { type: 'Error', code: 'ERR_SQLITE_ERROR', errcode: 13 },
    })
  })

  it.each([
    [10, 'SQLITE_IOERR', 'failing'],
    [778, 'SQLITE_IOERR_WRITE', 'failing'],
    [4874, 'SQLITE_IOERR_SHMSIZE', 'failing'],
    [10 + (99 << 8), 'SQLITE_IOERR_99', 'failing'],
    [1032, 'SQLITE_READONLY_4', undefined],
    [5, 'SQLITE_BUSY', undefined],
    [22, 'SQLITE_22', undefined],
  ])('names result %i of SQLite %s', (errcode, code, disk) => {
    expect(translateDatabaseError(engineError({ errcode }))).toMatchObject({
      name: 'StorageFault',
      code,
      disk,
    })
  })

  it('is put in our words once', () => {
    const fault = translateDatabaseError(engineError({ errcode: 13 }))
    expect(translateDatabaseError(fault)).toBe(fault)
  })

  it('knows the full disk of a PostgreSQL server', () => {
    const error = translateDatabaseError(engineError({ code: '53100' }))
    expect(error).toMatchObject({ code: '53100', message: 'The disk of the database server is full.' })
    expect(isDiskFull(error)).toBe(true)
  })

  it.each(['ENOSPC', 'EDQUOT', 'EFBIG'])(
    'takes %s of a plain file for a full disk, also as a cause',
    code => {
      expect(isDiskFull(engineError({ code }))).toBe(true)
      expect(isDiskFull(new StorageFault(engineError({ code })))).toBe(true)
      expect(isDiskFull(engineError({ code: 'EACCES' }))).toBe(false)
    },
  )
})
