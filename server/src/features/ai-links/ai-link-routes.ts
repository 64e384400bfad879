import * as routes from '@foyer/contract/assistant/ai-oauth'
import type { AiOauthProvider } from '@foyer/contract/assistant/ai-providers'
import { type Binding, bind } from '#http/bind.ts'
import type { Caller } from '#kit/caller.ts'
import { Refusal } from '#kit/refusal.ts'
import { ownerOf } from './ai-link-rules.ts'
import type { createAiLinks } from './ai-links.ts'
import type { LinkTarget } from './link-flows.ts'

const PROVIDERS = new Map<string, AiOauthProvider>([
  ['oauth-a', 'oauth_a'],
  ['oauth-b', 'oauth_b'],
])

function providerOf({ oauth }: { oauth: string }): AiOauthProvider {
  const provider = PROVIDERS.get(oauth)
  if (!provider) throw new Refusal('not_found')
  return provider
}

/** 2:4.6.1: whose account it is follows from the caller alone. */
const own = ({ user_id }: Caller, params: { oauth: string }): LinkTarget => ({
  owner: ownerOf(user_id),
  provider: providerOf(params),
})
const shared = (params: { oauth: string }): LinkTarget => ({ owner: 'shared', provider: providerOf(params) })

export function aiLinkRoutes({ status, flows, unlink }: ReturnType<typeof createAiLinks>): Binding[] {
  return [
    bind(routes.getAiAccount).to(({ caller, params }) => status(caller, own(caller, params))),
    bind(routes.postAiDeviceBegin).to(({ caller, params, body }) =>
      flows.begin(caller, own(caller, params), body.model),
    ),
    bind(routes.getAiDeviceFlow).to(({ caller, params }) =>
      flows.read(caller, own(caller, params), params.flowID),
    ),
    bind(routes.deleteAiDeviceFlow).to(({ caller, params }) =>
      flows.cancel(caller, own(caller, params), params.flowID),
    ),
    bind(routes.deleteAiAccount).to(({ caller, params }) => unlink(own(caller, params))),
    bind(routes.getSharedAiAccount).to(({ caller, params }) => status(caller, shared(params))),
    bind(routes.postSharedAiDeviceBegin).to(({ caller, params, body }) =>
      flows.begin(caller, shared(params), body.model),
    ),
    bind(routes.getSharedAiDeviceFlow).to(({ caller, params }) =>
      flows.read(caller, shared(params), params.flowID),
    ),
    bind(routes.deleteSharedAiDeviceFlow).to(({ caller, params }) =>
      flows.cancel(caller, shared(params), params.flowID),
    ),
    bind(routes.deleteSharedAiAccount).to(({ params }) => unlink(shared(params))),
  ]
}
