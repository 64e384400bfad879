import * as routes from '@foyer/contract/connect-links'
import type { SignInAnswer } from '#features/sessions/index.ts'
import { type Binding, bind } from '#http/bind.ts'
import type { ConnectLinks } from './connect-service.ts'

export function connectLinkRoutes(links: ConnectLinks, answer: SignInAnswer): Binding[] {
  return [
    bind(routes.postConnectToken).to(({ body, facts }) =>
      links.invite({ ...body, request_origin: facts.origin }),
    ),
    bind(routes.getExternalAddress).to(() => links.readExternalAddress()),
    bind(routes.putExternalAddress).to(({ body }) => links.saveExternalAddress(body.external_url)),
    bind(routes.postConnect).to(async ({ body, facts }) => {
      const { token, ...device } = body
      const redeemed = await links.redeem(token, { ...device, user_agent: facts.user_agent })
      return 'tokens' in redeemed ? answer(redeemed, facts.origin) : redeemed
    }),
  ]
}
