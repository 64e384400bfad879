import { cpSync, createReadStream, mkdirSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { spawnSync } from 'node:child_process'
import { open } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { createZstdDecompress } from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'
import { pack, stage } from '../../scripts/release/archive.ts'
import { PLATFORMS } from '../../scripts/release/platforms.ts'
import { temporaryFolder } from '#test/engines.ts'
import { mainFile, startCommand, stop } from '#test/processes.ts'

const platform = PLATFORMS.find(one => one === process.arch)

/** The archive of a release, made from the Node of this machine, with a web client of one page. */
async function makeArchive(): Promise<string> {
  const scratch = temporaryFolder()
  const dist = join(scratch, 'dist')
  cpSync(dirname(await mainFile()), join(dist, 'server'), { recursive: true })
  renameSync(join(dist, 'server/main.mjs'), join(dist, 'server/main.js'))
  mkdirSync(join(dist, 'web'))
  writeFileSync(join(dist, 'web/index.html'), '<!doctype html><title>Foyer</title>')
  if (!platform) throw new Error('There is no archive for this machine.')
  stage(join(scratch, 'foyer'), { platform, node_modules: 'node_modules', dist })
  const file = join(scratch, 'foyer.tar.zst')
  await pack(join(scratch, 'foyer'), file, { date: new Date(0), level: 1 })
  return file
}

async function unpack(file: string): Promise<string> {
  const folder = temporaryFolder()
  const tar = join(folder, 'foyer.tar')
  await using out = await open(tar, 'w')
  await pipeline(createReadStream(file), createZstdDecompress(), out.createWriteStream())
  expect(spawnSync('tar', ['-C', folder, '-xf', tar]).status).toBe(0)
  return join(folder, 'foyer')
}

describe.runIf(platform && process.platform === 'linux')('the archive', () => {
  beforeAll(async () => void (await mainFile()), 120_000)

  it('starts, is healthy and stops where no Node and no other program is to be found', async () => {
    const folder = await unpack(await makeArchive())
    expect(statSync(join(folder, 'bin/node')).mode & 0o777).toBe(0o755)
    const env = { PATH: '', APP_DATA_DIR: temporaryFolder() }
    const server = await startCommand(join(folder, 'foyer'), ['serve'], { cwd: temporaryFolder(), env })
    expect(await (await fetch(`${server.url}/`)).text()).toContain('<title>Foyer</title>')

    const foyer = (program: string, argument: string) =>
      spawnSync(program, [argument], {
        env: { PATH: '', APP_BIND: '127.0.0.1', PORT: new URL(server.url).port },
        encoding: 'utf8',
      })
    const healthy = foyer(join(folder, 'foyer'), 'healthcheck')
    expect([healthy.status, healthy.stdout, healthy.stderr]).toEqual([0, '', ''])
    expect(foyer(join(folder, 'foyer'), 'nonsense').stderr).toContain('There is no command "nonsense".')

    const end = await stop(server)
    expect([end.code, end.stderr]).toEqual([0, ''])
    expect(foyer(join(folder, 'foyer'), 'healthcheck').status).toBe(1)
  })
})
