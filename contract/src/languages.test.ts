import { describe, expect, it } from 'vitest'
import { closestLanguage, isTimezone, knownLanguage, LANGUAGES } from './languages.ts'

describe('a language', () => {
  it.each(['en', 'de', 'pt-BR', 'zh-TW', 'zh-Hans', 'ja'])('can be chosen: %s', tag => {
    expect(knownLanguage(tag)).toBe(tag)
  })

  it.each([
    ['DE', 'de'],
    ['pt-br', 'pt-BR'],
    ['ZH-hans', 'zh-Hans'],
  ])('is kept in its usual spelling: %s', (given, kept) => {
    expect(knownLanguage(given)).toBe(kept)
  })

  it.each(['', 'xx', 'german', 'de-XX', 'de_DE', 'de-DE-1996', 'de-Cyrl', ' de', 'en;q=1', 'constructor'])(
    'is unknown: %j',
    tag => {
      expect(knownLanguage(tag)).toBeUndefined()
    },
  )

  it('is listed once', () => {
    expect(new Set(LANGUAGES).size).toBe(LANGUAGES.length)
    expect(LANGUAGES.length).toBeGreaterThan(250)
  })
})

describe('the closest language', () => {
  const offered = ['en', 'de-AT', 'de', 'pt-BR', 'zh-Hans'] as const
  it.each([
    ['de', 'de'],
    ['de-AT', 'de-AT'],
    ['de-CH', 'de'],
    ['pt-BR', 'pt-BR'],
    ['pt', 'pt-BR'],
    ['pt-PT', 'pt-BR'],
    ['zh-CN', 'zh-Hans'],
    ['zh-TW', undefined],
    ['ja', undefined],
    ['*', undefined],
    ['', undefined],
  ])('of %j is %s', (tag, found) => {
    expect(closestLanguage(tag, offered)).toBe(found)
  })
})

describe('a time zone', () => {
  it.each(['Europe/Berlin', 'UTC', 'EST', 'GB', 'America/Argentina/Buenos_Aires', 'Etc/GMT+1'])(
    'is known: %s',
    name => {
      expect(isTimezone(name)).toBe(true)
    },
  )

  it.each([
    '',
    'Berlin',
    'Europe/Atlantis',
    '+01:00',
    'Europe/Berlin ',
    '../etc',
    'PST',
    'bst',
    'SystemV/PST8',
  ])('is unknown: %j', name => {
    expect(isTimezone(name)).toBe(false)
  })
})
