import * as routes from '@foyer/contract/passkeys'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { SignInAnswer } from '#features/sessions/index.ts'
import { type Binding, bind } from '#http/bind.ts'
import { androidAssetLinks, appleAppSite, type NativeApps } from './native-apps.ts'
import type { OwnPasskeys } from './own-passkeys.ts'
import type { PasskeyLogin } from './passkey-login.ts'
import type { PasskeyPages } from './passkey-pages.ts'
import type { PasskeyRegistration } from './passkey-registration.ts'

export interface PasskeyRouteParts {
  login: PasskeyLogin
  registration: PasskeyRegistration
  own: OwnPasskeys
  pages: PasskeyPages
  native: NativeApps
  answer: SignInAnswer
}

export function passkeyRoutes(parts: PasskeyRouteParts): Binding[] {
  const { login, registration, own, pages, native, answer } = parts
  const sendPage = (
    { request, reply }: { request: FastifyRequest; reply: FastifyReply },
    page: PasskeyPages['setup'],
  ) =>
    reply
      .headers(pages.headers)
      .type('text/html; charset=utf-8')
      .send(page(request.headers['accept-language']))
  const registered = (id: string) => ({ status: 'registered' as const, id })
  const forOwnAccount = [
    bind(routes.postPasskeyRegisterBegin).to(({ caller, facts }) =>
      registration.beginOwn(caller.user_id, facts.origin),
    ),
    bind(routes.postPasskeyRegisterFinish).to(async ({ caller, query, body }) =>
      registered(await registration.finishOwn(caller.user_id, { ...query, answer: body })),
    ),
    bind(routes.postPasskeySetupLink).to(({ caller, facts }) => registration.mintLink(caller, facts.origin)),
  ].map(binding => ({ ...binding, permit: registration.assertEnabled }))
  return [
    bind(routes.postPasskeyLoginBegin).to(({ facts }) => login.begin(facts.origin)),
    bind(routes.postPasskeyLoginFinish).to(async ({ query, body, facts }) => {
      const { session_id, ...device } = query
      const signedIn = await login.finish(session_id, body, { ...device, user_agent: facts.user_agent })
      return answer(signedIn, facts.origin)
    }),
    ...forOwnAccount,
    bind(routes.postPasskeySetupBegin).to(({ body, facts }) =>
      registration.beginByLink(body.token, facts.origin),
    ),
    bind(routes.postPasskeySetupFinish).to(async ({ query, body }) =>
      registered(await registration.finishByLink(query.token, { ...query, answer: body })),
    ),
    bind(routes.getPasskeys).to(({ caller }) => own.list(caller.user_id)),
    bind(routes.deletePasskey).to(async ({ caller, params }) => {
      await own.remove(caller.user_id, params.credentialID)
      return { status: 'deleted' }
    }),
    bind(routes.getPasskeySetupPage).to(({ raw }) => sendPage(raw, pages.setup)),
    bind(routes.getPasskeyCreatePage).to(({ raw }) => sendPage(raw, pages.create)),
    bind(routes.getAppleAppSite).to(() => appleAppSite(native)),
    bind(routes.getAndroidAssetLinks).to(() => androidAssetLinks(native)),
  ]
}
