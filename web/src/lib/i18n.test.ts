import i18next from 'i18next'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { setLanguage, startLanguages } from './i18n.ts'

beforeEach(async () => {
  vi.stubGlobal('document', { documentElement: {}, baseURI: 'https://home.example/' })
  vi.stubGlobal('navigator', { languages: ['en'] })
  await startLanguages()
})
afterEach(() => vi.unstubAllGlobals())

it('a language that is not complete is filled from English, text by text and in its own plural forms', async () => {
  // A folder that somebody has begun: docs/translating.md, step 2.
  i18next.addResourceBundle('pl', 'translation', {
    shell: { home: 'Start' },
    approvals: { waits_one: 'jedna prośba', waits_few: '{{count}} prośby' },
  })
  await i18next.changeLanguage('pl')
  const { t } = i18next
  expect(t('shell.home')).toBe('Start')
  expect(t('approvals.title')).toBe('Approvals')
  expect(t('approvals.edit_title', { title: 'Ebbe' })).toBe('Change Ebbe')
  expect([1, 3, 5].map(count => t('approvals.waits', { count }))).toEqual([
    'jedna prośba',
    '3 prośby',
    '5 pending requests',
  ])
})

it('an unfinished language has the English texts of a page that brings its own', async () => {
  i18next.addResourceBundle('pl', 'translation', { books: { authors: 'Autorzy' } }, true)
  await i18next.changeLanguage('pl')
  i18next.addResourceBundle('en', 'translation', { books: { authors: 'Authors', series: 'Series' } }, true)
  expect([i18next.t('books.authors'), i18next.t('books.series')]).toEqual(['Autorzy', 'Series'])
})

it('two Foyers on one origin keep their languages apart', async () => {
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  })
  vi.stubGlobal('document', { documentElement: {}, baseURI: 'https://home.example/one/' })
  await setLanguage('de')
  vi.stubGlobal('document', { documentElement: {}, baseURI: 'https://home.example/two/' })
  await setLanguage('fr')
  expect([...kept]).toEqual([
    ['foyer/one.language', 'de'],
    ['foyer/two.language', 'fr'],
  ])
})
