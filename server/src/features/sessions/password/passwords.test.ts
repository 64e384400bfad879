import { describe, expect, test } from 'vitest'
import { createPasswords } from './passwords.ts'

describe('passwords', () => {
  test('R5 are stored as argon2id with 19 MiB and two passes', async () => {
    const passwords = createPasswords()
    const stored = await passwords.hash('correct horse')
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(await passwords.isRight(stored, 'correct horse')).toBe(true)
    expect(await passwords.isRight(stored, 'wrong horse')).toBe(false)
    expect(await passwords.isRight(null, 'no account has this password')).toBe(false)
  })
})
