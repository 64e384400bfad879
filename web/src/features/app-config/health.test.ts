import { expect, it } from 'vitest'
import { healthOf } from './health.ts'

it('1/I reads each check, and reports a missing one as unknown', () => {
  expect(healthOf({ checks: { database: 'ok', migrations: 'failed' } })).toEqual({
    database: 'ok',
    migrations: 'failed',
    encryption_key: 'unknown',
  })
  expect(healthOf(null)).toMatchObject({ database: 'unknown' })
})
