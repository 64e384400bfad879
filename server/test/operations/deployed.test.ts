import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { allRoutes } from '@foyer/contract'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '#test/engines.ts'

/** How the server is watched and started again; container.test.ts checks the names in the same files. */
const ROOT = join(import.meta.dirname, '../../..')
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')

describe('a server that ends or hangs is started again', () => {
  it('in Kubernetes when the process does not answer, and not while the database does not', () => {
    const pod = read('deploy/kubernetes/foyer.yaml')
    const [, path, port] = /livenessProbe:\n +httpGet: \{ path: (\S+), port: (\S+) \}/.exec(pod) ?? []
    // Readiness depends on the database; a new process would not help it.
    expect(path).toBe('/api/health/live')
    expect(allRoutes.map(route => route.path)).toContain(path)
    expect(pod).toContain(`- { name: ${port}, containerPort: `)
    const [, probe = ''] = /livenessProbe:\n((?: {12}.+\n)+)/.exec(pod) ?? []
    const number = (name: string) => Number(new RegExp(`${name}: (\\d+)`).exec(probe)?.[1])
    // A backup that is restored on the page ends the answers for a while.
    expect(number('periodSeconds') * number('failureThreshold')).toBeGreaterThanOrEqual(600)
  })

  it.each([
    ['compose.yaml', /^ {4}restart: unless-stopped$/m],
    ['deploy/unraid/foyer.xml', /<ExtraParams>.*--restart=unless-stopped .*<\/ExtraParams>/],
    ['deploy/systemd/foyer.service', /^Restart=on-failure$/m],
  ])('by %s', (file, line) => expect(read(file)).toMatch(line))
})

const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0

/** What systemd finds in the unit, with a program that exists here; it warns of what it would ignore. */
function verify(change: (unit: string) => string): string[] {
  const file = join(temporaryFolder(), 'foyer.service')
  const unit = change(read('deploy/systemd/foyer.service'))
  writeFileSync(file, unit.replace('/opt/foyer/foyer ', `${process.execPath} `))
  const { stdout, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', file], { encoding: 'utf8' })
  // Units of this machine that it needs may have mistakes of their own.
  return `${stdout}${stderr}`.split('\n').filter(line => line.includes('foyer.service'))
}

describe.runIf(hasSystemd)('the unit, as systemd reads it', () => {
  it('has no word that systemd does not know', () => expect(verify(unit => unit)).toEqual([]))

  it.each([
    ['StateDirectoryMode=', 'StateDirectoryMod=', 'StateDirectoryMod'],
    ['ProtectHome=read-only', 'ProtectHome=readonly', 'readonly'],
    ['/opt/foyer/foyer serve', '/opt/foyer/fojer serve', 'not executable'],
  ])('would be faulted for a slip in %s', (right, wrong, finding) => {
    expect(verify(unit => unit.replace(right, wrong))).toEqual([expect.stringContaining(finding)])
  })
})
