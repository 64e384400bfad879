import type { SessionIssuer, SignInAnswer, SsoRequired } from '#features/sessions/index.ts'
import type { Platform } from '#platform/platform.ts'
import { connectLinkRoutes } from './connect-routes.ts'
import { createConnectLinks } from './connect-service.ts'

interface Needs {
  issuer: SessionIssuer
  answer: SignInAnswer
  ssoRequired: SsoRequired
}

/** Links that sign somebody in: invitations and links for new devices. */
export function createConnectLinksSlice(platform: Platform, { answer, ...needs }: Needs) {
  const links = createConnectLinks({ ...platform, ...needs, base_path: platform.config.base_path })
  return { api: links, routes: connectLinkRoutes(links, answer) }
}
