import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { spawnSync } from 'node:child_process'
import { beforeAll, describe, expect, it } from 'vitest'
import { pack, stage } from '../../../scripts/release/archive.ts'
import { PLATFORMS } from '../../../scripts/release/platforms.ts'
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

const ROOT = join(import.meta.dirname, '../../..')

/** The first block of docs/archive.md, for the archive of this machine. */
function commandsOfTheGuide(): string[] {
  const [, text = ''] = /```sh\n(.+?)```/s.exec(readFileSync(join(ROOT, 'docs/archive.md'), 'utf8')) ?? []
  return text.trimEnd().replaceAll('linux-x64', `linux-${platform}`).split('\n')
}

/** tar asks a program for it, which not every machine has. */
function zstdOnPath(): string {
  const folder = temporaryFolder()
  const script = `#!${process.execPath}
    const { pipeline } = require('node:stream')
    const { createZstdDecompress } = require('node:zlib')
    pipeline(process.stdin, createZstdDecompress(), process.stdout, error => process.exit(error ? 1 : 0))`
  writeFileSync(join(folder, 'zstd'), script, { mode: 0o755 })
  return `${folder}:${process.env['PATH']}`
}

/** By the commands that docs/archive.md says, all but the last, which starts it. */
function unpack(file: string): string {
  const folder = temporaryFolder()
  const name = `foyer-linux-${platform}.tar.zst`
  renameSync(file, join(folder, name))
  const sha256 = createHash('sha256')
    .update(readFileSync(join(folder, name)))
    .digest('hex')
  writeFileSync(
    join(folder, 'SHA256SUMS'),
    `${sha256}  ${name}\n${'0'.repeat(64)}  foyer-linux-other.tar.zst\n`,
  )
  const commands = commandsOfTheGuide()
  expect(commands.at(-1)).toBe('foyer/foyer')
  const typed = commands.slice(0, -1).join(' && ')
  const ended = spawnSync('sh', ['-c', typed], { cwd: folder, env: { PATH: zstdOnPath() }, encoding: 'utf8' })
  expect([ended.status, ended.stdout, ended.stderr]).toEqual([0, `${name}: OK\n`, ''])
  return join(folder, 'foyer')
}

const LINK = /\]\((?!https?:|mailto:)([^)\s#]+)(?:#[^)\s]+)?\)/g

/** Links of the pages in a folder that lead to nothing in it. */
function deadLinks(folder: string): string[] {
  const pages = globSync(['README.md', 'docs/*.md', 'helpers/**/*.md'], { cwd: folder })
  expect(pages.length).toBeGreaterThan(30)
  return pages.flatMap(page =>
    Array.from(readFileSync(join(folder, page), 'utf8').matchAll(LINK), ([, path = '']) => path)
      .filter(path => !existsSync(join(folder, dirname(page), path)))
      .map(path => `${page}: ${path}`),
  )
}

/** Everything that was copied out of the repository's own folders is the repository's. */
function untracked(folder: string): string[] {
  const { stdout } = spawnSync('git', ['ls-files', '-z'], { cwd: ROOT, encoding: 'utf8' })
  const tracked = new Set(stdout.split('\0'))
  const copied = globSync(
    ['docs', 'deploy', 'helpers', '.github'].map(top => `${top}/**`),
    {
      cwd: folder,
      withFileTypes: true,
    },
  ).filter(entry => entry.isFile())
  expect(copied.length).toBeGreaterThan(60)
  return copied
    .map(entry => relative(folder, join(entry.parentPath, entry.name)))
    .filter(path => !tracked.has(path))
}

describe.runIf(platform && process.platform === 'linux')('the archive', () => {
  beforeAll(async () => void (await mainFile()))

  it('starts, is healthy and stops where no Node and no other program is to be found', async () => {
    const folder = unpack(await makeArchive())
    expect(statSync(join(folder, 'bin/node')).mode & 0o777).toBe(0o755)
    expect(deadLinks(folder)).toEqual([])
    expect(untracked(folder)).toEqual([])
    expect(statSync(join(folder, 'helpers/settop/foyer-settop')).mode & 0o777).toBe(0o755)
    expect(existsSync(join(folder, 'helpers/settop/test'))).toBe(false)
    const env = { PATH: '', APP_DATA_DIR: temporaryFolder() }
    const server = await startCommand(join(folder, 'foyer'), ['serve'], { cwd: temporaryFolder(), env })
    expect(await (await fetch(`${server.url}/`)).text()).toContain('<title>Foyer</title>')

    const foyer = (program: string, argument: string, more = {}) =>
      spawnSync(program, [argument], {
        env: { PATH: '', APP_BIND: '127.0.0.1', PORT: new URL(server.url).port, ...more },
        encoding: 'utf8',
      })
    const healthy = foyer(join(folder, 'foyer'), 'healthcheck')
    expect([healthy.status, healthy.stdout, healthy.stderr]).toEqual([0, '', ''])
    expect(foyer(join(folder, 'foyer'), 'nonsense').stderr).toContain('There is no command "nonsense".')

    const end = await stop(server)
    expect([end.code, end.stderr]).toEqual([0, ''])
    expect(foyer(join(folder, 'foyer'), 'healthcheck').status).toBe(1)
    // A refusal tells of the program that is here.
    rmSync(join(env.APP_DATA_DIR, 'foyer.db'))
    const lost = 'foyer-2026-11-15T03-30-00-000Z-nightly.db'
    mkdirSync(join(env.APP_DATA_DIR, 'backups'), { recursive: true })
    writeFileSync(join(env.APP_DATA_DIR, 'backups', lost), '')
    const { stderr } = foyer(join(folder, 'foyer'), 'serve', { APP_DATA_DIR: env.APP_DATA_DIR })
    expect(stderr).toContain(`with: ${join(folder, 'foyer')} restore ${lost}.`)
  })
})
