import type { MediaServerType } from '@foyer/contract/instances/instance-types'
import type { Tx } from '#db/database.ts'
import type { Grants, Inventory } from '#features/instances/index.ts'
import type {
  SessionIssuer,
  SessionsBegun,
  SignInAnswer,
  SsoRequired,
  StatusPart,
} from '#features/sessions/index.ts'
import { createAttempts } from '#features/sign-in/index.ts'
import type { Platform } from '#platform/platform.ts'
import type { MediaServer } from '#ports/media-server.ts'
import { createAccountServers } from './account-servers.ts'
import { createAccountSessions } from './account-sessions.ts'
import { createAccountSignInConfig } from './account-sign-in-config.ts'
import { accountSignInRoutes } from './account-sign-in-routes.ts'
import { createPasswordSignIn } from './password-sign-in.ts'
import { createQuickConnect, QuickConnectAttempt } from './quick-connect.ts'
import { createQuickConnectOffers } from './quick-connect-offers.ts'

interface Needs {
  sessions: {
    issuer: SessionIssuer
    answer: SignInAnswer
    addToStatus(part: StatusPart): void
    endSessionsBegun(tx: Tx, begun: SessionsBegun): Promise<unknown>
  }
  ssoRequired: SsoRequired
  inventory: Inventory
  grants: Grants
  media_servers: Readonly<Record<MediaServerType, MediaServer>>
}

/** Signing in with a video server's own account (C62). */
export function createSigninAccountServerSlice(platform: Platform, needs: Needs) {
  const { database, hooks } = platform
  const { sessions, media_servers } = needs
  const { issuer, answer, endSessionsBegun } = sessions
  const attempts = createAttempts(platform, { method: 'quick_connect', schema: QuickConnectAttempt })
  const servers = createAccountServers({ ...platform, ...needs, servers: media_servers })
  const config = createAccountSignInConfig({
    ...platform,
    ...needs,
    endSessionsBegun,
    endAttempts: attempts.endAll,
  })
  const offers = createQuickConnectOffers({ ...platform, servers })
  const openSession = createAccountSessions({ ...platform, ...needs, config, issuer })
  const parts = { ...platform, config, servers, offers, attempts, openSession, issuer }

  sessions.addToStatus({
    async read() {
      const offered = await config.offered(database.read)
      // 1/4.1: omitted when it is empty.
      if (!offered || offered.length === 0) return {}
      offers.refreshOld(offered)
      const offersQuickConnect = await offers.known(database.read)
      return {
        account_sign_in: offered.map(instance => ({
          instance_id: instance.id,
          name: instance.name,
          service_type: instance.service_type,
          quick_connect: offersQuickConnect(instance),
        })),
      }
    },
    version: offers.version,
  })
  hooks.instanceRemoved.on('signin-account-server', async (tx, { id }) => {
    await endSessionsBegun(tx, { method: 'account_server', issuer: id })
  })
  hooks.accountUnlinked.on('signin-account-server', async (tx, { user_id, instance_id }) => {
    await endSessionsBegun(tx, { method: 'account_server', issuer: instance_id, user_id })
  })

  return {
    api: {},
    routes: accountSignInRoutes({
      ...parts,
      signIn: createPasswordSignIn(parts),
      quick_connect: createQuickConnect(parts),
      answer,
    }),
  }
}
