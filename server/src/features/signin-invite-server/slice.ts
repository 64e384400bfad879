import type { Tx } from '#db/database.ts'
import type { Grants, Inventory } from '#features/instances/index.ts'
import { createServerAccess, type MediaServers } from '#features/media-servers/index.ts'
import {
  createCurrentCaller,
  type FindLinkedSignIns,
  type SessionIssuer,
  type SessionsBegun,
  type SignInAnswer,
  type SsoRequired,
} from '#features/sessions/index.ts'
import { createAttempts, createProviderSignOut, type ToolClients } from '#features/sign-in/index.ts'
import type { Platform } from '#platform/platform.ts'
import type { PersonalAccount } from '#ports/owner-account.ts'
import { InviteAttempt } from './invite-attempt.ts'
import { createInviteAuth } from './invite-auth.ts'
import { createInviteCandidates } from './invite-candidates.ts'
import { createInviteExchange } from './invite-exchange.ts'
import { createInviteFlow } from './invite-flow.ts'
import { createInviteIdentities } from './invite-identities.ts'
import { inviteSignInRoutes } from './invite-sign-in-routes.ts'

interface Needs {
  sessions: {
    issuer: SessionIssuer
    answer: SignInAnswer
    linkedSignIns: FindLinkedSignIns
    addLinkedMethod(method: FindLinkedSignIns): void
    offerMethod(method: 'invite_server', isOffered: () => Promise<boolean>): void
    addToStatus(part: { read(): Promise<{ invite_available?: boolean }>; version(): number }): void
    endSessionsBegun(tx: Tx, begun: SessionsBegun): Promise<unknown>
  }
  ssoRequired: SsoRequired
  inventory: Inventory
  grants: Pick<Grants, 'give'>
  media_servers: MediaServers
  personal_accounts: PersonalAccount
  tool_clients: ToolClients
}

/** Signing in with the account of the invite server's provider (2:4.3). */
export function createSigninInviteServerSlice(platform: Platform, needs: Needs) {
  const { database } = platform
  const { sessions, personal_accounts: accounts } = needs
  const { issuer, answer, endSessionsBegun, linkedSignIns } = sessions
  const attempts = createAttempts(platform, { method: 'invite_server', schema: InviteAttempt })
  const access = createServerAccess({ ...platform, inventory: needs.inventory, servers: needs.media_servers })
  const auth = createInviteAuth({ ...platform, ...needs, attempts, endSessionsBegun, linkedSignIns })
  const currentCaller = createCurrentCaller(database)
  const parts = { ...platform, ...needs, attempts, access, auth, currentCaller, accounts, endSessionsBegun }
  const flow = createInviteFlow({
    ...parts,
    signOut: createProviderSignOut(parts),
    registerSecret: platform.scrubber.register,
  })
  const identities = createInviteIdentities({ ...parts, linkedSignIns: sessions.linkedSignIns })
  const exchange = createInviteExchange({ ...parts, flow, identities, issuer })
  const candidates = createInviteCandidates({ ...parts, identities })

  const isOffered = () => auth.isOffered(database.read)
  sessions.offerMethod('invite_server', isOffered)
  sessions.addLinkedMethod(identities.linkedUsers)
  sessions.addToStatus({
    read: async () => ((await isOffered()) ? { invite_available: true } : {}),
    version: () => 0,
  })
  return {
    api: { identities },
    routes: inviteSignInRoutes({ ...parts, flow, exchange, identities, candidates, answer }),
  }
}
