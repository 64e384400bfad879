import { describe, expect, it } from 'vitest'
import {
  applyChange,
  type EmailChange,
  findProblems,
  movesPassword,
  presentEmail,
  serverInUse,
} from './email-rules.ts'
import { emailServer, type SavedEmail } from './email-settings.ts'

const PASSWORD = 'sesame-open-7'

const saved = applyChange(emailServer.default, {
  enabled: true,
  host: 'smtp.example.org',
  username: 'foyer',
  password: PASSWORD,
  from: 'Home <foyer@example.org>',
})

describe('the stored password (C67)', () => {
  const table: readonly { change: EmailChange; moves: boolean; why: string }[] = [
    { change: { host: 'smtp.evil.test' }, moves: true, why: 'another host' },
    { change: { port: 25 }, moves: true, why: 'another port' },
    { change: { security: 'none' }, moves: true, why: 'no encryption' },
    { change: { security: 'tls' }, moves: true, why: 'other encryption' },
    { change: { host: 'smtp.evil.test', password: '' }, moves: true, why: 'a blank password' },
    { change: { host: 'smtp.evil.test', password: 'typed' }, moves: false, why: 'a password typed again' },
    { change: { host: 'smtp.evil.test', clear_password: true }, moves: false, why: 'a cleared password' },
    { change: { host: 'SMTP.example.org' }, moves: false, why: 'the same host in capitals' },
    { change: { host: 'smtp.example.org', port: 587, security: 'starttls' }, moves: false, why: 'no change' },
    {
      change: { username: 'other', from: 'x@example.org', enabled: false },
      moves: false,
      why: 'other fields',
    },
    { change: { host: '', enabled: false }, moves: false, why: 'no host' },
  ]
  it.each(table)('$why: must be entered again = $moves', ({ change, moves }) => {
    expect(movesPassword(saved, change)).toBe(moves)
  })

  it('stays bound to its server while the host is removed', () => {
    const without = applyChange(saved, { host: '', enabled: false })
    expect(presentEmail(without).has_password).toBe(true)
    expect(movesPassword(without, { host: 'smtp.evil.test' })).toBe(true)
    expect(movesPassword(without, { host: 'smtp.example.org' })).toBe(false)
  })

  it('moves nothing when there is none', () => {
    expect(movesPassword(applyChange(saved, { clear_password: true }), { host: 'smtp.evil.test' })).toBe(
      false,
    )
  })

  it('is bound to the server it was entered for, also when that is entered later', () => {
    const first = applyChange(emailServer.default, { password: PASSWORD })
    const bound = applyChange(first, { host: 'smtp.example.org' })
    expect(movesPassword(first, { host: 'smtp.example.org' })).toBe(false)
    expect(movesPassword(bound, { host: 'smtp.evil.test' })).toBe(true)
  })
})

describe('a change of the mail server', () => {
  it('keeps what it omits, and a blank password', () => {
    expect(applyChange(saved, {})).toEqual(saved)
    expect(applyChange(saved, { password: '', port: 465, security: 'tls' })).toMatchObject({
      password: PASSWORD,
      port: 465,
      host: 'smtp.example.org',
    })
    expect(applyChange(saved, { clear_password: true })).toMatchObject({ password: '', password_origin: '' })
  })

  it('never shows the password', () => {
    expect(presentEmail(saved)).toEqual({
      enabled: true,
      host: 'smtp.example.org',
      port: 587,
      security: 'starttls',
      username: 'foyer',
      has_password: true,
      from: 'Home <foyer@example.org>',
    })
  })

  const problems: readonly { change: EmailChange; fields: readonly string[] }[] = [
    { change: { enabled: true, host: '', from: '' }, fields: ['host', 'from'] },
    { change: { enabled: false, host: '', from: '' }, fields: [] },
    { change: { host: 'https://smtp.example.org' }, fields: ['host'] },
    { change: { host: 'smtp.example.org:587' }, fields: ['host'] },
    { change: { host: 'smtp example' }, fields: ['host'] },
    { change: { host: 'smtp..example' }, fields: ['host'] },
    { change: { host: 'user@smtp.example.org' }, fields: ['host'] },
    { change: { host: '10.0.0.2' }, fields: [] },
    { change: { host: '[fd00::1]' }, fields: [] },
    { change: { host: 'mail_relay' }, fields: [] },
    { change: { from: 'nobody' }, fields: ['from'] },
    { change: { from: 'a@example.org\r\nBcc: b@example.org' }, fields: ['from'] },
    { change: { username: 'a\u0000b' }, fields: ['username'] },
    { change: { password: 'x', clear_password: true }, fields: ['clear_password'] },
  ]
  it.each(problems)('$change has problems in $fields', ({ change, fields }) => {
    expect(Object.keys(findProblems(applyChange(saved, change), change))).toEqual(fields)
  })
})

describe('the mail server in use', () => {
  it('needs to be on, a host and a sender', () => {
    const {
      password_origin: _,
      enabled: __,
      ...expected
    } = { ...saved, from: { name: 'Home', address: 'foyer@example.org' } }
    expect(serverInUse(saved)).toEqual(expected)
    const off: readonly Partial<SavedEmail>[] = [{ enabled: false }, { host: '' }, { from: '' }]
    for (const change of off) expect(serverInUse({ ...saved, ...change })).toBeNull()
  })

  it('has IPv6 addresses without brackets', () => {
    expect(serverInUse(applyChange(saved, { host: '[FD00::1]' }))?.host).toBe('fd00::1')
  })
})
