import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const STAMP = 'dist/stamp'
const SOURCES = ['contract', 'server/src', 'web', 'scripts', 'package-lock.json', 'package.json']
const IGNORED = /(^|\/)(node_modules|dist|test-results)(\/|$)|\.test\.tsx?$/

function fingerprint(): string {
  const hash = createHash('sha256')
  for (const source of SOURCES) {
    const names = statSync(source).isDirectory()
      ? readdirSync(source, { recursive: true, encoding: 'utf8' })
      : ['']
    for (const name of names.sort()) {
      const path = join(source, name)
      if (IGNORED.test(path)) continue
      const facts = statSync(path)
      if (facts.isFile()) hash.update(`${path} ${facts.size} ${facts.mtimeMs}\n`)
    }
  }
  return hash.digest('hex')
}

export function writeStamp(): void {
  writeFileSync(STAMP, fingerprint())
}

/** Whether what lies in dist was built from the sources as they are now. */
export function isBuilt(): boolean {
  return existsSync(STAMP) && readFileSync(STAMP, 'utf8') === fingerprint()
}
