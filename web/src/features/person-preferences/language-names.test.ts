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
    const absent = KNOWN.filter(tag => !offered.has(tag))
    const others = absent.filter(tag => find(reader, tag, tag)?.name === tag)
    expect(others).toEqual(['cn', 'cn-CN', 'eo-EO'])
  })

  it.each(LANGUAGES.map(({ tag }) => tag))('are offered once each to who reads %s', reader => {
    const names = otherLanguages(reader, '').map(({ name }) => name)
    expect(names).toEqual([...new Set(names)])
    // Romanian has two tags.
    expect([find(reader, 'ro'), find(reader, 'mo')].map(Boolean)).toEqual([true, false])
    expect([find(reader, 'ro', 'mo'), find(reader, 'mo', 'mo')].map(Boolean)).toEqual([false, true])
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
