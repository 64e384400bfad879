import { expect, it } from 'vitest'
import { recognise, withHints } from './provider-hints.ts'

it.each([
  ['https://accounts.google.com', 'google'],
  ['https://login.microsoftonline.com/5f0c/v2.0', 'entra'],
  ['https://auth.example.org/application/o/foyer/', 'authentik'],
  ['https://auth.example.org/realms/home', 'keycloak'],
  ['https://auth.example.org', 'other'],
  ['', 'other'],
])('recognises %s as %s', (issuer, provider) => expect(recognise(issuer)).toBe(provider))

const empty = { issuer: '', additional_scopes: [], group_claim: 'groups' }

it('fills in what nobody entered, and takes it back with the next choice', () => {
  const authelia = withHints(empty, 'other', 'authelia')
  expect(authelia).toEqual({ issuer: '', additional_scopes: ['groups'], group_claim: 'groups' })
  const google = withHints(authelia, 'authelia', 'google')
  expect(google).toEqual({
    issuer: 'https://accounts.google.com',
    additional_scopes: [],
    group_claim: 'groups',
  })
  expect(withHints(google, 'google', 'keycloak').issuer).toBe('')
})

it('leaves alone what was entered', () => {
  const typed = { issuer: 'https://sso.example.org', additional_scopes: ['roles'], group_claim: 'roles' }
  expect(withHints(typed, 'other', 'pocket_id')).toEqual(typed)
})
