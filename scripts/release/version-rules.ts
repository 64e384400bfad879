const VERSION = /^\d+\.\d+\.\d+(-[0-9A-Za-z.]+)?$/

export const isVersion = (text: string): boolean => VERSION.test(text)

export interface Section {
  /** The whole changelog, with this section dated. */
  changelog: string
  /** What the section says, without its heading. */
  text: string
}

/**
 * Dates the section on top, which is called `x.y.z, unreleased`, and gives it the version. Released once, it is found
 * as it is, so that the same release can be made again from its tag.
 */
export function cutChangelog(changelog: string, version: string, day: string): Section | null {
  const [head = '', ...sections] = changelog.split(/^(?=## )/m)
  const top = sections.findIndex(section => /^## [^\n]+, unreleased\n/.test(section))
  const done = sections.findIndex(section => section.startsWith(`## ${version}, `))
  const at = top === 0 ? 0 : done
  const found = sections[at]
  if (found === undefined) return null
  const text = found.slice(found.indexOf('\n') + 1).trim()
  if (text === '') return null
  const heading = at === done && top !== 0 ? found.slice(0, found.indexOf('\n')) : `## ${version}, ${day}`
  const rest = sections.toSpliced(at, 1, heading + found.slice(found.indexOf('\n')))
  return { changelog: head + rest.join(''), text }
}

type Manifest = Record<string, unknown> & { version: string }
const DEPENDENCIES = ['dependencies', 'devDependencies', 'optionalDependencies']

/** A manifest, or its entry in the lockfile, with the version, also where it names another part of the product. */
export function withVersion<T extends Manifest>(manifest: T, version: string): T {
  const changed: Manifest = { ...manifest, version }
  for (const kind of DEPENDENCIES) {
    const list = manifest[kind]
    if (!isRecord(list)) continue
    const pairs = Object.entries(list).map(([name, one]) => [
      name,
      name.startsWith('@foyer/') ? version : one,
    ])
    changed[kind] = Object.fromEntries(pairs)
  }
  return { ...manifest, ...changed }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

/** The Dockerfile, whose image says its version also when somebody builds it without a word about it. */
export function withImageVersion(dockerfile: string, version: string): string {
  return dockerfile.replace(/^ARG VERSION=.*$/m, `ARG VERSION=${version}`)
}

interface FrozenSchema {
  version: string
  /** The newest migration, by its name. */
  newest: string
  /** What server/test/schemas has for the version, by engine; null where it has nothing. */
  statements: Readonly<Record<string, string | null>>
}

/** Why later upgrades could not be tried on the tables of this release; null when they can. */
export function schemaProblem({ version, newest, statements }: FrozenSchema): string | null {
  const wrong = Object.entries(statements).find(
    ([, text]) => !text?.trimEnd().split('\n').at(-1)?.includes(`('${newest}',`),
  )
  if (!wrong) return null
  return `server/test/schemas/${version}/${wrong[0]}.sql does not end with ${newest}, so it is not what is released. Write it with FOYER_FREEZE=${version} npx vitest run server/test/operations/upgrade-schemas, and commit it.`
}

interface Notes {
  version: string
  text: string
  files: readonly { name: string; bytes: number; sha256: string }[]
}

/** What a forge shows beside the files. */
export function releaseNotes({ version, text, files }: Notes): string {
  const rows = files.map(
    ({ name, bytes, sha256 }) => `| ${name} | ${(bytes / 1e6).toFixed(1)} MB | \`${sha256}\` |`,
  )
  return `# Foyer ${version}

${text}

## Files

For Linux with glibc; nothing else needs to be installed. [docs/archive.md](docs/archive.md) says how to start it and how to update.

\`\`\`sh
sha256sum --check --ignore-missing SHA256SUMS
tar --zstd -xf foyer-linux-x64.tar.zst
foyer/foyer
\`\`\`

| file | size | SHA-256 |
|---|---|---|
${rows.join('\n')}
`
}
