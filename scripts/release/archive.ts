import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, cpSync, createWriteStream, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress } from 'node:zlib'
import type { Platform } from './platforms.ts'

/** Files of the repository, and where they lie in the archive. */
const FILES = {
  'deploy/archive/foyer': 'foyer',
  'deploy/systemd/foyer.service': 'foyer.service',
  LICENSE: 'LICENSE',
  'README.md': 'README.md',
  'CHANGELOG.md': 'CHANGELOG.md',
  'CONTEXT.md': 'CONTEXT.md',
  'CONTRIBUTING.md': 'CONTRIBUTING.md',
  'SECURITY.md': 'SECURITY.md',
  'package.json': 'package.json',
}

/** The guides, which refusals name, with what they link to; and the helper for TV boxes. */
const FOLDERS = ['docs', 'deploy', 'helpers', '.github/ISSUE_TEMPLATE']

interface Parts {
  platform: Platform
  /** Where npm installed what runs on the platform. */
  node_modules: string
  /** What the build made: `server` and `web`. */
  dist: string
}

/**
 * What git tracks of the folders: people keep secrets in them (`deploy/postgresql/secrets`), which git is told to ignore.
 * Tests are of no use without the sources.
 */
export function filesToShip(root = '.'): string[] {
  const args = ['ls-files', '-z', '--', ...FOLDERS]
  const files = execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\0').filter(Boolean)
  return files.filter(file => !file.split('/').includes('test'))
}

/** Lays out the folder that the archive holds. */
export function stage(folder: string, { platform, node_modules, dist }: Parts): void {
  const node = join(node_modules, `node-linux-${platform}`)
  mkdirSync(join(folder, 'bin'), { recursive: true })
  copyFileSync(join(node, 'bin/node'), join(folder, 'bin/node'))
  copyFileSync(join(node, 'LICENSE'), join(folder, 'bin/LICENSE'))
  for (const [from, to] of Object.entries(FILES)) copyFileSync(from, join(folder, to))
  for (const file of filesToShip()) cpSync(file, join(folder, file))
  for (const part of ['server', 'web']) {
    cpSync(join(dist, part), join(folder, 'dist', part), { recursive: true })
  }
  for (const name of ['argon2', `argon2-linux-${platform}-gnu`]) {
    const place = join('@node-rs', name)
    cpSync(join(node_modules, place), join(folder, 'node_modules', place), { recursive: true })
  }
}

/**
 * Packs a folder. The same files at the same time make the same bytes, whoever packs them; the level costs minutes
 * above 12, for a tenth of the size.
 */
export async function pack(
  folder: string,
  file: string,
  { date, level = 12 }: { date: Date; level?: number },
) {
  const same = ['--sort=name', '--owner=0', '--group=0', '--numeric-owner', '--mode=u+rwX,go+rX,go-w']
  const time = `--mtime=@${Math.floor(date.getTime() / 1000)}`
  const args = [...same, time, '--format=ustar', '-C', dirname(folder), '-cf', '-', 'foyer']
  const tar = spawn('tar', args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(tar, 'close')
  const zstd = createZstdCompress({
    params: { [constants.ZSTD_c_compressionLevel]: level, [constants.ZSTD_c_checksumFlag]: 1 },
  })
  await pipeline(tar.stdout, zstd, createWriteStream(file))
  const [code] = await ended
  if (code !== 0) throw new Error(`tar could not pack ${folder}.`)
}
