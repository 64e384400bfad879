import { type Source, stripComments } from './sources.ts'

export interface Violation {
  path: string
  problem: string
}

/** Contract files whose words are stored, and spoken of with upstreams. */
const WORDS =
  /^contract\/src\/(primitives|languages|assistant\/ai-providers|destinations\/webhook-template|instances\/(delivery-defaults|instance-types)|requests\/requests|tv-matches\/tv-match)\.ts$/

/** The names of AI providers: settings choose among them, and linked accounts and faults carry them. */
const AI_PROVIDERS = /^contract\/src\/assistant\/ai-providers\.ts$/

/** The languages that people can choose. */
const LANGUAGES = /^contract\/src\/languages\.ts$/

/** The one file of db that names slices: it adds up the tables that they describe, as types. */
const SUM_OF_TABLES = /^server\/src\/db\/tables\.ts$/
const TABLES_OF_A_SLICE = /^server\/src\/(features\/[^/]+|jobs|settings)\/[^/]+-tables\.ts$/

/** Which folders a folder may import, beside itself (3.4). Patterns, so that a new slice needs no new rule. */
const MAY_IMPORT: readonly { from: RegExp; to: readonly RegExp[] }[] = [
  { from: /^server\/src\/main\.ts$/, to: [/^server\/src\/(compose|db|kit)\//, /^server\/src\/config\.ts$/] },
  { from: /^server\/src\/compose\//, to: [/^server\/src\//, /^contract\//] },
  // The one file of a slice that wires it: it sees the platform, the upstreams and other slices.
  {
    from: /^server\/src\/features\/[^/]+\/slice\.ts$/,
    to: [
      /^server\/src\/(features|upstreams|ports|db|events|jobs|settings|kit|texts|http|platform)\//,
      /^contract\//,
    ],
  },
  {
    from: /^server\/src\/platform\//,
    to: [
      /^server\/src\/(platform|db|events|jobs|settings|kit|http|ports)\//,
      /^server\/src\/config\.ts$/,
      /^server\/src\/features\/[^/]+\/index\.ts$/,
      AI_PROVIDERS,
    ],
  },
  {
    from: /^server\/src\/features\/.+-routes\.ts$/,
    to: [/^server\/src\/(features|ports|db|events|jobs|settings|kit|texts|http)\//, /^contract\//],
  },
  {
    from: /^server\/src\/features\//,
    to: [/^server\/src\/(features|ports|db|events|jobs|settings|kit|texts)\//, /^contract\//],
  },
  {
    from: /^server\/src\/upstreams\//,
    to: [/^server\/src\/(ports|kit|upstreams)\//, WORDS],
  },
  { from: /^server\/src\/ports\//, to: [/^server\/src\/ports\//, WORDS] },
  { from: /^server\/src\/http\//, to: [/^server\/src\/(http|kit)\//, /^contract\//] },
  { from: /^server\/src\/events\//, to: [/^server\/src\/(events|db|kit)\//, /^contract\//] },
  { from: /^server\/src\/jobs\//, to: [/^server\/src\/(jobs|db|kit)\//] },
  { from: /^server\/src\/settings\//, to: [/^server\/src\/(settings|db|kit)\//] },
  { from: SUM_OF_TABLES, to: [/^server\/src\/db\//, TABLES_OF_A_SLICE] },
  { from: /^server\/src\/db\//, to: [/^server\/src\/(db|kit)\//] },
  {
    from: /^server\/src\/kit\//,
    to: [
      /^server\/src\/kit\//,
      /^contract\/src\/(permissions|refusals|sentences|upstream-sentences)\.ts$/,
      AI_PROVIDERS,
    ],
  },
  { from: /^server\/src\/texts\//, to: [/^server\/src\/texts\//, LANGUAGES] },
  { from: /^server\/src\/config/, to: [/^server\/src\/(config|kit)/, AI_PROVIDERS, LANGUAGES] },
  { from: /^contract\//, to: [/^contract\//] },
  { from: /^simulators\//, to: [/^simulators\//] },
  { from: /^web\/src\/ui\//, to: [/^web\/src\/ui\//] },
  { from: /^web\/src\/lib\//, to: [/^web\/src\/(lib|locales|ui)\//, /^contract\//] },
  {
    from: /^web\/src\/features\/([^/]+)\//,
    to: [
      /^web\/src\/(ui|lib|locales)\//,
      /^web\/src\/features\/OWN\//,
      /^web\/src\/routeTree\.gen\.ts$/,
      /^contract\//,
    ],
  },
  { from: /^web\/src\//, to: [/^web\//, /^contract\//] },
  { from: /^e2e\//, to: [/^(e2e|contract|simulators)\//] },
]

/** Packages with one home. */
const PACKAGE_HOMES: readonly { name: RegExp; home: RegExp }[] = [
  {
    name: /^(fastify|@fastify\/.+)$/,
    home: /^server\/src\/(http\/|compose\/|features\/.+-routes\.ts$)/,
  },
  { name: /^kysely$/, home: /^server\/src\/(db|jobs|settings)\/|-store\.ts$/ },
  { name: /^undici$/, home: /^server\/src\/kit\/outbound/ },
  // The bare server of the bench stands for storage without a server around it.
  { name: /^node:sqlite$/, home: /^(server\/src\/db\/|scripts\/bench\/bare-)/ },
  { name: /^(ai|@ai-sdk\/.+)$/, home: /^server\/src\/upstreams\/language-models\// },
  { name: /^nodemailer/, home: /^server\/src\/upstreams\/smtp\// },
  { name: /^pg$/, home: /^server\/src\/db\// },
  { name: /^zod$/, home: /^(contract|server)\// },
]

/** Words allowed in one place only, outside tests: clock, environment and network each have one module. */
const WORD_HOMES: readonly { word: RegExp; says: string; under: RegExp; home: RegExp }[] = [
  {
    word: /\bprocess\.env\b/,
    says: 'process.env',
    under: /^server\/src\//,
    home: /^server\/src\/config\.ts$/,
  },
  {
    word: /\bDate\.now\(\)|\bnew Date\(\)|\bperformance\.now\(\)/,
    says: 'the wall clock',
    under: /^server\/src\//,
    home: /^server\/src\/kit\/clock\.ts$/,
  },
  {
    // With `window.` it is in the script of a page.
    word: /(?<!window\.)\bset(Timeout|Interval)\(/,
    says: 'a timer',
    under: /^server\/src\//,
    home: /^server\/src\/kit\/clock\.ts$/,
  },
  { word: /(?<![.\w])fetch\(/, says: 'fetch', under: /^server\/src\//, home: /^server\/src\/kit\/outbound/ },
  {
    word: /\bhttps?\.request\(|\bnet\.connect\(/,
    says: 'a socket of its own',
    under: /^server\/src\//,
    home: /^server\/src\/kit\/outbound/,
  },
  {
    word: /(?<![.\w])fetch\(|new WebSocket\(/,
    says: 'a network call',
    under: /^web\/src\//,
    home: /^web\/src\/(lib\/|service-worker)/,
  },
]

const RULES_FORBIDDEN =
  /^server\/src\/(db|http|ports|upstreams|jobs|settings)\/|^server\/src\/kit\/(clock|log|outbound)|^(kysely|fastify|pino|node:fs.*|node:net)$/

/** Tests, and the folders beside `src` that hold what only tests need. */
const isTest = (path: string) => /\.test\.tsx?$|^[a-z0-9]+\/test\//.test(path)

export function findViolations(sources: readonly Source[]): Violation[] {
  const product = sources.filter(({ path }) => !isTest(path))
  return [
    ...product.flatMap(wrongDirections),
    ...product.flatMap(testsInProduct),
    ...product.flatMap(tablesAtRunTime),
    ...product.flatMap(deepImports),
    ...product.flatMap(homelessPackages),
    ...product.flatMap(homelessWords),
    ...product.flatMap(impureRules),
    ...product.flatMap(ladders),
    ...findCycles(product),
  ]
}

const isOurs = (path: string) => /^(contract|server|simulators|web|e2e|scripts)\//.test(path)

function wrongDirections({ path, imports }: Source): Violation[] {
  const rule = MAY_IMPORT.find(({ from }) => from.test(path))
  if (!rule) return []
  const own = rule.from.exec(path)
  const allowed = rule.to.map(to => new RegExp(to.source.replace('OWN', own?.[1] ?? 'OWN')))
  return imports
    .filter(target => isOurs(target) && !isTest(target) && !allowed.some(pattern => pattern.test(target)))
    .map(target => ({ path, problem: `may not import ${target}` }))
}

/** What only tests need lies in a folder of its own, where the product cannot take it for its own. */
function testsInProduct({ path, imports }: Source): Violation[] {
  if (!/^[a-z0-9]+\/src\//.test(path)) return []
  const named = /\/test-[^/]+$/.test(path) ? [{ path, problem: 'is named like a helper of tests' }] : []
  const imported = imports
    .filter(target => isTest(target) || target === 'vitest')
    .map(target => ({ path, problem: `may not import ${target}, which is for tests` }))
  return [...named, ...imported]
}

/** The database knows no slice at run time: what it names of one is types, in whole statements (`import type`). */
function tablesAtRunTime({ path, imports, text }: Source): Violation[] {
  if (!SUM_OF_TABLES.test(path)) return []
  return imports
    .filter(target => TABLES_OF_A_SLICE.test(target) && !isTypeOnlyFile(text, target))
    .map(target => ({ path, problem: `may import types alone from ${target}` }))
}

/** A slice reaches another slice only through its index.ts; `slice.ts` is for the root alone. */
function deepImports({ path, imports }: Source): Violation[] {
  const own = /^server\/src\/features\/([^/]+)\//.exec(path)?.[1]
  return imports
    .filter(target => {
      const slice = /^server\/src\/features\/([^/]+)\/(.+)$/.exec(target)
      if (slice === null) return false
      if (slice[2] === 'slice.ts') return !path.startsWith('server/src/compose/')
      const is_table = SUM_OF_TABLES.test(path) && TABLES_OF_A_SLICE.test(target)
      return slice[1] !== own && slice[2] !== 'index.ts' && !is_table
    })
    .map(target => ({ path, problem: `must import the slice by its index.ts, not ${target}` }))
}

function homelessPackages({ path, imports, text }: Source): Violation[] {
  return PACKAGE_HOMES.flatMap(({ name, home }) =>
    imports
      .filter(target => name.test(target) && !home.test(path) && !isTypeOnly(text, target))
      .map(target => ({ path, problem: `may not import ${target}` })),
  )
}

/** A type leaves nothing behind at run time. */
function isTypeOnly(text: string, target: string): boolean {
  const escaped = target.replace(/[/.]/g, '\\$&')
  return new RegExp(`import type [^'"]*from ['"]${escaped}['"]`).test(text)
}

function homelessWords({ path, text }: Source): Violation[] {
  const code = stripComments(text)
  return WORD_HOMES.filter(
    ({ word, under, home }) => under.test(path) && !home.test(path) && word.test(code),
  ).map(({ says }) => ({ path, problem: `may not use ${says}` }))
}

/** 3.4.3: same input, same answer. */
function impureRules({ path, imports, text }: Source): Violation[] {
  if (!path.endsWith('-rules.ts')) return []
  return imports
    .filter(target => RULES_FORBIDDEN.test(target) && !isTypeOnlyFile(text, target))
    .map(target => ({ path, problem: `is a rules file and may not import ${target}` }))
}

/** Whether every mention of the file is an `import type` of its own. */
function isTypeOnlyFile(text: string, target: string): boolean {
  const code = stripComments(text)
  const name = (target.split('/').at(-1) ?? target).replaceAll('.', '\\.')
  const mention = `['"](?:[^'"]*/)?${name}['"]`
  const count = (pattern: string) => [...code.matchAll(new RegExp(pattern, 'g'))].length
  const types = count(`import type [^'"]*from ${mention}`)
  return types > 0 && types === count(mention)
}

function ladders({ path, text }: Source): Violation[] {
  return /from ['"]\.\.\/\.\.\/\.\.\//.test(text)
    ? [{ path, problem: 'climbs three folders; use an alias' }]
    : []
}

/** The slices form no circle. */
function findCycles(sources: readonly Source[]): Violation[] {
  const edges = new Map<string, Set<string>>()
  for (const { path, imports } of sources) {
    const from = sliceOf(path)
    for (const target of imports) {
      const to = sliceOf(target)
      if (from && to && from !== to) edges.set(from, (edges.get(from) ?? new Set()).add(to))
    }
  }
  const reaches = (from: string, goal: string, seen = new Set<string>()): boolean => {
    for (const next of edges.get(from) ?? []) {
      if (next === goal) return true
      if (!seen.has(next) && reaches(next, goal, seen.add(next))) return true
    }
    return false
  }
  return [...edges.keys()]
    .filter(slice => reaches(slice, slice))
    .map(slice => ({ path: `server/src/features/${slice}`, problem: 'is part of a circle of slices' }))
}

/** The wiring of a slice is part of the root, so it closes no circle. */
function sliceOf(path: string): string | undefined {
  if (path.endsWith('/slice.ts')) return undefined
  return /^server\/src\/features\/([^/]+)\//.exec(path)?.[1]
}
