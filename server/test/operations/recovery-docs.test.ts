import { chmodSync, copyFileSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { examine } from '#compose/doctor/doctor.ts'
import { fileStamp } from '#db/backup.ts'
import { describeDataFolder } from '#db/data-folder.ts'
import { createScrubber } from '#kit/scrub.ts'
import { samplesOf, wordingOf } from '#test/docs-samples.ts'
import { variables } from '#test/variables.ts'
import { buildWorld } from '#test/world.ts'

const ROOT = join(import.meta.dirname, '../../..')
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

it('docs/recovery.md shows what the doctor says, word for word', async () => {
  const env = { APP_TRUSTED_PROXIES: '172.18.0.0/16' }
  const { app, radarr } = await buildWorld({ products: ['tmdb'], instances: ['movies'], env })
  await radarr.close()
  const { backups, database_file } = describeDataFolder(app.config.data_dir)
  mkdirSync(backups, { mode: 0o700 })
  const newest = join(backups, `foyer-${fileStamp(app.clock.now())}-nightly.db`)
  copyFileSync(database_file, newest)
  chmodSync(newest, 0o600)
  const port = Number(new URL(await app.http.listen({ port: 0, host: '127.0.0.1' })).port)
  const printed: string[] = []
  const print = (line: string) => void printed.push(line.replace(app.config.data_dir, '/srv/foyer/data'))
  const config = { ...app.config, bind: '0.0.0.0', port }
  await examine({ config, clock: app.clock, scrubber: createScrubber(), print })
  const shown = samplesOf('docs/recovery.md').filter(line => /^(ok|note|problem) /.test(line))
  // How much is free decides how the line about the disk goes on.
  const isDisk = (line: string) => /^\w+ +disk /.test(line)
  const others = (lines: string[]) => lines.filter(line => !isDisk(line)).map(wordingOf)
  expect(others(printed)).toEqual(others(shown))
  for (const line of [...shown, ...printed].filter(isDisk)) {
    expect(line).toMatch(/^\w+ +disk {13}.*\d+ MB are free where the data folder is\./)
  }
})
