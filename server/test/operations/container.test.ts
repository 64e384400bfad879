import { spawnSync } from 'node:child_process'
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '#config'
import { EXIT_CONFIG } from '#kit/startup-refusal.ts'
import { EXTERNAL } from '../../../scripts/bundle.ts'
import { temporaryFolder } from '#test/engines.ts'
import { mainFile, runToEnd } from '#test/processes.ts'
import { variables } from '#test/variables.ts'

/** No Docker runs where these tests do: what the files of the container name is checked to exist. */
const ROOT = join(import.meta.dirname, '../../..')
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')
const manifest = JSON.parse(read('package.json'))

interface Line {
  instruction: string
  rest: string
  stage: 'build' | 'final'
}

function readDockerfile(text: string): Line[] {
  let stages = 0
  return text
    .replaceAll(/ \\\n +/g, ' ')
    .split('\n')
    .filter(line => /^[A-Z]+ /.test(line))
    .map(line => {
      const [, instruction = '', rest = ''] = /^([A-Z]+) (.*)$/.exec(line) ?? []
      if (instruction === 'FROM') stages += 1
      return { instruction, rest, stage: stages < 2 ? 'build' : 'final' }
    })
}

const dockerfile = readDockerfile(read('Dockerfile'))
const compose = read('compose.yaml')
const guide = read('docs/container.md')

function only(instruction: string): string {
  const found = dockerfile.filter(line => line.instruction === instruction)
  expect(found.map(line => line.stage)).toEqual(['final'])
  return found[0]?.rest ?? ''
}

const execForm = (text: string): string[] => JSON.parse(text.slice(text.indexOf('[')))

/** Where a COPY line takes things from, and whether that is the first stage. */
function copies(lines = dockerfile): { sources: string[]; from_build: boolean }[] {
  return lines
    .filter(line => line.instruction === 'COPY')
    .map(({ rest }) => {
      const words = rest.split(' ')
      const from_build = words[0] === '--from=build'
      return { sources: words.slice(from_build ? 1 : 0, -1), from_build }
    })
}

/** As Docker reads .dockerignore: the last line that matches a path or a folder above it decides. */
function isLeftOut(path: string): boolean {
  const parts = path.split('/')
  const ways = parts.map((_, i) => parts.slice(0, i + 1).join('/'))
  let leftOut = false
  for (const line of read('.dockerignore').split('\n')) {
    if (line === '' || line.startsWith('#')) continue
    const isException = line.startsWith('!')
    const pattern = isException ? line.slice(1) : line
    if (ways.some(way => matches(way, pattern))) leftOut = !isException
  }
  return leftOut
}

