import { LANGUAGES as KNOWN } from '@foyer/contract/languages'
import { describe, expect, it } from 'vitest'
import { LANGUAGES } from '#lib/languages.ts'
import { otherLanguages } from './language-names.ts'

const find = (reader: string, tag: string, stored = '') =>
  otherLanguages(reader, stored).find(one => one.tag === tag)

describe('the languages beside those of the pages (C58)', () => {
  it.each(LANGUAGES.map(({ tag }) => tag))('are all offered to who reads %s', reader => {
    const offered = new Set([...otherLanguages(reader, ''), ...LANGUAGES].map(({ tag }) => tag))
    // Codes of the provider that no standard knows.
    expect(KNOWN.filter(tag => !offered.has(tag))).toEqual(['cn', 'cn-CN', 'eo-EO'])
  })

  it.each([
    ['fr', 'ja', 'japonais', false],
    ['fr', 'fr-CA', 'français canadien', true],
    ['es', 'ru', 'ruso', false],
    ['it', 'sv', 'svedese', false],
    ['de', 'de-AT', 'Österreichisches Deutsch', true],
    ['en', 'pt-PT', 'European Portuguese', true],
    ['en', 'zh-Hant', 'Traditional Chinese', false],
  ])('to who reads %s, %s is %s; with pages: %s', (reader, tag, name, has_pages) => {
    expect(find(reader, tag)).toEqual({ tag, name, has_pages })
  })

  it('have the stored one by its tag where no name is known', () => {
    expect(find('en', 'cn', 'cn')?.name).toBe('cn')
  })

  it('are in the order of their names', () => {
    const names = otherLanguages('de', '').map(({ name }) => name)
    expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b, 'de')))
  })
})
