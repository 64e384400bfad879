import { randomBytes } from 'node:crypto'
import { readdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readConfig } from '#config'
import { openDataFolder } from '#db/data-folder.ts'
import { restoreBackup } from '#db/restore.ts'
import { startApp } from '#test/app.ts'
import { refuseOtherKey } from './key-fits.ts'

const NOW = new Date('2026-11-15T09:00:00.000Z')

it('lets a backup be restored with the key that opens its secrets, and changes nothing without it', async () => {
  const app = await startApp()
  const admin = await app.setUp()
  const token = admin.access_token
  expect((await app.call('POST', '/api/admin/operations/backups', { token })).status).toBe(201)
  await app.close()
  const APP_DATA_DIR = app.config.data_dir
  const folder = openDataFolder(APP_DATA_DIR)
  const restore = (env: Record<string, string>) =>
    restoreBackup(
      folder,
      'latest',
      NOW,
      undefined,
      refuseOtherKey(readConfig({ APP_DATA_DIR, ...env }), folder),
    )
  const files = readdirSync(folder.path)

  const other = randomBytes(32).toString('base64')
  expect(() => restore({ APP_ENCRYPTION_KEY: other })).toThrow(/another encryption key.*Nothing was changed/)
  renameSync(folder.key_file, join(folder.path, 'elsewhere'))
  expect(() => restore({})).toThrow(/no encryption\.key here/)
  renameSync(join(folder.path, 'elsewhere'), folder.key_file)
  expect(readdirSync(folder.path).toSorted()).toEqual(files.toSorted())

  expect(restore({}).kept).toBe(`${folder.database_file}.before-restore-2026-11-15T09-00-00-000Z`)
})
