import type { LoginMethod } from '@foyer/contract/sessions/sessions'
import { createKeptAnswers } from '#db/kept-answers.ts'
import { invitedSince } from '#features/media-servers/index.ts'
import type { Alerts } from '#features/notifications/index.ts'
import { configuredApps } from '#features/signin-passkey/index.ts'
import type { Platform } from '#platform/platform.ts'
import { createAccessTokens } from './access-tokens.ts'
import { ownDeviceRoutes } from './own-device-routes.ts'
import { createOwnDevices } from './own-devices.ts'
import { type Argon, createPasswords } from './passwords.ts'
import { createSessionCheck } from './session-check.ts'
import { createSessionIssuer } from './session-issuer.ts'
import { sessionRoutes } from './session-routes.ts'
import { createSessionService } from './session-service.ts'
import { createSignInAnswer } from './sign-in-answer-routes.ts'
import type { SsoRequired } from './sign-in-policy.ts'
import { createSignInThrottle } from './sign-in-throttle.ts'
import { createUserView, type FindLinks } from './user-view.ts'

/** One entry per origin of this server; strangers can send any number of origins. */
const STATUS_KEPT_BYTES = 256 * 1024
/** One entry per device, of about 1.3 KB. */
const OWN_USER_KEPT_BYTES = 512 * 1024

interface Needs {
  alerts: Alerts
  /** Tests pass a cheaper one. */
  argon: Argon | undefined
  ssoRequired: SsoRequired
}

type OtherMethod = Exclude<LoginMethod, 'password'>

/** Whether the method is available for this origin. */
type IsOffered = (origin: string) => Promise<boolean>

/** Password sign-in, sessions and devices, and the basis of every other sign-in method. */
export function createSessionsSlice(platform: Platform, { alerts, argon, ssoRequired }: Needs) {
  const { config, database, limits } = platform
  const devicesEnded = platform.hooks.devicesEnded.run
  const tokens = createAccessTokens(platform)
  // No slice links identities yet, so there are none.
  const findLinks: FindLinks = async (db, user_ids) => {
    const invited = await invitedSince(db, user_ids)
    return new Map(
      [...invited].map(([user_id, invited_at]) => [
        user_id,
        { sso_linked: false, invite_linked: false, invited_at },
      ]),
    )
  }
  const view = createUserView(findLinks)
  const issuer = createSessionIssuer({ ...platform, tokens, view })
  const answer = createSignInAnswer(config.base_path)
  const methods = new Map<OtherMethod, IsOffered>()
  const sessions = createSessionService({
    ...platform,
    tokens,
    passwords: createPasswords(argon),
    issuer,
    view,
    ssoRequired,
    devicesEnded,
    throttle: createSignInThrottle(platform.clock),
    signInThrottled: (tx, data) =>
      alerts.raise(tx, {
        type: 'sign_in_throttled',
        audience: { to: 'users_and_admins', user_ids: [data.user_id] },
        data,
      }),
  })

  async function otherLoginMethods(origin: string): Promise<OtherMethod[]> {
    const offered: OtherMethod[] = []
    for (const [method, isOffered] of methods) if (await isOffered(origin)) offered.push(method)
    return offered
  }

  return {
    api: {
      ...createSessionCheck({ ...platform, tokens }),
      issuer,
      view,
      answer,
      /** Methods are listed in the order in which their slices register them. */
      offerMethod: (method: OtherMethod, isOffered: IsOffered): void => void methods.set(method, isOffered),
    },
    routes: [
      ...sessionRoutes({
        sessions,
        answer,
        limits,
        answers: createKeptAnswers(database, { max_bytes: STATUS_KEPT_BYTES }),
        own_answers: createKeptAnswers(database, { max_bytes: OWN_USER_KEPT_BYTES }),
        server: config,
        native_passkeys: configuredApps(config.native_passkeys),
        otherLoginMethods,
      }),
      ...ownDeviceRoutes(createOwnDevices({ database, devicesEnded })),
    ],
  }
}
