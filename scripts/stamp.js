import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const STAMP = 'dist/stamp'
const SOURCES = ['contract/src', 'server/src', 'web', 'scripts', 'package-lock.json', 'package.json']
const IGNORED = /(^|\/)(node_modules|dist|test-results)(\/|$)|\.test\.tsx?$/

function fingerprint() {
  const hash = createHash('sha256')
  for (const source of SOURCES) {
    const isFolder = statSync(source).isDirectory()
    const names = isFolder ? readdirSync(source, { recursive: true, encoding: 'utf8' }) : ['']
    for (const name of names.sort()) {
      const path = join(source, name)
      if (IGNORED.test(path)) continue
      const facts = statSync(path)
      if (facts.isFile()) hash.update(`${path} ${facts.size} ${facts.mtimeMs}\n`)
    }
  }
  return hash.digest('hex')
}

export function writeStamp() {
  writeFileSync(STAMP, fingerprint())
}

/** Builds when the sources are newer than the build. */
export function ensureBuilt() {
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === fingerprint()) return
  // Standard output belongs to the command that follows.
  process.stderr.write('Building Foyer, once…\n')
  const result = spawnSync(process.execPath, ['scripts/build.ts'], { stdio: ['inherit', 2, 'inherit'] })
  if (result.status !== 0) process.exit(result.status ?? 1)
}
