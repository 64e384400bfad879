import type { Database } from '#db/database.ts'
import { externalAddress } from '#features/connect-links/index.ts'
import { isSecureOrigin } from '#features/sessions/index.ts'
import { linkBase } from '#kit/link-base.ts'
import { Refusal } from '#kit/refusal.ts'
import type { Settings } from '#settings/settings.ts'
import { canUsePasskeys, type RelyingParty, relyingParty } from './passkey-rules.ts'

export interface PasskeyParty {
  /** For a ceremony at this origin; refuses an origin where no browser would run it. */
  at(request_origin: string): Promise<RelyingParty>
  canBeUsedFrom(request_origin: string): Promise<boolean>
  /** The base of links for people. */
  linkBase(request_origin: string): Promise<string>
}

/** The relying party of passkeys, from the current external address. */
export function createPasskeyParty(deps: {
  database: Database
  settings: Settings
  base_path: string
  extra_origins: readonly string[]
}): PasskeyParty {
  const { database, settings, base_path, extra_origins } = deps
  const externalUrl = async () => (await settings.read(database.read, externalAddress)).external_url

  async function partyAt(request_origin: string): Promise<RelyingParty> {
    return relyingParty({ external_url: await externalUrl(), request_origin, extra_origins })
  }

  return {
    async at(request_origin) {
      if (!isSecureOrigin(request_origin)) throw new Refusal('insecure_context')
      return partyAt(request_origin)
    },
    async canBeUsedFrom(request_origin) {
      if (!isSecureOrigin(request_origin)) return false
      return canUsePasskeys(request_origin, (await partyAt(request_origin)).rp_id)
    },
    async linkBase(request_origin) {
      return linkBase((await externalUrl()) || request_origin, base_path)
    },
  }
}
