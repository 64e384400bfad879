import { knownLanguage } from '@foyer/contract/languages'
import { expect, it } from 'vitest'
import { LANGUAGES, type Language, pickLanguage, regional } from './languages.ts'

const SOME: Language[] = [
  { tag: 'en', name: 'English', dir: 'ltr' },
  { tag: 'de', name: 'Deutsch', dir: 'ltr' },
  { tag: 'pt-BR', name: 'Português (Brasil)', dir: 'ltr' },
  { tag: 'zh-Hans', name: '简体中文', dir: 'ltr' },
]

it('lists every language that has a folder, English first', () => {
  expect(LANGUAGES[0]?.tag).toBe('en')
  expect(LANGUAGES.map(({ tag }) => tag)).toContain('de')
  // The account takes each of them (C58).
  expect(LANGUAGES.filter(({ tag }) => knownLanguage(tag) !== tag)).toEqual([])
})

it.each([
  [['de'], 'de'],
  [['de-AT'], 'de'],
  [['DE-ch'], 'de'],
  [[null, 'pt-br'], 'pt-BR'],
  [['pt'], 'pt-BR'],
  [['pt-PT'], 'pt-BR'],
  [['zh-CN'], 'zh-Hans'],
  [['zh-TW', 'de'], 'de'],
  [['ja', 'de'], 'de'],
  [['ja'], 'en'],
  [['not a tag', ''], 'en'],
])('picks for %j the language %s', (wishes, tag) => {
  expect(pickLanguage(wishes, SOME)).toBe(tag)
})

it('formats in the variant of the browser', () => {
  expect(regional('en', ['de', 'en-GB'])).toBe('en-GB')
  expect(regional('pt-BR', ['pt-PT'])).toBe('pt-BR')
  // Chromium without a locale.
  expect(regional('en', ['en-US@posix'])).toBe('en')
})
