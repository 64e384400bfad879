import { REFUSALS, type RefusalCode } from '@foyer/contract/refusals'
import type { RouteDefinition } from '@foyer/contract/route'
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { LANGUAGES } from '#lib/languages.ts'
import { catalogueOf } from './catalogue.ts'
import { en as first } from './en/index.ts'
import english_errors from './en/errors.json'

const FILES = import.meta.glob<object>(['./*/*.json', '!./*/language.json'], {
  eager: true,
  import: 'default',
})
/** English comes in parts, of which all but the first are loaded with their pages. */
const PARTS = import.meta.glob<Record<string, object>>(['./en/*.ts', '!./en/index.ts'], { eager: true })
/** Languages that have every text; the others may have gaps, which English fills. */
const COMPLETE = ['en', 'de', 'fr', 'es', 'nl', 'it', 'pt-BR']

function catalogue(tag: string) {
  return catalogueOf(
    Object.fromEntries(Object.entries(FILES).filter(([path]) => path.startsWith(`./${tag}/`))),
  )
}

/** 0.3: what any route may answer, whatever it declares. */
const GENERIC: readonly RefusalCode[] = [
  'validation',
  'unauthorized',
  'forbidden',
  'not_found',
  'conflict',
  'body_too_large',
  'rate_limited',
  'internal',
  'upstream_failed',
  'unavailable',
]
const PLURAL = /_(zero|one|two|few|many|other)$/
const SOURCES = new URL('../', import.meta.url)
const CONTRACT = new URL('../../../contract/src/', import.meta.url)

function flatten(catalogue: object, prefix = ''): Map<string, string> {
  const flat = new Map<string, string>()
  for (const [name, value] of Object.entries(catalogue)) {
    if (typeof value === 'string') flat.set(prefix + name, value)
    else for (const [key, text] of flatten(value, `${prefix}${name}.`)) flat.set(key, text)
  }
  return flat
}

/** What callers write: `ui.fix`, whichever plural forms a language keeps under it. */
function spoken(keys: Iterable<string>): Set<string> {
  return new Set(Array.from(keys, key => key.replace(PLURAL, '')))
}

function placeholders(text: string): string[] {
  return Array.from(text.matchAll(/\{\{(\w+)(?:, \w+)?\}\}/g), match => match[1] ?? '').sort()
}

const english = flatten(catalogue('en'))

const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter(
  name => /\.tsx?$/.test(name) && !/\.test\.|\.gen\.|gallery/.test(name),
)
const code = files.map(name => readFileSync(new URL(name, SOURCES), 'utf8')).join('\n')
const codes = await codesMet()

/** Codes any route may answer, and those of the routes that pages call. */
async function codesMet(): Promise<RefusalCode[]> {
  const met = new Set(GENERIC)
  const imports = Array.from(code.matchAll(/import \{([^}]*)\} from '@foyer\/contract\/([\w/-]+)'/g))
  for (const [, names = '', slice = ''] of imports) {
    const exported: Record<string, unknown> = await import(new URL(`${slice}.ts`, CONTRACT).href)
    for (const name of names.split(',')) {
      const route = exported[name.trim()]
      if (isRoute(route)) for (const one of route.refusals ?? []) met.add(one)
    }
  }
  return [...met]
}

function isRoute(value: unknown): value is RouteDefinition {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value
}

/** How many of the texts a language has, to be read in the name of its tests. */
function completeness(tag: string): string {
  const keys = spoken(english.keys())
  const own = spoken(flatten(catalogue(tag)).keys())
  const present = [...keys].filter(key => own.has(key)).length
  return `${String(Math.floor((100 * present) / keys.size))} % of ${String(keys.size)} texts`
}