/** Unlike in a shell, an asterisk also stands for a leading dot. */
function matches(path: string, pattern: string): boolean {
  const source = pattern
    .replaceAll(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll('**/', '\0')
    .replaceAll('*', '[^/]*')
    .replaceAll('\0', '(?:.*/)?')
  return new RegExp(`^${source}$`).test(path)
}

/** What the entry of the container reads by itself. */
const entry = read('deploy/container/foyer')
const known = () => new Set([...variables(), ...(entry.match(/\b(PUID|PGID|UMASK)\b/g) ?? [])])

describe('the Dockerfile', () => {
  it('was read', () => {
    expect(dockerfile.length).toBeGreaterThan(15)
    expect(copies().length).toBeGreaterThan(8)
  })

  it('is Debian in both stages, with the Node of the lockfile and none of the base', () => {
    const bases = dockerfile.filter(line => line.instruction === 'FROM').map(line => line.rest)
    expect(bases).toEqual(['${BUILD_BASE} AS build', '${BASE}'])
    const [version] = new Set<string>(Object.values(manifest.optionalDependencies))
    expect(dockerfile.slice(0, 2).map(line => line.rest)).toEqual([
      `BUILD_BASE=node:${version}-bookworm-slim`,
      'BASE=debian:bookworm-slim',
    ])
    expect(copies().flatMap(({ sources }) => sources)).toContain('/build/node_modules/node-linux-*/bin/node')
    expect(globSync('node_modules/node-linux-*/bin/node', { cwd: ROOT })).toHaveLength(1)
  })

  it('says what it is', () => {
    const label = only('LABEL')
    expect(label).toContain(`.description="${manifest.description}"`)
    expect(label).toContain(`.licenses="${manifest.license}"`)
    expect(label).toContain('.version="${VERSION}"')
    expect(dockerfile.map(line => line.rest)).toContain(`VERSION=${manifest.version}`)
  })

  it('copies what exists and is sent to the build, as the one for TV boxes does', () => {
    const [, settop = ''] = /```dockerfile\n(.+?)```/s.exec(read('docs/set-top-boxes.md')) ?? []
    const more = copies(readDockerfile(settop))
    expect(more).toHaveLength(1)
    for (const { sources, from_build } of [...copies(), ...more]) {
      if (from_build) continue
      for (const source of sources) {
        expect([source, existsSync(join(ROOT, source)), isLeftOut(source)]).toEqual([source, true, false])
      }
    }
  })

  it('has the manifest of every workspace before it installs', () => {
    const copied = new Set(copies().flatMap(({ sources }) => sources))
    for (const workspace of manifest.workspaces) expect(copied).toContain(`${workspace}/package.json`)
    expect(copied).toContain('package-lock.json')
  })

  it('runs scripts that exist', () => {
    const runs = dockerfile.filter(line => line.instruction === 'RUN').map(line => line.rest)
    const scripts = runs.flatMap(run => /npm run (\S+)/.exec(run)?.[1] ?? [])
    expect(scripts).toEqual(['build'])
    for (const script of scripts) expect(manifest.scripts).toHaveProperty(script)
    const named = runs.flatMap(run => [...run.matchAll(/--workspace (\S+)/g)].map(([, name]) => name))
    expect(manifest.workspaces).toEqual(expect.arrayContaining(named))
  })

  it('takes out of the build what the build makes, and every module that is not bundled', () => {
    const taken = copies().flatMap(({ sources, from_build }) => (from_build ? sources : []))
    for (const path of taken) expect(path).toMatch(/^\/build\//)
    const inside = taken.map(path => path.slice('/build/'.length))
    expect(inside).toEqual([
      'node_modules/node-linux-*/bin/node',
      'package.json',
      'node_modules/@node-rs',
      'dist/server',
      'dist/web',
    ])
    expect(read('scripts/build.ts')).toContain("'dist/server/main.js'")
    expect(read('web/vite.config.ts')).toContain('dist/web')
    const native = EXTERNAL.filter(name => existsSync(join(ROOT, 'node_modules', name)))
    expect(native.length).toBeGreaterThan(0)
    for (const name of native) expect(inside).toContain(dirname(join('node_modules', name)))
  })

  it('runs as somebody, and as nobody with rights', () => {
    expect(only('USER')).toMatch(/^[1-9]\d*:[1-9]\d*$/)
  })

  it('keeps everything in the volume, and sets variables that are read', () => {
    const settings = Object.fromEntries(
      only('ENV')
        .split(' ')
        .map(one => one.split('=')),
    )
    // SQLite's own.
    const { SQLITE_TMPDIR, ...ours } = settings
    for (const name of Object.keys(ours)) expect(variables()).toContain(name)
    expect(only('VOLUME')).toBe('/config')
    expect([ours['APP_DATA_DIR'], SQLITE_TMPDIR]).toEqual(['/config', '/config'])
  })

  it('starts the server as the archive does, through an entry that drops rights', () => {
    expect(execForm(only('ENTRYPOINT'))).toEqual(['foyer'])
    expect(copies().flatMap(({ sources }) => sources)).toEqual(
      expect.arrayContaining(['deploy/archive/foyer', 'deploy/container/foyer']),
    )
    expect(entry.match(/^ *exec .+$/gm)?.map(line => line.trim())).toEqual([
      'exec /app/foyer "$@"',
      expect.stringMatching(/^exec setpriv --reuid="\$user" --regid="\$group" .+ \/app\/foyer "\$@"$/),
    ])
    expect(only('EXPOSE')).toBe(String(readConfig({}).port))
  })
})

describe('the entry of the container', () => {
  /** Runs it as the container does for this user, whoever runs the tests: `setpriv` prints what it was asked for. */
  function start(uid: number, env: Record<string, string>) {
    const commands = temporaryFolder()
    writeFileSync(join(commands, 'id'), `#!/bin/sh\necho ${uid}\n`, { mode: 0o755 })
    writeFileSync(join(commands, 'setpriv'), '#!/bin/sh\necho "$@"\n', { mode: 0o755 })
    const PATH = `${commands}:${process.env['PATH']}`
    return spawnSync('sh', [join(ROOT, 'deploy/container/foyer'), 'serve'], {
      env: { PATH, ...env },
      encoding: 'utf8',
    })
  }

  it.each([
    [0, { UMASK: 'rwx' }, 'UMASK must be an octal number such as 027.'],
    [0, { PUID: '0' }, 'PUID must not be 0'],
    [0, { PUID: '00' }, 'PUID must not be 0'],
    [0, { PUID: 'ana' }, 'PUID and PGID must be numbers.'],
    [0, { PUID: '4294967295' }, 'PUID and PGID must be numbers.'],
    [0, { PUID: '4294967296' }, 'PUID and PGID must be numbers.'],
    [0, { PGID: '99999999999999999999' }, 'PUID and PGID must be numbers.'],
    [0, { PGID: '-1' }, 'PUID and PGID must be numbers.'],
    [1000, { PUID: '1001' }, 'PUID and PGID need a container that starts as root'],
    [1000, { PUID: '00' }, 'PUID and PGID need a container that starts as root'],
  ])('refuses as user %i and with %o in one sentence', (uid, env, sentence) => {
    const { status, stdout, stderr } = start(uid, env)
    expect([status, stdout]).toEqual([78, ''])
    expect(stderr).toMatch(/^Foyer cannot start: [^\n]+\n$/)
    expect(stderr).toContain(sentence)
  })

  it.each([
    [{}, '1000', '1000'],
    [{ PUID: '99', PGID: '100' }, '99', '100'],
    [{ PUID: '4294967294', PGID: '0000000100' }, '4294967294', '0000000100'],
  ])('becomes another user than root with %o', (env, user, group) => {
    const { stdout } = start(0, env)
    expect(stdout).toMatch(new RegExp(`^--reuid=${user} --regid=${group} .+ /app/foyer serve\n$`))
  })
})

describe('.dockerignore', () => {
  it('sends no data, no secrets, no history, nothing built or installed here', () => {
    for (const path of [
      '.git/config',
      'data/foyer.db',
      'config/encryption.key',
      '.env',
      'node_modules/zod/package.json',
      'server/node_modules/x/index.js',
      'dist/server/main.js',
      'server/test/app.ts',
      'docs/settings.md',
      'helpers/settop/venv/bin/python3',
      'helpers/settop/test/real_box.py',
    ]) {
      expect([path, isLeftOut(path)]).toEqual([path, true])
    }
  })

  it('sends every source of the product', () => {
    const sources = globSync('{contract,server,web}/src/**/*.{ts,tsx,css,json,js}', { cwd: ROOT })
    const product = sources.filter(path => !/\.test\.tsx?$/.test(path))
    expect(product.length).toBeGreaterThan(500)
    expect(product.filter(isLeftOut)).toEqual([])
  })
})

describe('compose.yaml', () => {
  it('publishes the port and mounts the volume that there are', () => {
    expect(compose).toContain(`- "${only('EXPOSE')}:${only('EXPOSE')}"`)
    expect(compose).toMatch(/^ {6}- config:\/config$/m)
    expect(compose).toMatch(/^volumes:\n {2}config:/m)
  })

  it('sets variables that are read, also where they are only shown', () => {
    const names = [...compose.matchAll(/^ +(?:# )?([A-Z][A-Z_]+):/gm)].map(([, name]) => name)
    expect(names.length).toBeGreaterThan(2)
    for (const name of names) expect(known()).toContain(name)
  })
})

describe('docs/container.md', () => {
  it('names variables, files and the service that exist', () => {
    const names = guide.match(/\bAPP_[A-Z_]+[A-Z]/g) ?? []
    expect(names.length).toBeGreaterThan(3)
    for (const name of names) expect(variables()).toContain(name)
    for (const [, file] of guide.matchAll(/\]\(([\w-]+\.md)\)/g)) {
      expect(existsSync(join(ROOT, 'docs', String(file)))).toBe(true)
    }
    const services = [...guide.matchAll(/docker compose (?:exec|run --rm) (\S+)/g)].map(([, name]) => name)
    expect(services.length).toBeGreaterThan(1)
    for (const name of services) expect(compose).toMatch(new RegExp(`^ {2}${name}:$`, 'm'))
  })
})

const deployed = globSync('deploy/**/*.{yaml,conf,service,xml}', { cwd: ROOT })

/** `foyer serve`, `[foyer, healthcheck]`, `args: [serve]`, `args: [restore, latest]` */
function commandsIn(text: string): string[] {
  const found = text.matchAll(/\/foyer ([a-z][a-z-]+)$|\[foyer, ([a-z-]+)\]|args: \[([a-z-]+)[,\]]/gm)
  return [...found].flatMap(([, a, b, c]) => a ?? b ?? c ?? [])
}

describe('what is deployed otherwise', () => {
  it('was read', () => {
    expect(deployed.map(file => file.slice('deploy/'.length)).toSorted()).toEqual([
      'kubernetes/foyer.yaml',
      'kubernetes/ingress.yaml',
      'kubernetes/restore.yaml',
      'postgresql/compose.yaml',
      'postgresql/nginx.conf',
      'systemd/foyer.service',
      'unraid/foyer.xml',
    ])
  })

  it.each(deployed)('%s names variables that are read', file => {
    const names = read(file).match(/\b(APP_[A-Z_]+|PUID|PGID|UMASK)\b/g) ?? []
    for (const name of names) expect(known()).toContain(name)
  })

  it.each(deployed)('%s names the port and the folders of the container or the archive', file => {
    const text = read(file)
    const port = only('EXPOSE')
    // Wherever a port of Foyer stands: published, probed, proxied or opened.
    const ports = text.matchAll(/containerPort: (\d+)|server [\d.]+:(\d+);|Target="(\d+)"|PORT:(\d+)/g)
    for (const [, ...one] of ports) expect(one.join('')).toBe(port)
    const folders = text.matchAll(/mountPath: ([^\s}]+)|config-\d:(\/[^"]+)"|Target="(\/config)"/g)
    for (const [, ...one] of folders) expect(one.join('')).toBe(only('VOLUME'))
    for (const [document] of text.matchAll(/docs\/[\w-]+\.md/g)) {
      expect(existsSync(join(ROOT, document))).toBe(true)
    }
  })

  it('mounts what lies beside it, and publishes what the proxy listens on', () => {
    const replicas = read('deploy/postgresql/compose.yaml')
    const proxy = read('deploy/postgresql/nginx.conf')
    const [, mounted = ''] = /- \.\/(\S+?):\/etc/.exec(replicas) ?? []
    expect(existsSync(join(ROOT, 'deploy/postgresql', mounted))).toBe(true)
    expect(
      existsSync(join(ROOT, 'deploy/postgresql', /build: (\S+)/.exec(replicas)?.[1] ?? '', 'Dockerfile')),
    ).toBe(true)
    // Twice, Compose would build the same image at the same time.
    expect(replicas.match(/^ +build: /gm)).toHaveLength(1)
    const [, listens] = /listen (\d+);/.exec(proxy) ?? []
    expect(replicas).toContain(`- "${only('EXPOSE')}:${listens}"`)
    // nginx finds both by their addresses, and is the only one whom they believe.
    const addressOf = (name: string) =>
      new RegExp(`^ {2}${name}:\\n(?: {4}.*\\n)*? +ipv4_address: (\\S+)$`, 'm').exec(replicas)?.[1]
    const upstreams = [...proxy.matchAll(/server (\S+):\d+;/g)].map(([, address]) => address)
    expect(upstreams).toEqual([addressOf('foyer-1'), addressOf('foyer-2')])
    expect(replicas).toContain(`APP_TRUSTED_PROXIES: ${addressOf('proxy')}\n`)
    expect(replicas).toContain('- subnet: 10.154.54.0/24')
    // Each secret is made by the words on top, and given as a file.
    for (const [, file = ''] of replicas.matchAll(/file: \.\/secrets\/(\S+)/g)) {
      expect(replicas).toMatch(new RegExp(`^#.+> secrets/${file}$`, 'm'))
      expect(replicas).toContain(`/run/secrets/${file}`)
    }
  })

  it('starts as a service what the archive holds, where the guide unpacks it', () => {
    const unit = read('deploy/systemd/foyer.service')
    const start = /^ExecStart=(\S+) (\S+)$/m.exec(unit)
    expect(start?.slice(1)).toEqual(['/opt/foyer/foyer', 'serve'])
    const archive = read('docs/archive.md')
    expect(archive).toContain('tar --zstd -C /opt -xf')
    expect(archive).toContain('/opt/foyer/foyer.service')
    const [, state] = /^StateDirectory=(\S+)$/m.exec(unit) ?? []
    expect(unit).toContain(`APP_DATA_DIR=/var/lib/${state}`)
    // A command beside the service has the same folder and settings, and leaves both as they are.
    for (const name of ['StateDirectory', 'StateDirectoryMode', 'UMask', 'Environment', 'EnvironmentFile']) {
      const [line] = new RegExp(`^${name}=.+$`, 'm').exec(unit) ?? []
      expect(archive).toContain(`--property=${line}`)
    }
    expect(unit).toContain(`RestartPreventExitStatus=${EXIT_CONFIG}`)
  })

  it('no file of them names a registry', () => {
    const files = ['Dockerfile', 'compose.yaml', 'docs/container.md', 'scripts/container/prove', ...deployed]
    for (const file of files) expect([file, read(file)]).toEqual([file, expect.not.stringMatching(REGISTRY)])
  })
})

/** An image or a package by the name of a host. */
const REGISTRY = /\b(docker\.io|ghcr\.io|quay\.io|registry\.|deb\.debian\.org|npmjs)/

describe('the commands of the program', () => {
  beforeAll(async () => void (await mainFile()))

  it('are those that the container, the scripts and the guides use', async () => {
    const { stderr } = await runToEnd({ args: ['nonsense'] })
    const list = /Use: (.+)\.\n$/.exec(stderr)?.[1] ?? ''
    const known = list.split(', ').map(one => one.split(' ')[0])
    const used = [
      ...execForm(only('CMD')),
      execForm(only('HEALTHCHECK')).at(-1),
      ...Object.values<string>(manifest.scripts).flatMap(script => /start\.js (\S+)/.exec(script)?.[1] ?? []),
      ...deployed.flatMap(file => commandsIn(read(file))),
      ...[...read('docs/archive.md').matchAll(/`foyer ([a-z-]+)/g)].map(([, name]) => name),
      ...[guide, read('docs/operating.md')].flatMap(text =>
        [...text.matchAll(/main\.js (\S+?)[`\s]|(?:--rm|exec foyer) foyer ([a-z-]+)/g)].map(
          ([, a, b]) => a ?? b,
        ),
      ),
    ]
    expect(commandsIn(read('deploy/kubernetes/restore.yaml'))).toEqual(['restore'])
    const commands = ['serve', 'backup', 'restore', 'admin-link', 'move', 'doctor', 'healthcheck']
    expect(new Set(used)).toEqual(new Set(commands))
    expect(known).toEqual(expect.arrayContaining(used))
  })
})
