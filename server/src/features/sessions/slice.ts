import type { LoginMethod } from '@foyer/contract/sessions/sessions'
import { createKeptAnswers } from '#db/kept-answers.ts'
import type { Tx } from '#db/database.ts'
import { invitedSince } from '#features/media-servers/index.ts'
import type { Alerts } from '#features/notifications/index.ts'
import { linkedProviders } from '#features/sign-in/index.ts'
import { configuredApps } from '#features/signin-passkey/index.ts'
import type { Platform } from '#platform/platform.ts'
import { createAccessTokens } from './access-tokens.ts'
import { ownDeviceRoutes } from './devices/own-device-routes.ts'
import { createOwnDevices } from './devices/own-devices.ts'
import { createEverybodysDevices } from './devices/everybodys-devices.ts'
import { createDeviceTouch } from './devices/device-touch.ts'
import { createLinkedSignIns } from './sign-in/linked-sign-ins.ts'
import { createPasswordProof } from './password/password-proof.ts'
import { type Argon, createPasswords } from './password/passwords.ts'
import { createSessionCheck } from './session-check.ts'
import { createSessionIssuer } from './session-issuer.ts'
import { sessionRoutes } from './session-routes.ts'
import { createSessionService } from './session-service.ts'
import { createStatusReader, type StatusPart } from './sign-in/sign-in-status.ts'
import { createSignInAnswer } from './sign-in/sign-in-answer-routes.ts'
import type { SsoRequired } from './sign-in/sign-in-policy.ts'
import { createSignInThrottle } from './sign-in/sign-in-throttle.ts'
import { deleteOtherSessionsOfUsers, deleteSessionsBegun, type SessionsBegun } from './session-store.ts'
import type { SessionOrigin } from './session-origin.ts'
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
  const touch = createDeviceTouch(platform)
  const findLinks: FindLinks = async (db, user_ids) => {
    const invited = await invitedSince(db, user_ids)
    const linked = await linkedProviders(db, user_ids)
    return new Map(
      [...new Set([...invited.keys(), ...linked.keys()])].map(user_id => {
        const invited_at = invited.get(user_id)
        const providers = linked.get(user_id)
        return [
          user_id,
          {
            sso_linked: providers?.has('oidc') ?? false,
            invite_linked: providers?.has('invite_server') ?? false,
            ...(invited_at !== undefined && { invited_at }),
          },
        ]
      }),
    )
  }
  const view = createUserView(findLinks)
  const issuer = createSessionIssuer({ ...platform, tokens, view })
  const answer = createSignInAnswer(config.base_path)
  const methods = new Map<OtherMethod, IsOffered>()
  const status_parts: StatusPart[] = []
  const linked_sign_ins = createLinkedSignIns()
  const passwords = createPasswords(argon)
  const provePassword = createPasswordProof({
    ...platform,
    passwords,
    ssoRequired,
    throttle: createSignInThrottle(platform.clock),
    signInThrottled: (tx, data) =>
      alerts.raise(tx, {
        type: 'sign_in_throttled',
        audience: { to: 'users_and_admins', user_ids: [data.user_id] },
        data,
      }),
  })
  const sessions = createSessionService({
    ...platform,
    tokens,
    passwords,
    issuer,
    view,
    provePassword,
    devicesEnded,
  })

  async function endSessions(tx: Tx, run: () => Promise<number>): Promise<number> {
    const ended = await run()
    await platform.hooks.signInsEnded.run(tx)
    if (ended > 0) await devicesEnded(tx)
    return ended
  }

  async function otherLoginMethods(origin: string): Promise<OtherMethod[]> {
    const offered: OtherMethod[] = []
    for (const [method, isOffered] of methods) if (await isOffered(origin)) offered.push(method)
    return offered
  }

  const readStatus = createStatusReader({
    sessions,
    server: config,
    native_passkeys: configuredApps(config.native_passkeys),
    otherLoginMethods,
    status_parts,
  })

  return {
    api: {
      ...createSessionCheck({ ...platform, tokens, touch }),
      touch,
      provePassword,
      /** What the sign-in methods of this server are, as the status says. */
      readStatus,
      issuer,
      view,
      answer,
      /** Methods are listed in the order in which their slices register them. */
      offerMethod: (method: OtherMethod, isOffered: IsOffered): void => void methods.set(method, isOffered),
      /** A method that people sign in with by an account they linked. */
      addLinkedMethod: linked_sign_ins.add,
      /** Who of these users can sign in now with an account they linked. */
      linkedSignIns: linked_sign_ins.find,
      /** Further fields of the status. */
      addToStatus: (part: StatusPart): void => void status_parts.push(part),
      everybody: createEverybodysDevices({ database, devicesEnded }),
      /** Ends sessions by the way they began. Returns the number. */
      endSessionsBegun: (tx: Tx, begun: SessionsBegun): Promise<number> =>
        endSessions(tx, () => deleteSessionsBegun(tx, begun)),
      /** Ends the sessions of everybody but admins that began in another way. */
      endOtherSessionsOfUsers: (tx: Tx, method: SessionOrigin['method']): Promise<number> =>
        endSessions(tx, () => deleteOtherSessionsOfUsers(tx, method)),
    },
    routes: [
      ...sessionRoutes({
        sessions,
        answer,
        limits,
        answers: createKeptAnswers(database, { max_bytes: STATUS_KEPT_BYTES }),
        own_answers: createKeptAnswers(database, { max_bytes: OWN_USER_KEPT_BYTES }),
        readStatus,
        status_parts,
        providerLogout: platform.hooks.providerLogout.find,
      }),
      ...ownDeviceRoutes(createOwnDevices({ database, devicesEnded })),
    ],
  }
}
