import type { Transport } from '#kit/outbound.ts'
import type { PersonalAccount } from '#ports/owner-account.ts'
import { createPlexTvCall, type PlexIdentity } from './plex-client.ts'
import { createPlexPins } from './plex-pins.ts'
import { parseXml } from './plex-xml.ts'

/** plex.tv: somebody's own account, used once (plex.md, "Sign-in with a pin"). */
export function createPlexSignIn(
  external: Transport,
  plex_tv: string,
  identity: PlexIdentity,
): PersonalAccount {
  const call = createPlexTvCall(external, plex_tv, identity)

  async function removeDevices(token: string, signal: AbortSignal | undefined): Promise<boolean> {
    const list = await call({ method: 'GET', path: '/devices.xml', token, signal })
    // Always XML (plex.md). If it is something else, signing out ends the token.
    const devices = parseXml(list.text())?.children ?? []
    const ours = devices
      .map(one => one.attributes)
      .filter(({ clientIdentifier }) => clientIdentifier === identity.client_identifier)
      // The token ends with its own device, so that one is the last.
      .sort((a, b) => Number(a['token'] === token) - Number(b['token'] === token))
    for (const { id } of ours) {
      const path = `/devices/${encodeURIComponent(id ?? '')}.xml`
      await call({ method: 'DELETE', path, token, idempotent: true, accept_statuses: [404], signal })
    }
    return ours.length > 0
  }

  return {
    ...createPlexPins(external, plex_tv, identity),
    async signOut(token, signal) {
      const is_removed = await removeDevices(token, signal).catch(() => false)
      if (is_removed) return
      const path = '/api/v2/users/signout'
      // 401: the token is dead already.
      await call({ method: 'DELETE', path, token, idempotent: true, accept_statuses: [401], signal })
    },
  }
}
