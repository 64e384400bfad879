import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { backUpNightly } from '#db/backup.ts'
import { openDataFolder } from '#db/data-folder.ts'
import { closeToOthers, findOpenRights } from '#db/file-rights.ts'
import { migrations } from '#db/migrations/index.ts'
import { migrate } from '#db/migrator.ts'
import { openSqlite } from '#db/sqlite.ts'
import { temporaryFolder } from '#test/engines.ts'
import { runToEnd, type ServerProcess, startProcess, stop } from '#test/processes.ts'

/**
 * Defends against other users of the machine who read the database, its journal, its backups or the key: all of them
 * are closed to others (0600) whatever the folder and the umask allow, and what was open is said at the start.
 */

/** What most systems have: new files can be read by everybody. */
const umask = '022'

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8)

/** Every file below, with its rights. */
function rightsIn(folder: string): Record<string, string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter(entry => entry.isFile()).map(entry => join(entry.parentPath, entry.name))
  return Object.fromEntries(files.map(file => [file.slice(folder.length + 1), modeOf(file)]))
}

/** A folder that was there before Foyer, as `mkdir` or a container makes it. */
function existingFolder(mode = 0o755): string {
  const folder = temporaryFolder()
  chmodSync(folder, mode)
  return folder
}

async function warningsOf(server: ServerProcess): Promise<Record<string, string>[]> {
  const { stdout } = await stop(server)
  const lines = stdout.split('\n').filter(line => line.startsWith('{'))
  return lines.map(line => JSON.parse(line)).filter(line => line.level === 'warn')
}

describe('the files of the data folder', () => {
  it('are closed to others in a folder that is not', async () => {
    const APP_DATA_DIR = existingFolder()
    const server = await startProcess({ env: { APP_DATA_DIR }, umask })
    const rights = rightsIn(APP_DATA_DIR)
    const expected = ['encryption.key', 'foyer.db', 'foyer.db-shm', 'foyer.db-wal', 'foyer.lock']
    expect(Object.keys(rights)).toEqual(expect.arrayContaining(expected))
    expect(new Set(Object.values(rights))).toEqual(new Set(['600']))
    await stop(server)
  })

  it('are closed at the start when an earlier version left them open', async () => {
    const APP_DATA_DIR = existingFolder(0o700)
    await stop(await startProcess({ env: { APP_DATA_DIR }, umask }))
    const folder = openDataFolder(APP_DATA_DIR)
    const backup = await backUpNightly(folder, new Date('2026-11-15T03:30:00.000Z'))
    const former = `${folder.database_file}.before-restore-2026-11-15T09-00-00-000Z`
    writeFileSync(former, '')
    const open = [folder.database_file, folder.key_file, backup, former]
    for (const file of open) chmodSync(file, 0o644)
    chmodSync(folder.backups, 0o755)

    const server = await startProcess({ env: { APP_DATA_DIR }, umask })
    expect(new Set(Object.values(rightsIn(APP_DATA_DIR)))).toEqual(new Set(['600']))
    expect(modeOf(folder.backups)).toBe('700')
    const warnings = await warningsOf(server)
    const named = Object.fromEntries(warnings.map(({ file = '', mode }) => [file, mode]))
    expect(named).toEqual({
      backups: '755',
      [backup.slice(folder.path.length + 1)]: '644',
      'encryption.key': '644',
      'foyer.db': '644',
      [former.slice(folder.path.length + 1)]: '644',
    })
    const again = await startProcess({ env: { APP_DATA_DIR }, umask })
    expect(await warningsOf(again)).toEqual([])
  })

  it('stay closed through a backup, an upgrade and a restore', async () => {
    const APP_DATA_DIR = existingFolder()
    const database = openSqlite(join(APP_DATA_DIR, 'foyer.db'))
    await migrate(database, migrations.slice(0, 1), { now: () => '' })
    await database.close()
    await stop(await startProcess({ env: { APP_DATA_DIR }, umask }))
    const before = process.umask(0o022)
    try {
      await backUpNightly(openDataFolder(APP_DATA_DIR), new Date('2026-11-15T03:30:00.000Z'))
    } finally {
      process.umask(before)
    }
    expect(readdirSync(join(APP_DATA_DIR, 'backups'))).toHaveLength(2)
    for (const name of readdirSync(join(APP_DATA_DIR, 'backups'))) {
      expect(modeOf(join(APP_DATA_DIR, 'backups', name))).toBe('600')
      // The rights of the copy are not those of the database that it becomes.
      chmodSync(join(APP_DATA_DIR, 'backups', name), 0o666)
    }
    const end = await runToEnd({ env: { APP_DATA_DIR }, args: ['restore'], umask })
    expect(end.code).toBe(0)
    const rights = Object.entries(rightsIn(APP_DATA_DIR)).filter(([name]) => !name.startsWith('backups'))
    expect(rights.some(([name]) => name.includes('before-restore'))).toBe(true)
    expect(new Set(rights.map(([, mode]) => mode))).toEqual(new Set(['600']))
  })
})

