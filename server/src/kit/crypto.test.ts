import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createSecretBox, equalInConstantTime, WrongKey } from './crypto.ts'

const box = createSecretBox(randomBytes(32))

describe('secret box', () => {
  it('opens what it sealed, and never shows it', () => {
    fc.assert(
      fc.property(fc.string(), plain => {
        const sealed = box.seal(plain, 'test')
        expect(box.open(sealed, 'test')).toBe(plain)
        if (plain.length > 6) expect(sealed).not.toContain(plain)
      }),
    )
  })

  it('does not open for another purpose, with another key or after a change', () => {
    const sealed = box.seal('hunter2', 'radarr')
    const changed = sealed.slice(0, -2) + (sealed.endsWith('AA') ? 'BB' : 'AA')
    expect(() => box.open(sealed, 'sonarr')).toThrow(WrongKey)
    expect(() => createSecretBox(randomBytes(32)).open(sealed, 'radarr')).toThrow(WrongKey)
    expect(() => box.open(changed, 'radarr')).toThrow(WrongKey)
    expect(() => box.open('plain text', 'radarr')).toThrow(WrongKey)
  })

  it('seals the same text differently every time', () => {
    expect(box.seal('same', 'p')).not.toBe(box.seal('same', 'p'))
  })

  it('derives a different key for every purpose', () => {
    expect(Buffer.from(box.deriveKey('a'))).not.toEqual(Buffer.from(box.deriveKey('b')))
  })
})

describe('constant-time comparison', () => {
  it('says whether two texts are equal, whatever their length', () => {
    expect(equalInConstantTime('a', 'a')).toBe(true)
    expect(equalInConstantTime('a', 'ab')).toBe(false)
  })
})
