import { expect, it } from 'vitest'
import { plexAccountText } from './plex-account.ts'

it('names an account by what is known of it, each thing once', () => {
  const email = 'tove@example.org'
  expect(plexAccountText({ username: 'tove', email })).toBe('tove · tove@example.org')
  expect(plexAccountText({ username: 'tove', email: '' })).toBe('tove')
  expect(plexAccountText({ username: '', email })).toBe(email)
  expect(plexAccountText({ username: email, email })).toBe(email)
  expect(plexAccountText({ username: '', email: '' })).toBe('')
})
