import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { LATEST, RELEASES } from './bench/comparison.ts'
import { pack, stage } from './release/archive.ts'
import { installFor, type Platform, PLATFORMS, readLockfile } from './release/platforms.ts'
import { sbomOfWhatShips } from './release/sbom.ts'
import {
  cutChangelog,
  isVersion,
  releaseNotes,
  schemaProblem,
  withImageVersion,
  withVersion,
} from './release/version-rules.ts'

/**
 * `npm run release -- 1.2.3` makes everything of a release in dist/release, commits the version with the dated
 * changelog, and tags it. It pushes and publishes nothing. From the tag of a release it makes the same files again.
 */
const OUT = 'dist/release'
/** What docs/archive.md promises. */
const LARGEST_BYTES = 60_000_000

function run(command: string, args: readonly string[]): string {
  const { status, stdout } = spawnSync(command, args, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  if (status !== 0) throw new Error(`"${[command, ...args].join(' ')}" failed.`)
  return stdout.trim()
}

const say = (line: string) => void process.stdout.write(`${line}\n`)
const readJson = (file: string) => JSON.parse(readFileSync(file, 'utf8'))
const writeJson = (file: string, value: unknown) => writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`)

function refuse(sentence: string): never {
  process.stderr.write(`No release: ${sentence}\n`)
  process.exit(1)
}

function setVersion(version: string): string[] {
  const { workspaces } = readJson('package.json') as { workspaces: string[] }
  const lockfile = readJson('package-lock.json')
  const files = ['', ...workspaces].map(folder => {
    const file = join(folder, 'package.json')
    writeJson(file, withVersion(readJson(file), version))
    lockfile.packages[folder] = withVersion(lockfile.packages[folder], version)
    return file
  })
  writeJson('package-lock.json', { ...lockfile, version })
  writeFileSync('Dockerfile', withImageVersion(readFileSync('Dockerfile', 'utf8'), version))
  return [...files, 'package-lock.json', 'Dockerfile']
}

/** The tables of this version, which later versions are tried on. */
function frozenSchema(version: string) {
  const files = readdirSync('server/src/db/migrations').filter(file =>
    /^\d{4}-(?!.*\.test\.ts$).*\.ts$/.test(file),
  )
  const newest = files.toSorted().at(-1)?.replace(/\.ts$/, '') ?? ''
  const statements = ['sqlite', 'postgres'].map(engine => {
    const file = join('server/test/schemas', version, `${engine}.sql`)
    return [engine, existsSync(file) ? readFileSync(file, 'utf8') : null] as const
  })
  return { version, newest, statements: Object.fromEntries(statements) }
}

async function makeArchive(platform: Platform, date: Date): Promise<string> {
  const scratch = mkdtempSync(join(tmpdir(), 'foyer-release-'))
  try {
    installFor(platform, join(scratch, 'packages'))
    const node_modules = join(scratch, 'packages/node_modules')
    stage(join(scratch, 'foyer'), { platform, node_modules, dist: 'dist' })
    const name = `foyer-linux-${platform}.tar.zst`
    await pack(join(scratch, 'foyer'), join(OUT, name), { date })
    return name
  } finally {
    rmSync(scratch, { recursive: true })
  }
}

function factsOf(name: string) {
  const file = join(OUT, name)
  const sha256 = createHash('sha256').update(readFileSync(file)).digest('hex')
  return { name, bytes: statSync(file).size, sha256 }
}

async function makeFiles(version: string, text: string, date: Date): Promise<void> {
  run(process.execPath, ['scripts/build.ts'])
  rmSync(OUT, { recursive: true, force: true })
  mkdirSync(OUT, { recursive: true })
  const names: string[] = []
  for (const platform of PLATFORMS) names.push(await makeArchive(platform, date))
  writeJson(join(OUT, 'foyer-sbom.cdx.json'), sbomOfWhatShips(readLockfile()))
  const files = [...names, 'foyer-sbom.cdx.json'].map(factsOf)
  for (const { name, bytes } of files) {
    say(`${name}: ${(bytes / 1e6).toFixed(1)} MB`)
    if (bytes > LARGEST_BYTES) throw new Error(`${name} is larger than ${LARGEST_BYTES / 1e6} MB.`)
  }
  writeFileSync(join(OUT, 'SHA256SUMS'), files.map(({ name, sha256 }) => `${sha256}  ${name}\n`).join(''))
  writeFileSync(join(OUT, 'RELEASE_NOTES.md'), releaseNotes({ version, text, files }))
}

/** Asked before anything is made: without a name the commit at the end would fail and leave staged changes. */
function canCommit(): boolean {
  const idents = ['GIT_AUTHOR_IDENT', 'GIT_COMMITTER_IDENT']
  return idents.every(ident => spawnSync('git', ['var', ident], { stdio: 'ignore' }).status === 0)
}

async function release(version: string): Promise<void> {
  if (run('git', ['status', '--porcelain']) !== '') refuse('there are changes that are not committed.')
  const tag = `v${version}`
  const isTagged = run('git', ['tag', '--list', tag]) !== ''
  if (isTagged && run('git', ['tag', '--points-at', 'HEAD', '--list', tag]) === '') {
    refuse(`${tag} exists and is another commit.`)
  }
  if (!isTagged && !canCommit()) {
    refuse('git does not know who commits. Set user.name and user.email with git config.')
  }
  const problem = schemaProblem(frozenSchema(version))
  if (problem) refuse(problem)
  const today = new Date().toISOString().slice(0, 10)
  const cut = cutChangelog(readFileSync('CHANGELOG.md', 'utf8'), version, today)
  if (!cut) refuse('CHANGELOG.md has no section on top that is unreleased, or it is empty.')
  // The day of the changelog, so that the same release made again is the same to the byte.
  const day =
    new RegExp(`^## ${version.replaceAll('.', '\\.')}, (\\S+)$`, 'm').exec(cut.changelog)?.[1] ?? today
  writeFileSync('CHANGELOG.md', cut.changelog)
  const changed = ['CHANGELOG.md', ...setVersion(version)]
  try {
    await makeFiles(version, cut.text, new Date(`${day}T00:00:00Z`))
  } catch (error) {
    run('git', ['checkout', '--', ...changed])
    throw error
  }
  if (isTagged) return say(`${OUT} holds ${tag} once more.`)
  // What `npm run bench` prints beside the next version.
  const bench = join(RELEASES, `${version}.json`)
  mkdirSync(RELEASES, { recursive: true })
  copyFileSync(LATEST, bench)
  run('git', ['add', ...changed, bench])
  if (run('git', ['status', '--porcelain']) !== '') run('git', ['commit', '-m', `build: release ${version}`])
  run('git', ['tag', '--annotate', tag, '--message', `Foyer ${version}`])
  say(`${OUT} holds ${tag}, which is committed and tagged here. Push both, and publish the files.`)
}

const [version = '', ...more] = process.argv.slice(2)
if (!isVersion(version) || more.length > 0) refuse('say which version, as in `npm run release -- 1.2.3`.')
await release(version)
