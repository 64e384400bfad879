export const PROVIDERS = [
  'authentik',
  'authelia',
  'keycloak',
  'pocket_id',
  'google',
  'entra',
  'other',
] as const
export type Provider = (typeof PROVIDERS)[number]

interface Hints {
  /** Undefined: named by the catalogue. */
  name?: string
  /** How its issuers look. */
  issuer: string
  /** The scopes it needs to send groups, beside those that are always requested. */
  scopes: readonly string[]
  group_claim: string
  /** It is the same for everybody. */
  fixed?: boolean
}

export const HINTS: Readonly<Record<Provider, Hints>> = {
  authentik: {
    name: 'Authentik',
    issuer: 'https://auth.example.org/application/o/foyer/',
    scopes: [],
    group_claim: 'groups',
  },
  authelia: {
    name: 'Authelia',
    issuer: 'https://auth.example.org',
    scopes: ['groups'],
    group_claim: 'groups',
  },
  keycloak: {
    name: 'Keycloak',
    issuer: 'https://auth.example.org/realms/home',
    scopes: [],
    group_claim: 'groups',
  },
  pocket_id: {
    name: 'Pocket ID',
    issuer: 'https://id.example.org',
    scopes: ['groups'],
    group_claim: 'groups',
  },
  google: {
    name: 'Google',
    issuer: 'https://accounts.google.com',
    scopes: [],
    group_claim: 'groups',
    fixed: true,
  },
  entra: {
    name: 'Entra ID',
    issuer: 'https://login.microsoftonline.com/00000000-0000-0000-0000-000000000000/v2.0',
    scopes: [],
    group_claim: 'groups',
  },
  other: { issuer: 'https://auth.example.org', scopes: [], group_claim: 'groups' },
}

const RECOGNISED: readonly (readonly [RegExp, Provider])[] = [
  [/^https:\/\/accounts\.google\.com\/?$/, 'google'],
  [/^https:\/\/login\.microsoftonline\.com\//, 'entra'],
  [/\/application\/o\//, 'authentik'],
  [/\/realms\/[^/]+\/?$/, 'keycloak'],
]

/** The provider whose issuers look like this one. */
export function recognise(issuer: string): Provider {
  return RECOGNISED.find(([pattern]) => pattern.test(issuer))?.[1] ?? 'other'
}

interface Hinted {
  issuer: string
  additional_scopes: readonly string[]
  group_claim: string
}

const isSame = (one: readonly string[], other: readonly string[]) => one.join(' ') === other.join(' ')

/** Fills in what a provider needs, where nothing was entered or the previous choice filled it in. */
export function withHints(draft: Hinted, before: Provider, next: Provider): Hinted {
  const [old, hints] = [HINTS[before], HINTS[next]]
  const is_untouched = draft.issuer === '' || (old.fixed && draft.issuer === old.issuer)
  return {
    issuer: is_untouched ? (hints.fixed ? hints.issuer : '') : draft.issuer,
    additional_scopes:
      draft.additional_scopes.length === 0 || isSame(draft.additional_scopes, old.scopes)
        ? hints.scopes
        : draft.additional_scopes,
    group_claim:
      draft.group_claim === '' || draft.group_claim === old.group_claim
        ? hints.group_claim
        : draft.group_claim,
  }
}
