import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { EXTERNAL } from '../bundle.ts'

export const PLATFORMS = ['x64', 'arm64'] as const
export type Platform = (typeof PLATFORMS)[number]

interface LockedPackage {
  version: string
  cpu?: string | string[]
  os?: string | string[]
  libc?: string | string[]
  optionalDependencies?: Record<string, string>
}

export interface Lockfile {
  lockfileVersion: number
  packages: Record<string, LockedPackage>
}

export const readLockfile = (): Lockfile => JSON.parse(readFileSync('package-lock.json', 'utf8'))

const allows = (list: string | string[] | undefined, value: string) =>
  list === undefined || [list].flat().includes(value)

/** Whether a package is for Linux with glibc on this kind of machine, or for every machine. */
export function runsOn(platform: Platform, { os, cpu, libc }: LockedPackage): boolean {
  return allows(os, 'linux') && allows(cpu, platform) && allows(libc, 'glibc')
}

/** Node, and the packages that no bundle can hold, as the lockfile pins them: by version and hash. */
export function lockedFor(platform: Platform, lockfile: Lockfile): Lockfile {
  const direct = [`node-linux-${platform}`, ...EXTERNAL]
  const packages: Record<string, LockedPackage> = {}
  for (const name of direct) {
    const entry = lockfile.packages[`node_modules/${name}`]
    // What `pg` would like to have and nobody installs.
    if (!entry) continue
    const native = Object.keys(entry.optionalDependencies ?? {})
    for (const one of [name, ...native]) {
      const locked = lockfile.packages[`node_modules/${one}`]
      // Each is named for itself, so nothing is left for a package to ask for.
      const { optionalDependencies: _, ...alone } = locked ?? { version: '' }
      if (locked && runsOn(platform, locked)) packages[`node_modules/${one}`] = alone
    }
  }
  return { lockfileVersion: lockfile.lockfileVersion, packages }
}

/** Lets npm install them into a folder, also for another kind of machine than this one; npm checks every hash. */
export function installFor(platform: Platform, folder: string): void {
  const { lockfileVersion, packages } = lockedFor(platform, readLockfile())
  // Optional, because npm refuses to install anything else that is for another kind of machine.
  const optionalDependencies = Object.fromEntries(
    Object.entries(packages).map(([path, { version }]) => [path.slice('node_modules/'.length), version]),
  )
  const manifest = { name: 'foyer-platform', version: '0.0.0', private: true, optionalDependencies }
  const locked = { ...manifest, lockfileVersion, requires: true, packages: { '': manifest, ...packages } }
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest))
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(locked))
  const wanted = ['--os=linux', `--cpu=${platform}`, '--libc=glibc']
  const args = ['ci', '--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund', ...wanted]
  const result = spawnSync('npm', args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
  // An optional package that cannot be had, or has the wrong hash, is left out without a word.
  const missing = Object.keys(packages).filter(path => !existsSync(join(folder, path, 'package.json')))
  if (result.status !== 0 || missing.length > 0) {
    throw new Error(`npm could not install what runs on ${platform}: ${missing.join(', ')}.`)
  }
}
