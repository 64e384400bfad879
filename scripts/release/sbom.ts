import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { type Lockfile, PLATFORMS, runsOn } from './platforms.ts'

interface Component {
  'bom-ref': string
  name: string
  type: string
  version: string
}

export interface Sbom {
  metadata: { component: Component }
  components: Component[]
  dependencies: { ref: string; dependsOn: string[] }[]
}

/** Asked for by others, but gone once the programs are bundled. */
const ONLY_TYPES = /^(@types\/|typescript$|@typescript\/)/

const manifestOf = (workspace: string) => JSON.parse(readFileSync(`${workspace}/package.json`, 'utf8'))

/** The packages that the web client imports: all of its packages are for its build, but these end up in it. */
function importedByWeb(): string[] {
  const sources = globSync('web/src/**/*.{ts,tsx,css}').filter(file => !/\.test\.tsx?$/.test(file))
  const text = sources.map(file => readFileSync(file, 'utf8')).join('\n')
  return Object.keys(manifestOf('web').devDependencies).filter(name => {
    const quoted = name.replaceAll(/[/.]/g, '\\$&')
    return new RegExp(`(from|import) ?\\(?['"]${quoted}(/[^'"]*)?['"]`).test(text)
  })
}

/** What npm knows of the whole lockfile. */
function wholeSbom(): Sbom {
  const args = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only']
  const { status, stdout } = spawnSync('npm', args, { encoding: 'utf8', maxBuffer: 2 ** 26 })
  if (status !== 0) throw new Error('npm could not list the packages.')
  return JSON.parse(stdout)
}

/**
 * `npm sbom --omit dev` would leave out the web client, whose packages are bundled, and list those of machines that
 * nothing is made for. So all is listed, and what is reached from the two programs and from Node is kept.
 */
export function sbomOfWhatShips(lockfile: Lockfile, whole = wholeSbom()): Sbom {
  const product = whole.metadata.component
  const bySource = new Map(whole.dependencies.map(({ ref, dependsOn }) => [ref, dependsOn]))
  const roots = [
    ...directOf(
      bySource,
      product['bom-ref'],
      PLATFORMS.map(platform => `node-linux-${platform}`),
    ),
    ...directOf(bySource, `@foyer/server@${product.version}`, Object.keys(manifestOf('server').dependencies)),
    ...directOf(bySource, `@foyer/web@${product.version}`, importedByWeb()),
  ]
  const elsewhere = namesForOtherMachines(lockfile)
  const kept = new Set<string>()
  const open = [...roots]
  for (let ref = open.pop(); ref !== undefined; ref = open.pop()) {
    if (kept.has(ref) || elsewhere.has(nameOf(ref)) || ONLY_TYPES.test(nameOf(ref))) continue
    kept.add(ref)
    open.push(...(bySource.get(ref) ?? []))
  }
  return {
    ...whole,
    metadata: { ...whole.metadata, component: { ...product, name: 'foyer', type: 'application' } },
    components: whole.components.filter(one => kept.has(one['bom-ref'])),
    dependencies: [
      { ref: product['bom-ref'], dependsOn: [...new Set(roots)] },
      ...whole.dependencies
        .filter(({ ref }) => kept.has(ref))
        .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter(one => kept.has(one)) })),
    ],
  }
}

/** `@node-rs/argon2@2.2.1` without its version. */
const nameOf = (ref: string) => ref.slice(0, ref.lastIndexOf('@'))

function directOf(bySource: Map<string, string[]>, ref: string, names: readonly string[]): string[] {
  const found = (bySource.get(ref) ?? []).filter(one => names.includes(nameOf(one)))
  if (found.length !== names.length) throw new Error(`npm does not know every package of ${ref}.`)
  return found
}

function namesForOtherMachines({ packages }: Lockfile): Set<string> {
  const others = Object.entries(packages).filter(
    ([, one]) => !PLATFORMS.some(platform => runsOn(platform, one)),
  )
  return new Set(
    others.map(([path]) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)),
  )
}
