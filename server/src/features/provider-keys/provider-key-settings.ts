import { z } from 'zod'
import { defineSetting } from '#settings/settings.ts'

/** Empty: none is saved, so the environment's is used. */
export const SavedKeys = z.object({ tmdb_access_token: z.string(), list_provider_client_id: z.string() })
export type SavedKeys = z.infer<typeof SavedKeys>

export const providerKeys = defineSetting({
  key: 'provider_keys',
  schema: SavedKeys,
  default: { tmdb_access_token: '', list_provider_client_id: '' },
  secret: true,
})
