import type { Credentials, MetadataKey } from '@foyer/contract/credentials'

interface Provider {
  name: string
  /** The provider's page for keys. */
  page: string
  builtin: 'tmdb_using_builtin' | 'list_provider_using_builtin'
}

export const PROVIDERS: Readonly<Record<MetadataKey, Provider>> = {
  tmdb_access_token: {
    name: 'TMDB',
    page: 'https://www.themoviedb.org/settings/api',
    builtin: 'tmdb_using_builtin',
  },
  list_provider_client_id: {
    name: 'Trakt',
    page: 'https://trakt.tv/oauth/applications',
    builtin: 'list_provider_using_builtin',
  },
}

export type KeyState = 'saved' | 'builtin' | 'none'

/** 2/4.7: saved here, set in the environment, or missing. */
export function keyState(
  credentials: Pick<Credentials, MetadataKey | Provider['builtin']>,
  key: MetadataKey,
): KeyState {
  if (credentials[key]) return 'saved'
  return credentials[PROVIDERS[key].builtin] ? 'builtin' : 'none'
}
