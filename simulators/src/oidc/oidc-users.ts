/** Somebody who has an account at the provider. */
export interface OidcUser {
  /** Typed on the sign-in page. */
  login: string
  sub: string
  name?: string
  preferred_username?: string
  email?: string
  groups?: unknown
}

/** The users of a provider that was just started. */
export const OIDC_USERS: readonly OidcUser[] = [
  {
    login: 'ada',
    sub: 'sub-ada',
    name: 'Ada Byron',
    preferred_username: 'ada',
    email: 'ada@example.org',
    groups: ['family', 'films'],
  },
  {
    login: 'bert',
    sub: 'sub-bert',
    name: 'Bert Brown',
    preferred_username: 'bert',
    email: 'bert@example.org',
    groups: ['guests'],
  },
]
