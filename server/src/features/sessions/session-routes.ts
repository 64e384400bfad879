import * as routes from '@foyer/contract/sessions/sessions'
import { z } from 'zod'
import type { KeptAnswers } from '#db/kept-answers.ts'
import { type Binding, bind, type Call } from '#http/bind.ts'
import { addressKey, type RateLimits } from '#http/rate-limits.ts'
import { sessionRevoked } from '#kit/caller.ts'
import { sha256 } from '#kit/crypto.ts'
import { readyJson } from '#kit/ready.ts'
import type { SessionOrigin } from './session-origin.ts'
import type { Credentials, SessionService } from './session-service.ts'
import type { SignInAnswer } from './sign-in/sign-in-answer-routes.ts'
import type { ReadStatus, StatusPart } from './sign-in/sign-in-status.ts'

/** Undefined: the provider has no such page, or the session did not begin at one. */
export type FindProviderLogout = (origin: SessionOrigin) => Promise<string | undefined>

export interface SessionRouteParts {
  sessions: SessionService
  answer: SignInAnswer
  limits: RateLimits
  /** Of the status. */
  answers: KeptAnswers
  /** Of the signed-in user; separate, so that strangers who ask for the status cannot crowd it out. */
  own_answers: KeptAnswers
  readStatus: ReadStatus
  status_parts: readonly StatusPart[]
  providerLogout: FindProviderLogout
}

/** Requested first by every page, and by every app that looks for a server. */
function createAuthStatus({ readStatus, answers, ...parts }: SessionRouteParts) {
  const versions = () => parts.status_parts.map(part => part.version()).join()
  /** Synchronous while nothing was written since the last response for this origin. */
  return (origin: string) =>
    answers(origin, async () => {
      const made_at = versions()
      const status = z.parse(routes.getAuthStatus.response, await readStatus(origin))
      return { value: readyJson(status), isCurrent: () => versions() === made_at }
    })
}

/** Read at every start of a page. Synchronous while nothing was written since this device's last response. */
function createOwnUser({ sessions, own_answers }: SessionRouteParts) {
  return (caller: { user_id: number; device_id: string }) =>
    own_answers(caller.device_id, async () => {
      const user = z.parse(routes.getAuthMe.response, await sessions.me(caller))
      return { value: readyJson(user), isCurrent: () => true }
    })
}

export function sessionRoutes(parts: SessionRouteParts): Binding[] {
  const { sessions, answer, limits, providerLogout } = parts
  const statusFor = createAuthStatus(parts)
  const ownUser = createOwnUser(parts)
  return [
    bind(routes.getAuthStatus).to(({ facts }) => statusFor(facts.origin)),
    bind(routes.postAuthSetup).to(async call =>
      answer(await sessions.setUp(credentials(call)), call.facts.origin),
    ),
    bind(routes.postAuthLogin).to(async call =>
      answer(await sessions.logIn(credentials(call)), call.facts.origin),
    ),
    bind(routes.postAuthRefresh).to(async ({ body, facts }) => {
      const address = addressKey(facts.ip)
      limits.take('refresh', `${address} ${sha256(body.refresh_token)}`)
      const refreshed = await sessions.refresh(body.refresh_token)
      if (refreshed) return answer(refreshed, facts.origin)
      // 0.5: a wrong guess uses up a sign-in attempt; a valid token never does, so nobody is locked out.
      limits.take('sign_in', address)
      throw sessionRevoked()
    }),
    bind(routes.postAuthLogout).to(async ({ caller }) => {
      const origin = await sessions.logOut(caller.device_id)
      const end_session_url = origin ? await providerLogout(origin) : undefined
      return { status: 'ok', ...(end_session_url !== undefined && { end_session_url }) }
    }),
    bind(routes.getAuthMe).to(({ caller }) => ownUser(caller)),
    {
      ...bind(routes.postPassword).to(async ({ caller, body }) => {
        await sessions.changePassword(caller, body)
        return { status: 'ok' }
      }),
      permit: sessions.assertPasswordEnabled,
    },
  ]
}

type WithCredentials = Call<typeof routes.postAuthLogin> | Call<typeof routes.postAuthSetup>

function credentials({ body, facts }: WithCredentials): Credentials {
  return { ...body, user_agent: facts.user_agent }
}
