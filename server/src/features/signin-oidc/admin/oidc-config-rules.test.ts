import { describe, expect, it } from 'vitest'
import { fingerprintOf } from '../oidc-configuration.ts'
import { oidcSettings, type SavedOidc } from '../oidc-settings.ts'
import { ssoOnlyInForce } from '../sso-policy.ts'
import {
  applyChange,
  dropsProvider,
  findProblems,
  isTested,
  movesSecret,
  presentConfig,
  turnsSsoOnlyOn,
} from './oidc-config-rules.ts'

const off = oidcSettings.default
const untested: SavedOidc = {
  ...off,
  enabled: true,
  label: 'Family login',
  issuer: 'https://login.example.org/o/foyer/',
  client_id: 'foyer',
  client_secret: 'a client secret',
  secret_origin: 'https://login.example.org:443',
  additional_scopes: ['groups'],
  allowed_groups: ['family'],
}
const saved: SavedOidc = { ...untested, tested_with: fingerprintOf(untested) }

describe('changing the configuration (2/4.4)', () => {
  it.each<[string, Parameters<typeof applyChange>[1], Partial<SavedOidc>]>([
    ['nothing', {}, {}],
    ['one field', { auto_create: true }, { auto_create: true }],
    ['no secret, which keeps it', { client_id: 'foyer' }, {}],
    ['a null secret, which keeps it', { client_secret: null }, {}],
    [
      'an empty secret, which clears it',
      { client_secret: '' },
      { client_secret: '', secret_origin: '', tested_with: '' },
    ],
    [
      'blanks around text',
      {
        issuer: ` ${saved.issuer} `,
        client_id: ' foyer ',
        label: ' Family login ',
      },
      {},
    ],
    ['an empty label', { label: ' ' }, { label: 'Single sign-on' }],
    ['an empty claim', { group_claim: '' }, {}],
    [
      'lists with blanks and doubles',
      {
        additional_scopes: [' groups', '', 'groups'],
        allowed_groups: ['family '],
      },
      {},
    ],
    [
      'the issuer without its slash',
      { issuer: 'https://login.example.org/o/foyer' },
      { issuer: 'https://login.example.org/o/foyer', tested_with: '' },
    ],
    ['a new secret', { client_secret: 'another' }, { client_secret: 'another', tested_with: '' }],
  ])('takes %s', (_what, change, expected) => {
    expect(applyChange(saved, change)).toEqual({ ...saved, ...expected })
  })

  it.each([
    ['https://login.example.org', true],
    ['https://login.example.org/', true],
    ['https://login.example.org/realms/home', true],
    ['http://localhost:9000/o/foyer/', true],
    ['http://127.0.0.1:9000', true],
    ['http://[::1]:9000', true],
    ['http://login.example.org', false],
    ['http://127.example.org', false],
    ['http://localhost.example.org', false],
    ['http://login.localhost', false],
    ['https://ann:secret@login.example.org', false],
    ['https://login.example.org?tenant=1', false],
    ['https://login.example.org?', false],
    ['https://login.example.org/#x', false],
    ['https:\\\\login.example.org', false],
    ['https:///login', false],
    ['https://login example.org', false],
    ['ftp://localhost', false],
    ['login.example.org', false],
    [`https://login.example.org/${'x'.repeat(2000)}`, false],
  ])('judges the issuer %j', (issuer, fits) => {
    expect(Object.keys(findProblems({ ...saved, issuer }))).toEqual(fits ? [] : ['issuer'])
  })

  it('needs an issuer and a client only while it is on', () => {
    expect(findProblems(off)).toEqual({})
    expect(Object.keys(findProblems({ ...off, enabled: true }))).toEqual(['issuer', 'client_id'])
  })

  it.each<[Partial<SavedOidc>, string]>([
    [{ additional_scopes: ['groups offline_access'] }, 'additional_scopes'],
    [{ additional_scopes: ['a"b'] }, 'additional_scopes'],
    [{ additional_scopes: ['größe'] }, 'additional_scopes'],
    [{ allowed_groups: ['a\nb'] }, 'allowed_groups'],
    [{ allowed_groups: ['x'.repeat(257)] }, 'allowed_groups'],
    [{ group_claim: 'x'.repeat(201) }, 'group_claim'],
    [{ client_id: 'a\u0000b' }, 'client_id'],
    [{ label: 'a\nb' }, 'label'],
  ])('refuses %j', (fields, name) => {
    expect(Object.keys(findProblems({ ...saved, ...fields }))).toEqual([name])
  })
})