describe.each(LANGUAGES.map(({ tag }) => [tag, completeness(tag)]))('%s, %s', (language = '') => {
  const flat = flatten(catalogue(language))

  it('has no text that English lacks', () => {
    const known = spoken(english.keys())
    expect([...spoken(flat.keys())].filter(key => !known.has(key))).toEqual([])
  })

  it('has every plural form of its grammar', () => {
    const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories
    const bases = new Set(
      [...flat.keys()].filter(key => PLURAL.test(key)).map(key => key.replace(PLURAL, '')),
    )
    const missing = [...bases].flatMap(base =>
      forms.map(form => `${base}_${form}`).filter(key => !flat.has(key)),
    )
    expect(missing).toEqual([])
  })

  it('fills in the same values as English', () => {
    for (const [key, text] of flat) {
      const twin = english.get(key) ?? english.get(key.replace(PLURAL, '_other')) ?? ''
      expect([key, placeholders(text)]).toEqual([key, placeholders(twin)])
    }
  })

  it('uses no exclamation marks', () => {
    expect([...flat].filter(([, text]) => text.includes('!'))).toEqual([])
  })
})

/** Letters and digits alone, without what is filled in. */
const wordsOf = (text: string) =>
  text
    .replace(/\{\{.*?\}\}/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .toLowerCase()

it('the name of a button holds the words on it in every language, so that it can be said (WCAG 2.5.3)', () => {
  const named = Array.from(
    code.matchAll(/aria-label=\{t\('([\w.]+)'[^<]*?>\s*\{t\('([\w.]+)'/g),
    ([, name = '', words = '']) => [name, words] as const,
  )
  expect(named.length).toBeGreaterThan(20)
  const other = COMPLETE.flatMap(tag => {
    const flat = flatten(catalogue(tag))
    const textOf = (key: string) => flat.get(key) ?? flat.get(`${key}_other`) ?? ''
    return (
      named
        .map(([name, words]) => [textOf(name), textOf(words)] as const)
        // Between two of the words there may be no other.
        .filter(
          ([name, words]) => !name.split(/\{\{.*?\}\}/).some(part => wordsOf(part).includes(wordsOf(words))),
        )
    )
  })
  expect(other).toEqual([])
})

it.each(['es', 'fr', 'nl'])('%s has one word for an admin, and no English one', tag => {
  const texts = Array.from(flatten(catalogue(tag)))
    // What the search of settings finds beside their names.
    .filter(([key]) => !key.endsWith('.words'))
    .map(([, text]) => text.replace(/\{\{.*?\}\}/g, ''))
  expect(texts.filter(text => /\badmins?\b/i.test(text))).toEqual([])
})

it.each(COMPLETE)('%s has every text', tag => {
  const own = spoken(flatten(catalogue(tag)).keys())
  expect([...spoken(english.keys())].filter(key => !own.has(key))).toEqual([])
})

describe('English', () => {
  it('loads each file with some page', () => {
    const parts = Object.values(PARTS).flatMap(module => Object.values(module))
    const names = [first, ...parts].flatMap(part => Object.keys(part))
    expect([...new Set(names)].sort()).toEqual(Object.keys(catalogue('en')).sort())
  })

  it('has a text for every refusal a page may receive', () => {
    expect(codes.filter(code => !english.has(`errors.code.${code}`))).toEqual([])
  })
})

describe('the code', () => {
  const known = spoken(english.keys())

  it('is found by this test', () => {
    expect(files.length).toBeGreaterThan(80)
    expect(codes).toContain('weak_password')
  })

  it('translates only codes of the contract', () => {
    expect(Object.keys(english_errors.code).filter(one => !Object.hasOwn(REFUSALS, one))).toEqual([])
  })

  it('uses only keys of the catalogue', () => {
    const used = Array.from(code.matchAll(/\bt\(\s*'([^']+)'/g), match => match[1] ?? '')
    expect(used.length).toBeGreaterThan(60)
    expect(used.filter(key => !known.has(key))).toEqual([])
  })

  it('builds keys only below existing prefixes', () => {
    const prefixes = Array.from(code.matchAll(/\bt\(\s*`([^$`]+)\$\{/g), match => match[1] ?? '')
    expect(prefixes.filter(prefix => ![...known].some(key => key.startsWith(prefix)))).toEqual([])
  })

  it('leaves no key unused', () => {
    const built = Array.from(code.matchAll(/\bt\(\s*`([^$`]+)\$\{/g), match => match[1] ?? '')
    const quoted = new Set(Array.from(code.matchAll(/'([a-z_]+(?:\.[a-z_]+)+)'/g), match => match[1] ?? ''))
    const unused = [...known].filter(key => !quoted.has(key) && !built.some(prefix => key.startsWith(prefix)))
    expect(unused).toEqual([])
  })
})
