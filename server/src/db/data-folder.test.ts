import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { StartupRefusal } from '#kit/startup-refusal.ts'
import { temporaryFolder } from '#test/engines.ts'
import { lockDataFolder, networkFileSystem, openDataFolder, readMounts } from './data-folder.ts'

/** Holds the lock of a folder as another Foyer would, until it is killed. */
const HOLDER = `
  const { DatabaseSync } = require('node:sqlite')
  const lock = new DatabaseSync(process.argv[1])
  lock.exec('begin exclusive')
  process.stdout.write('held')
  process.stdin.resume()
`

/** Root opens everything. */
function asSomebody(act: () => void): void {
  if (process.getuid?.() !== 0) return act()
  process.seteuid?.(65_534)
  try {
    act()
  } finally {
    process.seteuid?.(0)
  }
}

describe('the data folder', () => {
  it('is made when missing, and left clean', () => {
    const folder = openDataFolder(join(temporaryFolder(), 'deep', 'down'))
    expect(existsSync(folder.path)).toBe(true)
    expect(readdirSync(folder.path)).toEqual([])
    expect(folder.database_file).toBe(join(folder.path, 'foyer.db'))
  })

  it('is refused in one sentence when it cannot be written (E)', () => {
    // Root may write anywhere, but not below a file.
    const file = join(temporaryFolder(), 'file')
    writeFileSync(file, '')
    expect(() => openDataFolder(join(file, 'data'))).toThrow(StartupRefusal)
    expect(() => openDataFolder(file)).toThrow('The data folder cannot be written')
  })

  it.each(['foyer.db', 'encryption.key', 'backups'])(
    'says who must run Foyer when %s belongs to another user',
    name => {
      const path = temporaryFolder()
      chmodSync(path, 0o1777)
      if (name === 'backups') mkdirSync(join(path, name))
      else writeFileSync(join(path, name), '')
      chmodSync(join(path, name), 0)
      expect(() => asSomebody(() => openDataFolder(path))).toThrow(/^.+ belongs to another user/)
      expect(readdirSync(path)).toEqual([name])
    },
  )

  it('belongs to one at a time within a process', () => {
    const folder = openDataFolder(temporaryFolder())
    const lock = lockDataFolder(folder)
    expect(() => lockDataFolder(folder)).toThrow(StartupRefusal)
    lock.release()
    lockDataFolder(folder).release()
  })

  it('is not taken for that of another Foyer when its lock cannot be used', () => {
    const folder = openDataFolder(temporaryFolder())
    mkdirSync(join(folder.path, 'foyer.lock'))
    expect(() => lockDataFolder(folder)).toThrow(
      /foyer\.lock in the data folder cannot be used \(SQLITE_CANTOPEN/,
    )
  })

  it('belongs to one process, and is free again however that one died (C1)', async () => {
    const folder = openDataFolder(temporaryFolder())
    const holder = spawn(process.execPath, ['-e', HOLDER, join(folder.path, 'foyer.lock')])
    await once(holder.stdout, 'data')
    expect(() => lockDataFolder(folder)).toThrow('Another Foyer already runs on this data folder')
    holder.kill('SIGKILL')
    await once(holder, 'close')
    lockDataFolder(folder).release()
  })
})

describe('a network file system below the data folder', () => {
  const MOUNTS = [
    'overlay / overlay rw 0 0',
    'nas:/media /mnt/media nfs4 rw,vers=4.2 0 0',
    '/dev/sda1 /mnt/media/local ext4 rw 0 0',
    '//nas/share /mnt/my\\040share cifs rw 0 0',
    'nas:/old /srv nfs rw 0 0',
    '',
  ].join('\n')

  it.each([
    ['/var/lib/foyer', null],
    ['/mnt/media', 'nfs4'],
    ['/mnt/media/foyer', 'nfs4'],
    ['/mnt/media/local/foyer', null],
    ['/mnt/media-local/foyer', null],
    ['/mnt/my share/foyer', 'cifs'],
    ['/srv/data', 'nfs'],
  ])('is found by the longest mount above %s: %s', (path, expected) => {
    expect(networkFileSystem(path, MOUNTS)).toBe(expected)
  })

  it('is seen when a later mount covers an earlier one at the same point', () => {
    expect(networkFileSystem('/data', 'a /data ext4 rw 0 0\nb /data nfs rw 0 0')).toBe('nfs')
  })

  it('is nowhere when there is no mount table', () => {
    expect(networkFileSystem('/data', '')).toBeNull()
    expect(typeof readMounts()).toBe('string')
  })
})