describe('what a passed test stands for (C44)', () => {
  it.each<[string, Parameters<typeof applyChange>[1], boolean]>([
    ['the label', { label: 'Another' }, true],
    ['automatic accounts', { auto_create: true }, true],
    ['on and off', { enabled: false }, true],
    ['single sign-on only', { sso_only: true }, true],
    ['the same secret again', { client_secret: saved.client_secret }, true],
    ['the issuer', { issuer: 'https://login.example.org/o/foyer' }, false],
    ['the client', { client_id: 'other' }, false],
    ['the secret', { client_secret: 'other' }, false],
    ['the scopes', { additional_scopes: [] }, false],
    ['the groups', { allowed_groups: ['family', 'guests'] }, false],
    ['the claim', { group_claim: 'roles' }, false],
    ['the proxy', { use_proxy: true }, false],
  ])('%s: %j keeps it: %s', (_what, change, keeps) => {
    expect(isTested(applyChange(saved, change))).toBe(keeps)
  })

  it('is not proved by changing something and changing it back', () => {
    const changed = applyChange(saved, { group_claim: 'roles' })
    expect(isTested(applyChange(changed, { group_claim: 'groups' }))).toBe(false)
  })
})

describe('where the secret may go (C67)', () => {
  const elsewhere = { issuer: 'https://thief.example.org' }
  it.each<[string, SavedOidc, Parameters<typeof movesSecret>[1], boolean]>([
    ['another path', saved, { issuer: 'https://login.example.org/other' }, false],
    ['another origin', saved, elsewhere, true],
    ['another origin, kept by null', saved, { ...elsewhere, client_secret: null }, true],
    ['another port', saved, { issuer: 'https://login.example.org:8443' }, true],
    ['another origin, typed again', saved, { ...elsewhere, client_secret: 'x' }, false],
    ['another origin, cleared', saved, { ...elsewhere, client_secret: '' }, false],
    ['no issuer', saved, { issuer: '' }, false],
    [
      'another origin by way of no issuer',
      applyChange({ ...saved, enabled: false }, { issuer: '' }),
      elsewhere,
      true,
    ],
    ['the first issuer', applyChange(off, { client_secret: 'x' }), elsewhere, false],
    ['another origin without a secret', { ...saved, client_secret: '', secret_origin: '' }, elsewhere, false],
  ])('to %s', (_where, current, change, moves) => {
    expect(movesSecret(current, change)).toBe(moves)
  })
})

describe('single sign-on as the only way in (2/4.4)', () => {
  const only = { ...saved, sso_only: true }
  it.each([
    [saved, only, true],
    [only, only, false],
    [{ ...saved, enabled: false }, { ...only, enabled: false }, true],
    [{ ...only, enabled: false }, only, true],
    [only, { ...only, enabled: false }, false],
    [only, saved, false],
  ])('comes into force (%#)', (before, next, turns) => {
    expect(turnsSsoOnlyOn(before, next)).toBe(turns)
  })

  it('counts only while the provider is on', () => {
    expect([
      ssoOnlyInForce(only),
      ssoOnlyInForce(saved),
      ssoOnlyInForce({ ...only, enabled: false }),
    ]).toEqual([true, false, false])
  })

  it.each([
    [saved, { ...saved, enabled: false }, true],
    [saved, { ...saved, issuer: 'https://other.example.org' }, true],
    [saved, { ...saved, client_id: 'other' }, false],
    [{ ...saved, enabled: false }, { ...saved, enabled: false, issuer: 'https://other.example.org' }, false],
  ])('drops a provider that is off or replaced (%#)', (before, next, drops) => {
    expect(dropsProvider(before, next)).toBe(drops)
  })
})

describe('what is shown', () => {
  it('is everything but the secret', () => {
    const callback = 'https://media.example.org/api/auth/oidc/callback'
    const shown = presentConfig(saved, callback)
    expect(shown).toEqual({
      enabled: true,
      label: 'Family login',
      issuer: saved.issuer,
      client_id: 'foyer',
      has_secret: true,
      additional_scopes: ['groups'],
      allowed_groups: ['family'],
      group_claim: 'groups',
      auto_create: false,
      sso_only: false,
      use_proxy: false,
      callback_url: callback,
      tested: true,
    })
    expect(presentConfig(off, '')).toMatchObject({
      has_secret: false,
      callback_url: '',
      tested: false,
    })
  })
})
