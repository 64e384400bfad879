import { REFUSALS, type RefusalCode } from '@foyer/contract/refusals'
import type { RouteDefinition } from '@foyer/contract/route'
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { de } from './de/index.ts'
import { aiTexts } from './en/ai.ts'
import { assistantSettings } from './en/assistant-settings.ts'
import { assistantTexts } from './en/assistants.ts'
import { chatTexts } from './en/chat.ts'
import { destinationTexts } from './en/destinations.ts'
import { en as first } from './en/index.ts'
import { issueTexts } from './en/issues.ts'
import { notices } from './en/notices.ts'
import { remediationTexts } from './en/remediation.ts'
import { servers } from './en/servers.ts'
import { setTopBoxTexts } from './en/set-top-boxes.ts'
import { signInAdmin } from './en/sign-in-admin.ts'
import { signIn } from './en/sign-in.ts'
import { shelves } from './en/shelves.ts'
import { transcoderTexts } from './en/transcoder.ts'

/** English comes in parts, of which all but the first are loaded with their pages. */
const en = {
  ...first,
  ...aiTexts,
  ...assistantTexts,
  ...assistantSettings,
  ...chatTexts,
  ...destinationTexts,
  ...issueTexts,
  ...notices,
  ...remediationTexts,
  ...servers,
  ...setTopBoxTexts,
  ...shelves,
  ...signIn,
  ...signInAdmin,
  ...transcoderTexts,
}
const LANGUAGES: Record<string, object> = { en, de }
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

const english = flatten(en)

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

describe.each(Object.entries(LANGUAGES))('%s', (language, catalogue) => {
  const flat = flatten(catalogue)

  it('has the same keys as English', () => {
    expect([...spoken(flat.keys())].sort()).toEqual([...spoken(english.keys())].sort())
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

  it('has a text for every refusal a page may receive', () => {
    expect(codes.filter(code => !flat.has(`errors.code.${code}`))).toEqual([])
  })

  it('uses no exclamation marks', () => {
    expect([...flat].filter(([, text]) => text.includes('!'))).toEqual([])
  })
})

describe('the code', () => {
  const known = spoken(english.keys())

  it('is found by this test', () => {
    expect(files.length).toBeGreaterThan(80)
    expect(codes).toContain('weak_password')
  })

  it('translates only codes of the contract', () => {
    expect(Object.keys(en.errors.code).filter(one => !Object.hasOwn(REFUSALS, one))).toEqual([])
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
