import { describe, expect, it } from 'vitest'
import { singleFormat } from './single-format.ts'

const profile = (...names: string[]) => ({
  items: [
    { quality: { name: 'PDF' }, allowed: false },
    ...names.map(name => ({ quality: { name }, allowed: true })),
  ],
})

describe('the one format of an older manager (C7)', () => {
  it.each([
    ['audiobook', [profile('MP3', 'FLAC'), profile('M4B', 'Unknown Audio')]],
    ['ebook', [profile('MP3'), profile('EPUB')]],
    ['ebook', [profile('EPUB', 'MP3')]],
    ['ebook', [profile()]],
    ['ebook', []],
  ] as const)('is %s', (format, profiles) => {
    expect(singleFormat(profiles.map(one => ({ ...one })))).toBe(format)
  })

  it('looks into groups of qualities', () => {
    const group = {
      name: 'Audio',
      allowed: true,
      items: [{ quality: { name: 'MP3' } }, { quality: { name: 'FLAC' } }],
    }
    expect(singleFormat([{ items: [group] }])).toBe('audiobook')
  })

  it('is none where profiles have types of their own', () => {
    expect(singleFormat([{ ...profile('MP3'), profileType: 'audiobook' }])).toBeNull()
  })
})
