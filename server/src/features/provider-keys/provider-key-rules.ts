import { CREDENTIAL_KEYS, type CredentialKey, type Credentials } from '@foyer/contract/credentials'

/** The keys from the environment (E), used while none is saved. */
export type EnvironmentKeys = Readonly<Record<CredentialKey, string | undefined>>

type SavedKeys = Readonly<Record<CredentialKey, string>>

export function isCredentialKey(text: string): text is CredentialKey {
  return CREDENTIAL_KEYS.some(key => key === text)
}

/** A blank secret keeps the stored one (0.3), so only these are tested and saved. */
export function submittedKeys(body: Partial<Record<CredentialKey, string | undefined>>) {
  return CREDENTIAL_KEYS.flatMap(key => {
    const value = body[key]?.trim() ?? ''
    return value === '' ? [] : [{ key, value }]
  })
}

/** Providers issue no keys that cannot be sent in a header; testing one would fail in confusing ways. */
export function isPossibleKey(value: string): boolean {
  return /^[\x21-\x7e]+$/.test(value)
}

/** The key used for requests; null when there is none. */
export function keyInForce(
  key: CredentialKey,
  saved: SavedKeys,
  environment: EnvironmentKeys,
): string | null {
  return saved[key] || environment[key] || null
}

/** Presence only. `*_using_builtin`: no key is saved and one comes from the environment (2/4.7). */
export function presentKeys(saved: SavedKeys, environment: EnvironmentKeys): Credentials {
  const presence = {
    tmdb_access_token: saved.tmdb_access_token !== '',
    list_provider_client_id: saved.list_provider_client_id !== '',
  }
  const usesBuiltin = (key: CredentialKey) => !presence[key] && Boolean(environment[key])
  return {
    credentials: presence,
    ...presence,
    tmdb_using_builtin: usesBuiltin('tmdb_access_token'),
    list_provider_using_builtin: usesBuiltin('list_provider_client_id'),
  }
}
