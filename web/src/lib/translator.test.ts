import { createInstance } from 'i18next'
import { beforeAll, describe, expect, it } from 'vitest'
import { de } from '../locales/de/index.ts'
import { en as first } from '../locales/en/index.ts'
import { shelves } from '../locales/en/shelves.ts'
import { type Catalogue, createTranslator, type Values } from './translator.ts'

const en = { ...first, ...shelves }
const CATALOGUES: Record<string, Catalogue> = { en, de }
const PLURAL = /_(one|other)$/
const original = createInstance()
const ours = createTranslator('en')

beforeAll(async () => {
  await original.init({
    lng: 'en',
    fallbackLng: 'en',
    resources: { en: { translation: en }, de: { translation: de } },
    interpolation: { escapeValue: false },
  })
  for (const [language, catalogue] of Object.entries(CATALOGUES)) ours.add(language, catalogue)
})

function texts(catalogue: Catalogue, prefix = ''): [key: string, text: string][] {
  return Object.entries(catalogue).flatMap(([name, value]) =>
    typeof value === 'string' ? [[prefix + name, value] as const] : texts(value, `${prefix}${name}.`),
  ) as [string, string][]
}

/** Every text with something for each placeholder; those that count, with one and with many. */
function questions(language: string): [key: string, values: Values][] {
  return texts(CATALOGUES[language] ?? {}).flatMap(([key, text]) => {
    const names = Array.from(text.matchAll(/\{\{(\w+)(, number)?/g))
    const given = Object.fromEntries(
      names.map(([, name = '', number]) => [name, number ? 4321 : `<${name}> & "co"`]),
    )
    const counts = PLURAL.test(key) || 'count' in given ? [{ count: 1 }, { count: 12_345 }] : [{}]
    return counts.map(count => [key.replace(PLURAL, ''), { ...given, ...count }] as [string, Values])
  })
}

describe('the browser says what i18next would say', () => {
  it.each(['en', 'de'])('in %s, for every text of the catalogue', language => {
    const t = original.getFixedT(language) as unknown as (key: string, values: Values) => string
    const asked = questions(language)
    expect(asked.length).toBeGreaterThan(1000)
    expect(asked.map(one => ours.say(language, ...one))).toEqual(asked.map(one => t(...one)))
  })

  it('falls back to English, and to the key where nobody has words', () => {
    const poor = createTranslator('en')
    poor.add('en', { ui: { files_one: '{{count}} file', files_other: '{{count, number}} files' } })
    poor.add('de', {})
    expect(poor.say('de', 'ui.files', { count: 1 })).toBe('1 file')
    expect(poor.say('de', 'ui.files', { count: 1234 })).toBe('1.234 files')
    expect(poor.say('de', 'ui.nothing.here')).toBe('ui.nothing.here')
  })

  it('takes what arrives later and leaves alone what a person wrote', () => {
    const late = createTranslator('en')
    late.add('en', { ui: { hello: 'Hello {{name}}' } })
    late.add('en', { more: { bye: 'Bye' } })
    expect(late.say('en', 'ui.hello', { name: '{{name}} $t(more.bye)' })).toBe('Hello {{name}} $t(more.bye)')
    expect(late.say('en', 'more.bye')).toBe('Bye')
  })
})
