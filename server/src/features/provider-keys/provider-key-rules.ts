import { type Credentials, METADATA_KEYS, type MetadataKey } from '@foyer/contract/credentials'

/** The keys from the environment (E), used while none is saved. */
export type EnvironmentKeys = Readonly<Record<MetadataKey, string | undefined>>

type SavedKeys = Readonly<Record<MetadataKey, string>>

export function isMetadataKey(text: string): text is MetadataKey {
  return METADATA_KEYS.some(key => key === text)
}

/** A blank secret keeps the stored one (0.3), so only these are tested and saved. */
export function submittedKeys(body: Partial<Record<MetadataKey, string | undefined>>) {
  return METADATA_KEYS.flatMap(key => {
    const value = body[key]?.trim() ?? ''
    return value === '' ? [] : [{ key, value }]
  })
}

/** The key used for requests; null when there is none. */
export function keyInForce(key: MetadataKey, saved: SavedKeys, environment: EnvironmentKeys): string | null {
  return saved[key] || environment[key] || null
}

export type MetadataPresence = Record<MetadataKey, boolean> &
  Pick<Credentials, 'tmdb_using_builtin' | 'list_provider_using_builtin'> & {
    credentials: Record<MetadataKey, boolean>
  }

/** Presence only. `*_using_builtin`: no key is saved and one comes from the environment (2/4.7). */
export function presentKeys(saved: SavedKeys, environment: EnvironmentKeys): MetadataPresence {
  const presence = {
    tmdb_access_token: saved.tmdb_access_token !== '',
    list_provider_client_id: saved.list_provider_client_id !== '',
  }
  const usesBuiltin = (key: MetadataKey) => !presence[key] && Boolean(environment[key])
  return {
    credentials: presence,
    ...presence,
    tmdb_using_builtin: usesBuiltin('tmdb_access_token'),
    list_provider_using_builtin: usesBuiltin('list_provider_client_id'),
  }
}
