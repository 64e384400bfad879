import { expect, it } from 'vitest'
import { identitiesOf, issuerName } from './identity.ts'

const created_at = '2026-11-01T10:00:00Z'

it('2/4.4 shows an issuer once, however many subjects of it are linked', () => {
  const issuer = 'https://auth.example.org/realms/home'
  const oidc = ['a', 'b'].map(subject => ({ issuer, subject, created_at }))
  const plex = [{ invite_account_id: '7', email: 'tove@example.org', username: 'tove', created_at }]
  expect(identitiesOf(oidc, plex)).toEqual([
    { kind: 'oidc', id: issuer, name: 'auth.example.org/realms/home', created_at },
    { kind: 'plex', id: '7', name: 'Plex', account: 'tove · tove@example.org', created_at },
  ])
})

it('names an issuer by host and path', () => {
  expect(issuerName('https://accounts.google.com')).toBe('accounts.google.com')
  expect(issuerName('https://auth.example.org:8443/application/o/foyer/')).toBe(
    'auth.example.org:8443/application/o/foyer',
  )
  expect(issuerName('no address')).toBe('no address')
})
