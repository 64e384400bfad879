import { describe, expect, it } from 'vitest'
import { startApp } from '#test/app.ts'
import { freshPostgresUrl } from '#test/engines.ts'
import { dropDatabase } from '#test/storage-failure.ts'

describe('health (1/I)', () => {
  it('is live and ready without a session', async () => {
    const app = await startApp()
    expect((await app.call('GET', '/api/health/live')).body).toEqual({ status: 'ok' })
    const ready = await app.call('GET', '/api/health/ready')
    expect([ready.status, ready.body]).toEqual([
      200,
      { status: 'ready', checks: { database: 'ok', migrations: 'ok', encryption_key: 'ok' } },
    ])
  })

  it('answers 503 and names every check that fails when the database is gone, and stays live', async () => {
    const APP_DATABASE_URL = await freshPostgresUrl()
    const app = await startApp({ env: { APP_DATABASE_URL } })
    await dropDatabase(APP_DATABASE_URL)
    const ready = await app.call('GET', '/api/health/ready')
    expect([ready.status, ready.body]).toEqual([
      503,
      {
        status: 'not_ready',
        error: expect.any(String),
        code: 'unavailable',
        checks: { database: 'failed', migrations: 'failed', encryption_key: 'failed' },
      },
    ])
    expect((await app.call('GET', '/api/health/live')).status).toBe(200)
  })

  it('is not ready while a migration is missing or the key is another one', async () => {
    const app = await startApp()
    const checks = async () => (await app.call('GET', '/api/health/ready')).body.checks
    await app.database.transaction(async tx => {
      await tx
        .updateTable('settings')
        .set({ value: 'v1.nonsense' })
        .where('key', '=', 'encryption_check')
        .execute()
    })
    expect(await checks()).toEqual({ database: 'ok', migrations: 'ok', encryption_key: 'failed' })
    await app.database.transaction(async tx => {
      await tx.deleteFrom('schema_migrations').execute()
    })
    expect(await checks()).toEqual({ database: 'ok', migrations: 'failed', encryption_key: 'failed' })
  })
})
