import { postOidcTest } from '@foyer/contract/sign-in/oidc-admin'
import * as routes from '@foyer/contract/sign-in/oidc-sign-in'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { SignInAnswer } from '#features/sessions/index.ts'
import { type Binding, bind } from '#http/bind.ts'
import type { OidcBegin } from './oidc-begin.ts'
import type { BrowserStep, OidcBrowser } from './oidc-browser.ts'
import type { OidcExchange } from './oidc-exchange.ts'
import { PAGE_HEADERS } from './oidc-page.ts'

/** 2/4.4: as long as the attempt. */
const COOKIE_SECONDS = 600
const COOKIE_PATH = '/api/auth/oidc'

export interface OidcFlowRouteParts {
  begin: OidcBegin
  browser: OidcBrowser
  exchange: OidcExchange
  /** The page for a browser that no client waits for. */
  page: (accept_language: string | undefined) => string
  answer: SignInAnswer
  base_path: string
}

export function oidcFlowRoutes({
  begin,
  browser,
  exchange,
  page,
  answer,
  base_path,
}: OidcFlowRouteParts): Binding[] {
  const cookieOf = (name: string, value: string, seconds: number, origin: string) => {
    const secure = origin.startsWith('https:') ? '; Secure' : ''
    return `${name}=${value}; HttpOnly; SameSite=Lax; Path=${base_path}${COOKIE_PATH}; Max-Age=${seconds}${secure}`
  }

  function send(
    { request, reply }: { request: FastifyRequest; reply: FastifyReply },
    step: BrowserStep | null,
    origin: string,
  ) {
    if (!step)
      return reply
        .code(400)
        .headers(PAGE_HEADERS)
        .type('text/html; charset=utf-8')
        .send(page(request.headers['accept-language']))
    const { location, cookie, clear_cookie } = step
    if (cookie) reply.header('set-cookie', cookieOf(cookie.name, cookie.value, COOKIE_SECONDS, origin))
    if (clear_cookie !== undefined) reply.header('set-cookie', cookieOf(clear_cookie, '', 0, origin))
    return reply.code(302).header('location', location).send()
  }

  return [
    bind(routes.postOidcBegin).to(({ body }) => begin.signIn(body)),
    bind(routes.postOidcLink).to(({ caller, body }) => begin.link(caller, body.challenge)),
    bind(postOidcTest).to(({ caller, body }) => begin.test(caller, body.challenge)),
    bind(routes.postOidcToolBegin).to(({ body, facts }) =>
      begin.toolClient(body.challenge, body.oauth, facts.origin),
    ),
    bind(routes.getOidcStart).to(async ({ query, raw, facts }) =>
      send(raw, await browser.start(query.flow ?? ''), facts.origin),
    ),
    bind(routes.getOidcCallback).to(async ({ raw, facts }) => {
      const { url, headers } = raw.request
      const query = url.split('?').slice(1).join('?')
      return send(raw, await browser.callback(query, headers.cookie), facts.origin)
    }),
    bind(routes.postOidcExchange).to(async ({ body, facts }) => {
      const exchanged = await exchange(body, facts)
      return exchanged.status === 'signed_in' ? answer(exchanged.signed_in, facts.origin) : exchanged
    }),
  ]
}
