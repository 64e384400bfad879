import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { temporaryFolder } from '#test/engines.ts'
import { mainFile, runToEnd } from '#test/processes.ts'

/** What keeps a Foyer that was broken into from the rest of the machine; container.test.ts checks the names in these files. */
const ROOT = join(import.meta.dirname, '../../..')
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')

interface Service {
  image: string
  volumes?: string[]
  [key: string]: unknown
}

/** The services of Foyer in a compose file, with what they take over from `x-foyer`. */
function foyersIn(text: string): Service[] {
  const { services } = parse(text, { merge: true }) as { services: Record<string, Service> }
  return Object.values(services).filter(({ image }) => image === 'foyer')
}

/** Lines that would give back what the others take away. */
const LOOSE = ['privileged', 'devices', 'network_mode', 'pid', 'ipc', 'userns_mode', 'cgroup', 'group_add']

function expectHardened(service: Service): void {
  expect(service).toMatchObject({
    read_only: true,
    cap_drop: ['ALL'],
    security_opt: ['no-new-privileges:true'],
  })
  expect(LOOSE.filter(name => name in service)).toEqual([])
  // All else is read-only; the socket of Docker would be the whole machine.
  const writable = (service.volumes ?? []).filter(volume => !volume.endsWith(':ro'))
  expect(writable).toEqual([expect.stringMatching(/^(config(-\d)?|\/volume1\/docker\/foyer):\/config$/)])
}