describe('what is said at the start', () => {
  it('names a folder that others can read, and the mend', async () => {
    const APP_DATA_DIR = existingFolder()
    const warnings = await warningsOf(await startProcess({ env: { APP_DATA_DIR }, umask }))
    expect(warnings).toMatchObject([
      { mode: '755', mend: `chmod 700 ${APP_DATA_DIR}`, msg: expect.stringContaining('the data folder') },
    ])
    // It is the admin's: others may have a reason to look into it.
    expect(modeOf(APP_DATA_DIR)).toBe('755')
  })

  it('is nothing about a folder that only Foyer can read', async () => {
    const env = { APP_DATA_DIR: join(existingFolder(), 'made by Foyer') }
    expect(await warningsOf(await startProcess({ env, umask }))).toEqual([])
  })

  it('is nothing about the volume of a container, which any user may write to', () => {
    const folder = openDataFolder(existingFolder(0o1777))
    writeFileSync(folder.key_file, '')
    chmodSync(folder.key_file, 0o644)
    expect(closeToOthers(folder)).toEqual({
      folder: null,
      closed: [{ name: 'encryption.key', mode: '644' }],
      open: [],
    })
  })

  it('is nothing about the volume of a pod, which belongs to root and is open to the group of the pod', () => {
    const path = existingFolder(0o2775)
    const folder = openDataFolder(path)
    writeFileSync(folder.key_file, '', { mode: 0o600 })
    const owner = statSync(path).uid
    const another = owner + 1000
    expect(closeToOthers(folder, another)).toEqual({ folder: null, closed: [], open: [] })
    expect(findOpenRights(folder, another)).toEqual([])
    // The owner can restrict it, and so can root.
    for (const user of [owner, 0]) {
      expect(closeToOthers(folder, user).folder).toEqual({ name: path, mode: '775' })
      expect(findOpenRights(folder, user)).toEqual([{ name: path, mode: '775' }])
    }
  })

  it('names a key that others can read, closes it, and does not change it', async () => {
    const APP_DATA_DIR = existingFolder(0o700)
    const key = join(APP_DATA_DIR, 'encryption.key')
    writeFileSync(key, `${randomBytes(32).toString('base64')}\n`)
    chmodSync(key, 0o640)
    const text = readFileSync(key, 'utf8')
    const warnings = await warningsOf(await startProcess({ env: { APP_DATA_DIR }, umask }))
    expect(warnings).toMatchObject([{ file: 'encryption.key', mode: '640' }])
    expect([modeOf(key), readFileSync(key, 'utf8')]).toEqual(['600', text])
  })

  it('names a key whose rights cannot be changed, with the mend', () => {
    const folder = openDataFolder(existingFolder(0o700))
    // Nobody, root included, can change the rights of what the kernel shows there.
    symlinkSync('/proc/self/status', folder.key_file)
    expect(closeToOthers(folder)).toEqual({
      folder: null,
      closed: [],
      open: [{ name: 'encryption.key', mode: '444' }],
    })
  })

  it('leaves rights alone that are narrower still, and looks past what leads nowhere', () => {
    const folder = openDataFolder(existingFolder(0o700))
    mkdirSync(folder.backups, { mode: 0o700 })
    writeFileSync(folder.key_file, '', { mode: 0o400 })
    symlinkSync(join(folder.path, 'nowhere'), join(folder.backups, 'foyer-x.db'))
    expect(closeToOthers(folder)).toEqual({ folder: null, closed: [], open: [] })
    expect(modeOf(folder.key_file)).toBe('400')
  })
})
