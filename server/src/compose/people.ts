import type { PushTestResult } from '@foyer/contract/users'
import type { Config } from '#config'
import type { Database, Tx } from '#db/database.ts'
import { createKeptAnswers } from '#db/kept-answers.ts'
import { connectLinkRoutes, createConnectLinks } from '#features/connect-links/index.ts'
import { createKids, kidsRoutes, type KnownLists } from '#features/kids/index.ts'
import type { EventHub } from '#features/live-events/index.ts'
import type { Alerts } from '#features/notifications/index.ts'
import {
  createAccessTokens,
  createOwnDevices,
  type Argon,
  createPasswords,
  createSessionCheck,
  createSessionIssuer,
  createSessionService,
  createSignInAnswer,
  createSignInThrottle,
  createUserView,
  type FindLinks,
  ownDeviceRoutes,
  sessionRoutes,
  type SsoRequired,
} from '#features/sessions/index.ts'
import {
  configuredApps,
  createCeremonies,
  createOwnPasskeys,
  createPasskeyLogin,
  createPasskeyPages,
  createPasskeyParty,
  createPasskeyRegistration,
  passkeyRoutes,
} from '#features/signin-passkey/index.ts'
import { createShareInviteEmail, createUsers, userRoutes } from '#features/users/index.ts'
import type { Binding } from '#http/bind.ts'
import type { RateLimits } from '#http/rate-limits.ts'
import type { Identify } from '#kit/caller.ts'
import type { Clock } from '#kit/clock.ts'
import type { SecretBox } from '#kit/crypto.ts'
import type { Log } from '#kit/log.ts'
import type { Settings } from '#settings/settings.ts'

export interface PeopleParts {
  config: Config
  database: Database
  settings: Settings
  clock: Clock
  log: Log
  box: SecretBox
  events: EventHub
  limits: RateLimits
  knownLists: () => Promise<KnownLists>
  /** The real one unless a test gives a cheap one. */
  argon?: Argon
  ssoRequired: SsoRequired
  /** What others share with a person passes on before the person is removed. */
  handOver: (tx: Tx, user_id: number) => Promise<void>
  /** What devices are told, and who keeps track of them. */
  notifications: {
    test(user_id: number): Promise<PushTestResult>
    devicesEnded(tx: Tx): Promise<void>
    raise: Alerts['raise']
  }
}

/** One for each origin by which this server is reached; strangers may name any number of them. */
const STATUS_KEPT_BYTES = 256 * 1024

/** Everything about who may come in: sessions, ways to sign in, users, kids accounts. */
export function composePeople(parts: PeopleParts): {
  identify: Identify
  identifyByImageToken: Identify
  bindings: Binding[]
} {
  const { config, database, settings, clock, log, events, limits, ssoRequired, notifications } = parts
  const { base_path } = config
  const tokens = createAccessTokens({ clock, box: parts.box })
  // No slice links identities yet, so nobody has one.
  const findLinks: FindLinks = async () => new Map()
  const view = createUserView(findLinks)
  const issuer = createSessionIssuer({ database, clock, tokens, view })
  const passwords = createPasswords(parts.argon)
  const { devicesEnded } = notifications
  const sessions = createSessionService({
    database,
    clock,
    log,
    tokens,
    passwords,
    issuer,
    view,
    ssoRequired,
    devicesEnded,
    throttle: createSignInThrottle(clock),
    signInThrottled: (tx, data) =>
      notifications.raise(tx, {
        type: 'sign_in_throttled',
        audience: { to: 'users_and_admins', user_ids: [data.user_id] },
        data,
      }),
  })
  const links = createConnectLinks({ database, settings, clock, issuer, ssoRequired, base_path })
  const users = createUsers({
    database,
    clock,
    events,
    view,
    sendTestPush: notifications.test,
    handOver: parts.handOver,
    devicesEnded,
  })
  // Invitations to media servers come with their slice; until then admins are told and nothing is owed.
  const shareInviteEmail = createShareInviteEmail({
    database,
    events,
    sendOwedInvites: async () => '',
    alertAdmins: (tx, data) =>
      notifications.raise(tx, { type: 'invite_access_request', audience: { to: 'admins' }, data }),
  })
  const kids = createKids({ database, clock, events, knownLists: parts.knownLists })
  const answer = createSignInAnswer(base_path)
  const native = config.native_passkeys
  const party = createPasskeyParty({ database, settings, base_path, extra_origins: native.extra_origins })
  const ceremonies = createCeremonies(clock)
  const { server_name } = config
  return {
    ...createSessionCheck({ database, tokens, clock, log }),
    bindings: [
      ...sessionRoutes({
        sessions,
        answer,
        limits,
        answers: createKeptAnswers(database, { max_bytes: STATUS_KEPT_BYTES }),
        server: config,
        native_passkeys: configuredApps(native),
        otherLoginMethods: async origin => ((await party.canBeUsedFrom(origin)) ? ['passkey'] : []),
      }),
      ...ownDeviceRoutes(createOwnDevices({ database, devicesEnded })),
      ...passkeyRoutes({
        login: createPasskeyLogin({ database, clock, ceremonies, party, issuer, ssoRequired }),
        registration: createPasskeyRegistration({ database, clock, ceremonies, party, server_name }),
        own: createOwnPasskeys({ database, view }),
        pages: createPasskeyPages({ server_name, base_path }),
        native,
        answer,
      }),
      ...connectLinkRoutes(links, answer),
      ...userRoutes(users, shareInviteEmail),
      ...kidsRoutes(kids),
    ],
  }
}