describe('the hardening of a container', () => {
  const [, image = ''] = /^USER (\S+)$/m.exec(read('Dockerfile')) ?? []

  it.each([
    ['compose.yaml', 1],
    ['deploy/postgresql/compose.yaml', 2],
  ])('is that of every Foyer in %s, as the user of the image', (file, count) => {
    const foyers = foyersIn(read(file))
    expect(foyers).toHaveLength(count)
    for (const foyer of foyers) {
      expectHardened(foyer)
      expect([foyer['user'], foyer['cap_add']]).toEqual([undefined, undefined])
    }
    expect(image).toMatch(/^[1-9]\d*:[1-9]\d*$/)
  })

  it('stays when the lines of compose.yaml for another user and for media are uncommented', () => {
    const all = read('compose.yaml').replaceAll(/^( {4,6})# (?=- \/|[A-Z_]+: |user: |cap_add: )/gm, '$1')
    const [foyer] = foyersIn(all)
    if (!foyer) throw new Error('There is no Foyer in it.')
    expectHardened(foyer)
    // The entry needs these two to become somebody, and no other.
    expect([foyer['user'], foyer['cap_add']]).toEqual(['0:0', ['SETUID', 'SETGID']])
    // As a number it would not be octal any more.
    expect(foyer['environment']).toMatchObject({ PUID: 1000, PGID: 1000, UMASK: '027' })
  })

  it('is that of the file for Synology and TrueNAS, as a user of the NAS', () => {
    const [, file = ''] = /```yaml\n(services:.+?)```/s.exec(read('docs/install.md')) ?? []
    const [foyer] = foyersIn(file)
    if (!foyer) throw new Error('There is no Foyer in it.')
    expectHardened(foyer)
    expect([foyer['user'], foyer['cap_add']]).toEqual([
      expect.stringMatching(/^[1-9]\d*:[1-9]\d*$/),
      undefined,
    ])
  })

  it('is the same on Unraid and in the line of the guide for a user by variables', () => {
    const [, unraid = ''] = /<ExtraParams>(.+)<\/ExtraParams>/.exec(read('deploy/unraid/foyer.xml')) ?? []
    expect(read('deploy/unraid/foyer.xml')).toContain('<Privileged>false</Privileged>')
    const [, guide = ''] = /(docker run .+--user 0:0(?:.|\\\n)+?)\n```/.exec(read('docs/container.md')) ?? []
    for (const line of [unraid, guide]) {
      expect(line).toMatch(/--user[= ]0:0 /)
      expect(line).toMatch(/--cap-drop[= ]ALL /)
      const added = Array.from(line.matchAll(/--cap-add[= ](\w+)/g), ([, name]) => name)
      expect(added).toEqual(['SETUID', 'SETGID'])
      expect(line).not.toMatch(/--privileged|docker\.sock|--network[= ]host/)
    }
    for (const flag of ['--read-only', '--security-opt=no-new-privileges'])
      expect(unraid.split(' ')).toContain(flag)
  })

  it.each(['deploy/kubernetes/foyer.yaml', 'deploy/kubernetes/restore.yaml'])(
    'is that of the pod in %s',
    file => {
      const documents = parseAllDocuments(read(file)).map(one => one.toJS())
      const [pod] = documents.flatMap(one => one.spec?.template?.spec ?? [])
      expect(pod).toMatchObject({
        automountServiceAccountToken: false,
        securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
      })
      for (const name of ['hostNetwork', 'hostPID', 'hostIPC']) expect(pod).not.toHaveProperty(name)
      expect(pod.containers).toHaveLength(1)
      expect(pod.containers[0].securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      })
    },
  )

  it('is that of the unit without a container', () => {
    const unit = read('deploy/systemd/foyer.service').split('\n')
    for (const line of [
      'DynamicUser=yes',
      'NoNewPrivileges=yes',
      'CapabilityBoundingSet=',
      'AmbientCapabilities=',
      'ProtectSystem=strict',
      'UMask=0077',
    ])
      expect(unit).toContain(line)
  })
})

const ENTRY = 'deploy/container/foyer'

/** What the program of the container would find: who it is, and what becomes of a file that it makes. */
const PROGRAM = `#!/bin/sh
grep -E '^(Uid|Gid|Groups|CapEff|CapPrm|CapInh|NoNewPrivs|Umask):' /proc/self/status
echo "args: $*"
if [ -n "\${MAKES-}" ]; then : > "$MAKES" && stat -c 'made: %u:%g %a' "$MAKES"; fi
`

/** Runs the entry with this program in place of Foyer, which lies at a place of its own only in the image. */
function enter(env: Record<string, string>, { commands }: { commands?: string } = {}) {
  const folder = temporaryFolder()
  // Whoever the entry becomes must get here.
  chmodSync(folder, 0o755)
  const program = join(folder, 'program')
  writeFileSync(program, PROGRAM)
  chmodSync(program, 0o755)
  const shared = join(folder, 'config')
  mkdirSync(shared)
  chmodSync(shared, 0o1777)
  const entry = read(ENTRY)
  expect(entry.split('/app/foyer')).toHaveLength(3)
  writeFileSync(join(folder, 'entry'), entry.replaceAll('/app/foyer', program))
  const { status, stdout, stderr } = spawnSync('/bin/sh', [join(folder, 'entry'), 'serve', 'and more'], {
    env: { PATH: commands ?? process.env['PATH'] ?? '', MAKES: join(shared, 'file'), ...env },
    encoding: 'utf8',
  })
  const facts = Object.fromEntries(
    stdout.split('\n').flatMap(line => {
      const [, name, value] = /^(\w+):\s*(.*)$/.exec(line) ?? []
      return name ? [[name, value?.trim().replaceAll('\t', ' ')]] : []
    }),
  )
  return { status, stderr, facts }
}

/** Of all commands only these, which say who runs it and what `setpriv` was asked for. */
function onlyCommands(uid: number): string {
  const commands = temporaryFolder()
  writeFileSync(join(commands, 'id'), `#!/bin/sh\necho ${uid}\n`, { mode: 0o755 })
  const setpriv = '#!/bin/sh\necho "asked: $*"\necho "Umask: $(umask)"\n'
  writeFileSync(join(commands, 'setpriv'), setpriv, { mode: 0o755 })
  return commands
}

describe('the entry of the container', () => {
  it('opens no file and runs no other command before it drops its rights', () => {
    // Neither is there: a copy, a chown or a mkdir on the way would fail.
    const { status, stderr, facts } = enter({ PUID: '1234' }, { commands: onlyCommands(0) })
    expect([status, stderr]).toEqual([0, ''])
    expect(facts['asked']).toMatch(
      /^--reuid=1234 --regid=1000 --clear-groups --inh-caps=-all --no-new-privs .+ serve and more$/,
    )
    const lines = read(ENTRY).replaceAll(/^ *#.*$/gm, '')
    expect(lines.match(/[<>]\S*/g)).toEqual(['>&2'])
  })

  it.each([
    ['027', '0027'],
    ['0077', '0077'],
    ['2', '0002'],
  ])('takes rights away from new files by UMASK=%s, as root', (UMASK, taken) => {
    expect(enter({ UMASK }, { commands: onlyCommands(0) }).facts['Umask']).toBe(taken)
  })

  it('takes them away as another user, too, and hands its arguments over whole', () => {
    const uid = String(process.getuid?.() || 1000)
    const commands = `${onlyCommands(Number(uid))}:${process.env['PATH']}`
    const { facts } = enter({ UMASK: '037', PUID: uid }, { commands })
    expect(facts).toMatchObject({ Umask: '0037', args: 'serve and more' })
    expect(facts['made']).toMatch(/ 640$/)
  })

  it.each(['77777', '8', '0x1f', '-1', ' 27'])('refuses UMASK=%s in one sentence', UMASK => {
    const { status, stderr } = enter({ UMASK }, { commands: onlyCommands(0) })
    expect([status, stderr]).toEqual([78, 'Foyer cannot start: UMASK must be an octal number such as 027.\n'])
  })
})

// As in a container that starts as root; elsewhere nobody may become somebody else.
const isRoot = process.getuid?.() === 0 && existsSync('/usr/bin/setpriv')

describe.runIf(isRoot)('the entry, with setpriv itself', () => {
  it('becomes that user for good, without groups and capabilities, before anything is made', () => {
    const { status, stderr, facts } = enter({ PUID: '4242', PGID: '4243', UMASK: '027' })
    expect([status, stderr]).toEqual([0, ''])
    expect(facts).toEqual({
      Uid: '4242 4242 4242 4242',
      Gid: '4243 4243 4243 4243',
      Groups: '',
      CapInh: '0000000000000000',
      CapPrm: '0000000000000000',
      CapEff: '0000000000000000',
      NoNewPrivs: '1',
      Umask: '0027',
      args: 'serve and more',
      made: '4242:4243 640',
    })
  })
})

describe('a command that is no start', () => {
  beforeAll(async () => void (await mainFile()))

  it.each(['admin-link', 'backup', 'doctor', 'healthcheck', 'move', 'restore'])(
    '%s does not say that Foyer cannot start, and makes nothing where a setting is wrong',
    async command => {
      const APP_DATA_DIR = join(temporaryFolder(), 'data')
      const { code, stdout, stderr } = await runToEnd({
        env: { APP_DATA_DIR, APP_BASE_PATH: 'no slash' },
        args: [command],
      })
      expect(code).toBe(['doctor', 'healthcheck'].includes(command) ? 1 : 78)
      expect(`${stdout}${stderr}`).toContain('APP_BASE_PATH')
      expect(`${stdout}${stderr}`).not.toContain('cannot start')
      expect(existsSync(APP_DATA_DIR)).toBe(false)
    },
  )

  it('healthcheck neither makes nor locks a data folder, whether or not a server answers', async () => {
    const APP_DATA_DIR = join(temporaryFolder(), 'data')
    const { code, stderr } = await runToEnd({ env: { APP_DATA_DIR, PORT: '9' }, args: ['healthcheck'] })
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^Foyer does not answer/)])
    expect(existsSync(APP_DATA_DIR)).toBe(false)
  })

  it('are all that there are, but for serve', async () => {
    const { stderr } = await runToEnd({ args: ['nonsense'] })
    const [, list = ''] = /Use: (.+)\.\n$/.exec(stderr) ?? []
    const known = list.split(', ').map(one => one.split(' ')[0])
    const [, set = ''] = /NOT_A_START = new Set\(\[(.+)\]\)/.exec(read('server/src/main.ts')) ?? []
    const named = Array.from(set.matchAll(/'(.+?)'/g), ([, name]) => name)
    expect(new Set(named)).toEqual(new Set(known.filter(name => name !== 'serve')))
  })
})
