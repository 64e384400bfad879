import { externalAddress } from '#features/connect-links/index.ts'
import type { Db } from '#db/database.ts'
import { sha256 } from '#kit/crypto.ts'
import { linkBase } from '#kit/link-base.ts'
import type { Scrubber } from '#kit/scrub.ts'
import type { OidcClient } from '#ports/oidc-provider.ts'
import type { Settings } from '#settings/settings.ts'
import { oidcSettings, type SavedOidc } from './oidc-settings.ts'

const CALLBACK_PATH = '/api/auth/oidc/callback'

/** The saved provider together with the addresses of this server. */
export interface OidcConfiguration {
  saved: SavedOidc
  client: OidcClient
  /** The external address with the base path; empty when no external address is set. */
  server_url: string
  /** Empty without an external address (2/4.4). */
  callback_url: string
  /** Everything is there that a sign-in needs, whether or not it is enabled. */
  is_complete: boolean
}

export type ReadOidcConfiguration = (db: Db) => Promise<OidcConfiguration>

export function createReadOidcConfiguration(
  { settings, scrubber }: { settings: Settings; scrubber: Scrubber },
  base_path: string,
): ReadOidcConfiguration {
  return async db => {
    const saved = await settings.read(db, oidcSettings)
    scrubber.register(saved.client_secret)
    const { external_url } = await settings.read(db, externalAddress)
    const server_url = external_url === '' ? '' : linkBase(external_url, base_path)
    return {
      saved,
      client: {
        issuer: saved.issuer,
        client_id: saved.client_id,
        client_secret: saved.client_secret,
        use_proxy: saved.use_proxy,
      },
      server_url,
      callback_url: server_url === '' ? '' : server_url + CALLBACK_PATH,
      is_complete: saved.issuer !== '' && saved.client_id !== '' && server_url !== '',
    }
  }
}

/** Identifies the parts of the configuration that a full sign-in proves (C44). A label change keeps it. */
export function fingerprintOf(saved: SavedOidc): string {
  const { issuer, client_id, client_secret, additional_scopes, allowed_groups, group_claim, use_proxy } =
    saved
  const proved = [issuer, client_id, client_secret, additional_scopes, allowed_groups, group_claim, use_proxy]
  return sha256(JSON.stringify(proved))
}
