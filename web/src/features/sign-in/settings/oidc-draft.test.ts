import { expect, it } from 'vitest'
import { isChanged, needsClientSecretAgain, oidcChangeOf, oidcDraftOf } from './oidc-draft.ts'

const saved = {
  enabled: true,
  label: 'Authelia',
  issuer: 'https://auth.example.org',
  client_id: 'foyer',
  has_secret: true,
  additional_scopes: ['groups'],
  allowed_groups: ['family'],
  group_claim: 'groups',
  auto_create: true,
  sso_only: false,
  use_proxy: false,
  callback_url: 'https://foyer.example.org/api/auth/oidc/callback',
  tested: true,
}

it('2/4.4 keeps the secret unless one is typed or it is removed', () => {
  const kept = oidcDraftOf(saved)
  expect(oidcChangeOf(kept, saved)).not.toHaveProperty('client_secret')
  expect(oidcChangeOf({ ...kept, client_secret: 'new' }, saved)).toMatchObject({ client_secret: 'new' })
  expect(oidcChangeOf({ ...kept, client_secret: '' }, saved)).toMatchObject({ client_secret: '' })
  const none = { ...saved, has_secret: false }
  expect(oidcChangeOf(oidcDraftOf(none), none)).not.toHaveProperty('client_secret')
})

it('leaves the switches to themselves', () => {
  const change = oidcChangeOf(oidcDraftOf(saved), saved)
  expect(change).not.toHaveProperty('enabled')
  expect(change).not.toHaveProperty('sso_only')
  expect(change).not.toHaveProperty('tested')
})

it('notices what was not saved', () => {
  const draft = oidcDraftOf(saved)
  expect(isChanged(draft, saved)).toBe(false)
  expect(isChanged({ ...draft, allowed_groups: [] }, saved)).toBe(true)
  expect(isChanged({ ...draft, client_secret: '' }, saved)).toBe(true)
})

it('C67 requires the secret again when the issuer moves to another origin', () => {
  const at = (issuer: string) => needsClientSecretAgain({ ...oidcDraftOf(saved), issuer }, saved)
  expect([at('https://auth.example.org/other'), at('https://auth.example.org:443')]).toEqual([false, false])
  expect([at('https://auth.example.com'), at('http://auth.example.org')]).toEqual([true, true])
})
