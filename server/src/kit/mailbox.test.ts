import { describe, expect, it } from 'vitest'
import { isMailAddress, parseMailbox } from './mailbox.ts'

const NEVER = [
  '',
  '@',
  'mia',
  'mia@',
  '@example.org',
  'mia@@example.org',
  'mia@example..org',
  '.mia@example.org',
  'mia.@example.org',
  'mia@-example.org',
  'mia@example.org.',
  'mia @example.org',
  'mia@example.org ',
  'mia@example.org\r\nBcc: eve@example.org',
  'mia@example.org\nBcc: eve@example.org',
  'mia@example.org\u2028',
  'mia@example.org,eve@example.org',
  'mia@example.org;eve@example.org',
  '<mia@example.org>',
  '"mia"@example.org',
  'mia(hello)@example.org',
  'mia@[10.0.0.1]',
  `${'m'.repeat(65)}@example.org`,
  `mia@${'e'.repeat(250)}.org`,
]

describe('an e-mail address', () => {
  it.each([
    'mia@example.org',
    'mia.lee+foyer@mail.example.org',
    'root@nas',
    "o'neil@example.org",
    'jörg@müller.de',
  ])('can be %s', address => expect(isMailAddress(address)).toBe(true))
  it.each(NEVER)('cannot be %j', address => expect(isMailAddress(address)).toBe(false))
})

describe('a sender', () => {
  it('may have a name', () => {
    expect(parseMailbox('foyer@example.org')).toEqual({ name: '', address: 'foyer@example.org' })
    expect(parseMailbox('Our home <foyer@example.org>')).toEqual({
      name: 'Our home',
      address: 'foyer@example.org',
    })
    expect(parseMailbox('"Mia, Lee" <foyer@example.org>')?.name).toBe('Mia, Lee')
    expect(parseMailbox('<foyer@example.org>')).toEqual({ name: '', address: 'foyer@example.org' })
  })

  it.each([
    ...NEVER.filter(text => !text.startsWith('<')),
    'Eve <eve@example.org>, Mia <mia@example.org>',
    'eve@example.org <mia@example.org>',
    'Foyer\r\nBcc: eve <mia@example.org>',
    '"Foyer\r\nBcc: eve" <mia@example.org>',
    'Foyer <mia@example.org> eve',
    'Foyer <mia@example.org\r\n>',
    'Foyer <>',
  ])('cannot be %j', text => expect(parseMailbox(text)).toBeNull())
})
