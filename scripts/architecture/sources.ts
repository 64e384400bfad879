import { readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { globSync } from 'node:fs'

export interface Source {
  /** From the repository root: `server/src/http/app.ts`. */
  path: string
  text: string
  /** What it imports: a path from the root for our own files, else the package's name. */
  imports: string[]
}

const WORKSPACES = ['contract', 'server', 'simulators', 'web', 'e2e', 'scripts']
const IMPORT =
  /(?:^|\n)\s*(?:import|export)\s[^'"`;]*?from\s*['"]([^'"]+)['"]|(?:^|\n)\s*import\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/g

/** Every TypeScript source with its imports resolved; an import that cannot be resolved is kept as written. */
export function readSources(root: string): Source[] {
  const files = WORKSPACES.flatMap(workspace =>
    globSync(`${workspace}/**/*.{ts,tsx}`, {
      cwd: root,
      exclude: path => /(^|\/)(node_modules|dist|test-results)(\/|$)/.test(path),
    }),
  )
  return files.sort().map(path => {
    const text = readFileSync(join(root, path), 'utf8')
    return { path, text, imports: importsOf(path, text) }
  })
}

function importsOf(path: string, text: string): string[] {
  const found = [...stripComments(text).matchAll(IMPORT)].map(match => match[1] ?? match[2] ?? match[3] ?? '')
  return found.map(name => resolveImport(path, name))
}

/** Words in comments are not code; strings stay, since imports are strings. */
export function stripComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|[^:'"`\\])\/\/[^\n]*/g, '$1')
}

function resolveImport(from: string, name: string): string {
  if (name.startsWith('.')) return normalize(join(dirname(from), name))
  const workspace = from.split('/')[0] ?? ''
  if (name.startsWith('#test/')) return `${workspace}/test/support/${name.slice(6)}`
  if (name.startsWith('#config')) return `${workspace}/src/${name.slice(1)}.ts`
  if (name.startsWith('#')) return `${workspace}/src/${name.slice(1)}`
  const ours = /^@foyer\/([a-z0-9]+)(?:\/(.+))?$/.exec(name)
  if (ours) return `${ours[1]}/src/${ours[2] ?? 'index'}${ours[2]?.includes('.') ? '' : '.ts'}`
  return name
}
