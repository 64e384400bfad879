import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { writeFinding } from '#compose/doctor/finding.ts'
import { variables } from '#test/variables.ts'

const ROOT = join(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')
const PAGES = ['docs/recovery.md', 'docs/upgrade.md', 'docs/backup.md']

it.each(PAGES)('%s names only commands that exist', page => {
  const { scripts } = JSON.parse(read('package.json'))
  const named = [...read(page).matchAll(/npm run (?:-s )?([\w-]+)/g)].map(([, name]) => name)
  expect(named.length).toBeGreaterThan(0)
  expect(Object.keys(scripts)).toEqual(expect.arrayContaining(named))
  const commands = [...read(page).matchAll(/main\.js ([\w-]+)/g)].map(([, name]) => `command === '${name}'`)
  for (const command of commands) expect(read('server/src/main.ts')).toContain(command)
})

it('docs/settings.md names every variable that is read, and no other', () => {
  const rows = read('docs/settings.md').match(/^\| `[A-Z][^|]+(?=\|)/gm) ?? []
  const named = rows.flatMap(row => [...row.matchAll(/`([A-Z][A-Z0-9_]+)`/g)].map(([, name]) => name))
  const entry = [...read('deploy/container/foyer').matchAll(/\$\{(PUID|PGID|UMASK)/g)].map(([, name]) => name)
  // Node's own.
  const others = ['TZ', 'NODE_EXTRA_CA_CERTS']
  const files = [...variables()].filter(name => name.endsWith('_FILE') && variables().has(name.slice(0, -5)))
  const ours = [...variables()].filter(name => !files.includes(name) && !name.startsWith('npm_'))
  expect(new Set(named)).toEqual(new Set([...ours, ...entry, ...others]))
})

it('docs/upgrade.md has a way back for every installation that it updates', () => {
  const [update = '', back = ''] = read('docs/upgrade.md').split('## The way back')
  const installations = (text: string) =>
    [...text.matchAll(/^\| (?!installed)(\w[^|]+) \|/gm)].map(([, name]) => name)
  expect(installations(update).length).toBeGreaterThan(5)
  expect(installations(back)).toEqual(installations(update))
  // A build without it takes the Debian and the Node that this machine happens to have.
  const builds = update.match(/docker (?:compose )?build[^`&]*/g) ?? []
  expect(builds.length).toBeGreaterThan(3)
  for (const build of builds) expect(build).toContain('--pull')
  expect(update).not.toContain('up -d --build')
})

it('docs/recovery.md shows the findings of the doctor as they are printed', () => {
  const lines = read('docs/recovery.md').match(/^(ok|note|problem) {2,}\S.*$/gm) ?? []
  expect(lines.length).toBeGreaterThan(10)
  for (const line of lines) {
    const [, state = '', check = '', sentence = ''] = /^(\w+) +(\S+(?: \S+)?) {2,}(.+)$/.exec(line) ?? []
    expect(writeFinding({ state: state === 'ok' ? 'ok' : 'problem', check, sentence })).toBe(line)
  }
})
