import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { beforeAll, expect, it } from 'vitest'
import { TYPED_BY_TEST } from '../../../scripts/architecture/docs-commands.ts'
import { PASSWORD, startApp } from '#test/app.ts'
import { samplesOf, wordingOf } from '#test/docs-samples.ts'
import { emptyPostgresUrl, temporaryFolder } from '#test/engines.ts'
import { signInAs } from '#test/people.ts'
import { mainFile, runToEnd, startProcess, stop } from '#test/processes.ts'

beforeAll(async () => void (await mainFile()))

type Command = (typeof TYPED_BY_TEST)[number]

/** The lines of a page that hold these words, as they are printed anywhere. */
function wordingOn(page: string, words: string): string[] {
  const found = samplesOf(page).filter(line => line.includes(words))
  expect(found, words).not.toEqual([])
  return found.map(wordingOf)
}

const wordingOfAll = (text: string) => text.trimEnd().split('\n').map(wordingOf)

/** A folder of Foyer as after `npm ci && npm start`: its scripts without the build, and `./data` with people. */
async function installed(): Promise<string> {
  const folder = temporaryFolder()
  const { scripts } = JSON.parse(readFileSync(join(import.meta.dirname, '../../../package.json'), 'utf8'))
  const program = JSON.stringify(await mainFile())
  const own = Object.entries<string>(scripts).filter(([, script]) => script.includes('scripts/start.js'))
  expect(own.length).toBeGreaterThan(5)
  const built = own.map(([name, script]) => [name, script.replace('scripts/start.js', program)])
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ scripts: Object.fromEntries(built) }))
  mkdirSync(join(folder, 'data'), { mode: 0o700 })
  const app = await startApp({ env: { APP_DATA_DIR: join(folder, 'data') } })
  await app.setUp()
  await signInAs(app, 'ben', 'admin')
  await app.close()
  return folder
}

function typist(folder: string) {
  const home = temporaryFolder()
  const typed = new Set<Command>()
  return {
    typed,
    /** As an operator would, into a shell, with the addresses of this test in place of those on the page. */
    type(command: Command, { env = {}, in_place }: { env?: object; in_place?: [string, string] } = {}) {
      typed.add(command)
      const text = in_place ? command.replace(...in_place) : command
      const PATH = `${join(process.execPath, '..')}:${process.env['PATH']}`
      const settings = { PATH, HOME: home, npm_config_update_notifier: 'false', PORT: '9', ...env }
      const end = spawnSync('sh', ['-c', text], { cwd: folder, env: settings, encoding: 'utf8' })
      return { code: end.status, stdout: end.stdout, stderr: end.stderr }
    },
  }
}

it('every command of the guides does what they say, typed as it stands there', async () => {
  const folder = await installed()
  const { type, typed } = typist(folder)
  const link = /^http:\/\/localhost:9\/connect\?token=[\w-]{40,}\n$/
  expect(type('npm run -s admin-link')).toEqual({ code: 0, stdout: expect.stringMatching(link), stderr: '' })
  expect(type('npm run -s admin-link -- ben').stdout).toMatch(link)
  for (const page of ['docs/operating.md', 'docs/recovery.md']) {
    expect(wordingOn(page, '/connect?token=')).toEqual(wordingOfAll(type('npm run -s admin-link').stdout))
  }
  expect(type('npm run backup').stdout).toMatch(/data\/backups\/foyer-\S+-manual\.db/)
  const examined = type('npm run doctor', { env: { APP_TMDB_URL: 'http://127.0.0.1:9/3' } })
  expect(examined.stdout).toMatch(/^ok {7}database {9}\S+ is intact \(SQLite/m)

  const [restored = ''] = wordingOn('docs/recovery.md', 'The former database was kept')
  expect(wordingOfAll(type('npm run restore -- latest').stdout)).toContain(
    restored.replace('nightly', 'manual'),
  )

  const url = await emptyPostgresUrl()
  const there = type('npm run move -- --to postgres://foyer@db.example.org/foyer', {
    in_place: ['postgres://foyer@db.example.org/foyer', url],
  })
  const moved = wordingOfAll(there.stdout)
  for (const words of [' rows  ', 'Moved ', '1. ', '2. ', '3. ']) {
    expect(moved).toEqual(expect.arrayContaining(wordingOn('docs/recovery.md', words)))
  }
  const onPostgres = type('npm run restore -- latest', { env: { APP_DATABASE_URL: url } })
  expect(wordingOfAll(onPostgres.stdout)).toEqual(
    expect.arrayContaining(wordingOn('docs/recovery.md', 'The former tables were kept')),
  )
  const other = join(temporaryFolder(), 'data')
  const back = type('npm run move -- --to /srv/foyer/data', {
    in_place: ['/srv/foyer/data', other],
    env: { APP_DATABASE_URL: url },
  })
  expect([back.code, back.stderr]).toEqual([0, ''])

  writeFileSync(join(folder, 'data/encryption.key'), randomBytes(32).toString('base64'))
  const refused = wordingOfAll(type('npm run restore -- latest').stderr)
  expect(refused).toEqual(expect.arrayContaining(wordingOn('docs/recovery.md', 'another encryption key')))
  // docs/backup.md, "The encryption key": it is gone for good.
  rmSync(join(folder, 'data/encryption.key'))
  const env = { APP_DATA_DIR: join(folder, 'data') }
  expect((await runToEnd({ env })).code).toBe(78)
  const removed = type(TYPED_BY_TEST[7])
  expect(removed).toEqual({ code: 0, stdout: '', stderr: '' })
  const server = await startProcess({ env })
  const body = JSON.stringify({ username: 'ana', password: PASSWORD })
  const headers = { 'content-type': 'application/json' }
  const signedIn = await fetch(`${server.url}/api/auth/login`, { method: 'POST', headers, body })
  expect(signedIn.status).toBe(200)
  expect((await stop(server)).code).toBe(0)

  // docs/upgrade.md, "The way back".
  const [backup = ''] = readdirSync(join(folder, 'data/backups'))
  // Newer than the nightly one that the server has just made.
  const before = 'foyer-2099-11-15T09-00-00-000Z-before-9999-later.db'
  renameSync(join(folder, 'data/backups', backup), join(folder, 'data/backups', before))
  const database = new DatabaseSync(join(folder, 'data/foyer.db'))
  database.exec("insert into schema_migrations values ('9999-later', 'x')")
  database.close()
  const older = await runToEnd({ env })
  expect(older.code).toBe(78)
  expect(wordingOfAll(older.stderr)).toEqual(wordingOn('docs/upgrade.md', 'newer Foyer'))

  expect(typed).toEqual(new Set(TYPED_BY_TEST))
})
