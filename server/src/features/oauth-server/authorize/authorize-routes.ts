import * as routes from '@foyer/contract/tool-access/oauth-server'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ReadStatus } from '#features/sessions/index.ts'
import { type Binding, bind, type ErrorForm } from '#http/bind.ts'
import { Refusal } from '#kit/refusal.ts'
import type { Authorization, Decided } from './authorization.ts'
import { readAuthorization } from './authorization-rules.ts'
import type { AuthorizePages, OfferedMethods, Page } from './authorize-pages.ts'
import { isProblem, languageOf, type Problem } from './texts/index.ts'
import { readForm } from './form-routes.ts'
import { asOauthError } from '../oauth-error-routes.ts'

const HTML = 'text/html; charset=utf-8'

export interface AuthorizeRouteParts {
  authorization: Authorization
  pages: AuthorizePages
  readStatus: ReadStatus
}

/**
 * The page where a person allows a tool client. Its form needs no token against forged requests: there is no cookie,
 * so a request that another site makes in the person's name carries nothing that proves who they are. Framing is
 * forbidden, so that nobody can be led to press its buttons.
 */
export function authorizeRoutes({ authorization, pages, readStatus }: AuthorizeRouteParts): Binding[] {
  const languageFor = ({ headers }: FastifyRequest) => languageOf(headers['accept-language'])

  /**
   * Before the form was read: too many requests, a broken body, storage that does not answer. A page for browsers;
   * programs read the error.
   */
  const asPage: ErrorForm = (refusal, request) => {
    if (!request.headers.accept?.includes('text/html')) return asOauthError(refusal, request)
    const reason = refusal.code === 'rate_limited' ? 'rate_limited' : 'failed'
    const { html, headers } = pages.problem(reason, languageFor(request))
    return { content_type: HTML, body: html, headers }
  }

  function send(reply: FastifyReply, status: number, { html, headers }: Page) {
    return reply.code(status).headers(headers).type(HTML).send(html)
  }

  async function methodsAt(origin: string): Promise<OfferedMethods> {
    const { login_methods, sso_available, sso_provider = '', ...sso } = await readStatus(origin)
    // The provider sends the browser back to the external address; a page of another origin could not go on there.
    const can_return = sso.sso_origin === new URL(origin).origin
    return {
      passkey: login_methods.includes('passkey'),
      oidc: sso_available && can_return ? sso_provider : null,
      invite_server: login_methods.includes('invite_server'),
      sso_only: sso.sso_only === true,
    }
  }

  async function answer(
    { request, reply }: { request: FastifyRequest; reply: FastifyReply },
    decided: Decided,
    { origin, username }: { origin: string; username?: string },
  ) {
    const language = languageFor(request)
    if (decided.kind === 'redirect') return reply.code(302).header('location', decided.location).send()
    if (decided.kind === 'no_return') return send(reply, 400, pages.problem(decided.reason, language))
    const { accepted, refusal } = decided
    const page = pages.form(accepted, {
      language,
      methods: await methodsAt(origin),
      ...(refusal && { problem: problemOf(refusal) }),
      ...(username !== undefined && { username }),
    })
    if (refusal instanceof Refusal) reply.headers(refusal.details.headers ?? {})
    return send(reply, statusOf(refusal), page)
  }

  return [
    bind(routes.getOauthAuthorize)
      .withErrors(asPage)
      .to(async ({ raw, facts }) => {
        const given = new URLSearchParams(raw.request.url.split('?').slice(1).join('?'))
        const isReturn = !given.has('client_id') && given.has('flow')
        if (isReturn) return send(raw.reply, 200, pages.resume(languageFor(raw.request)))
        const begun = await authorization.begin(readAuthorization(given), facts.origin)
        return answer(raw, begun, { origin: facts.origin })
      }),
    bind(routes.postOauthAuthorize)
      .withErrors(asPage)
      .to(async ({ raw, facts }) => {
        const form = readForm(raw.request, raw.bytes)
        const text = (name: string) => form.get(name) ?? ''
        const username = text('username')
        const decision = {
          decision: text('decision'),
          username,
          password: text('password'),
          consent_ticket: text('consent_ticket'),
        }
        const decided = await authorization.decide(readAuthorization(form), decision, facts.origin)
        return answer(raw, decided, { origin: facts.origin, username })
      }),
    bind(routes.postOauthPasskeyBegin)
      .withErrors(asOauthError)
      .to(({ body, facts }) => authorization.beginPasskey(body.oauth, facts.origin)),
    bind(routes.postOauthPasskeyFinish)
      .withErrors(asOauthError)
      .to(async ({ query, body }) => ({
        redirect_uri: await authorization.finishPasskey(query.session_id, body),
      })),
  ]
}

type Reason = Extract<Decided, { kind: 'ask' }>['refusal']

/** 2/4.5: wrong credentials are 400 here; 401 is for tokens. */
function statusOf(refusal: Reason): number {
  if (!refusal) return 200
  if (refusal === 'decision_missing') return 400
  return refusal.status === 401 ? 400 : refusal.status
}

function problemOf(refusal: NonNullable<Reason>): Problem {
  const code = refusal === 'decision_missing' ? refusal : refusal.code
  return isProblem(code) ? code : 'failed'
}
