import * as routes from '@foyer/contract/sign-in/invite-sign-in'
import type { SignInAnswer } from '#features/sessions/index.ts'
import type { ToolClients } from '#features/sign-in/index.ts'
import { type Binding, bind } from '#http/bind.ts'
import type { Caller, CurrentCaller } from '#kit/caller.ts'
import type { Database } from '#db/database.ts'
import type { InviteAuthService } from './invite-auth.ts'
import type { InviteCandidates } from './invite-candidates.ts'
import type { InviteExchange } from './invite-exchange.ts'
import type { InviteFlow } from './invite-flow.ts'
import type { InviteIdentities } from './invite-identities.ts'

export interface InviteSignInRouteParts {
  database: Database
  auth: InviteAuthService
  flow: InviteFlow
  exchange: InviteExchange
  identities: InviteIdentities
  candidates: InviteCandidates
  tool_clients: ToolClients
  answer: SignInAnswer
  currentCaller: CurrentCaller
}

export function inviteSignInRoutes(parts: InviteSignInRouteParts): Binding[] {
  const { database, auth, flow, exchange, identities, candidates, tool_clients, answer } = parts

  /** The provider took its time: a session that ended meanwhile begins nothing. */
  async function beginLink(caller: Caller, challenge: string) {
    const { user_id, device_id } = caller
    const begun = await flow.begin({ kind: 'link', user_id, device_id }, challenge)
    await parts.currentCaller(caller)
    return begun
  }

  return [
    bind(routes.postInviteSignInBegin).to(({ body: { device_name, hardware_id, challenge } }) =>
      flow.begin({ kind: 'sign_in', device_name, hardware_id }, challenge),
    ),
    bind(routes.postInviteSignInCheck).to(({ body }) => flow.check(body.flow, body.verifier)),
    bind(routes.postInviteSignInExchange).to(async ({ body, facts }) => {
      const result = await exchange(body, facts)
      return 'session' in result ? answer(result.session, facts.origin) : result
    }),
    bind(routes.postInviteSignInCancel).to(async ({ body }) => {
      await flow.cancel(body.flow, body.verifier)
      return { status: 'cancelled' }
    }),
    bind(routes.postInviteSignInToolBegin).to(async ({ body: { oauth, challenge }, facts }) => {
      await auth.assertOffered(database.read)
      await tool_clients.validate(oauth, facts.origin)
      return flow.begin({ kind: 'mcp', oauth }, challenge)
    }),
    bind(routes.postInviteLink).to(({ caller, body }) => beginLink(caller, body.challenge)),
    bind(routes.getInviteIdentities).to(({ caller }) => identities.listOwn(caller)),
    bind(routes.deleteInviteIdentities).to(async ({ caller }) => {
      await identities.unlinkOwn(caller)
      return { status: 'unlinked' }
    }),
    bind(routes.getInviteAuth).to(() => auth.read(database.read)),
    bind(routes.putInviteAuth).to(({ body }) => auth.change(body)),
    bind(routes.getInviteCandidates).to(({ caller }) => candidates.list(caller)),
    bind(routes.postInviteConfirm).to(async ({ caller, body }) => ({
      status: 'confirmed',
      confirmed: await candidates.confirm(caller, body.mappings),
    })),
    bind(routes.getUserInviteIdentity).to(({ params }) => identities.listOf(params.userID)),
    bind(routes.deleteUserInviteIdentity).to(async ({ params }) => {
      await identities.unlinkOf(params.userID)
      return { status: 'unlinked' }
    }),
  ]
}
