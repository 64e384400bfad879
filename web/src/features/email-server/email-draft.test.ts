import type { EmailServer } from '@foyer/contract/destinations/email'
import { expect, it } from 'vitest'
import {
  emailChangeOf,
  emailDraftOf,
  gapsOf,
  isChanged,
  needsPasswordAgain,
  withSecurity,
} from './email-draft.ts'

const stored: EmailServer = {
  enabled: true,
  host: 'smtp.example.org',
  port: 587,
  security: 'starttls',
  username: 'foyer',
  has_password: true,
  from: 'foyer@example.org',
}
const draft = emailDraftOf(stored)

it('C64 a saved password is not sent, an emptied one is cleared, a typed one is sent', () => {
  expect(emailChangeOf(draft, stored)).toEqual({
    enabled: true,
    host: 'smtp.example.org',
    port: 587,
    security: 'starttls',
    username: 'foyer',
    from: 'foyer@example.org',
  })
  expect(emailChangeOf({ ...draft, password: '' }, stored)).toMatchObject({ clear_password: true })
  expect(emailChangeOf({ ...draft, password: 'new' }, stored)).toMatchObject({ password: 'new' })
  expect(emailChangeOf({ ...draft, password: '' }, { ...stored, has_password: false })).not.toHaveProperty(
    'clear_password',
  )
})

it('C67 requires the password again for another server', () => {
  const to = (part: Partial<typeof draft>) => needsPasswordAgain({ ...draft, ...part }, stored)
  expect([to({}), to({ host: 'SMTP.example.org ' }), to({ username: 'other' })]).toEqual([
    false,
    false,
    false,
  ])
  expect([to({ host: 'evil.example' }), to({ port: '465' }), to({ security: 'none' })]).toEqual([
    true,
    true,
    true,
  ])
  expect(needsPasswordAgain({ ...draft, host: 'other' }, { ...stored, has_password: false })).toBe(false)
})

it('another encryption takes its usual port along, but not one chosen by hand', () => {
  expect(withSecurity(draft, 'tls')).toEqual({ security: 'tls', port: '465' })
  expect(withSecurity({ ...draft, port: '2525' }, 'tls')).toEqual({ security: 'tls' })
})

it('is complete with a server, a port and a sender, and may be incomplete while it is off', () => {
  expect(gapsOf(draft)).toEqual([])
  expect(gapsOf({ ...draft, host: ' ', port: '70000', from: '' })).toEqual(['host', 'port', 'from'])
  expect(gapsOf({ ...draft, enabled: false, host: '', from: '' })).toEqual([])
})

it('knows unsaved changes', () => {
  expect(isChanged(draft, stored)).toBe(false)
  expect([
    isChanged({ ...draft, port: '25' }, stored),
    isChanged({ ...draft, password: 'x' }, stored),
  ]).toEqual([true, true])
})
