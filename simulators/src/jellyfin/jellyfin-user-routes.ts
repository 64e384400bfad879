import { type Answer, empty, json, Refused, type SimRequest, text } from '../kit/answer.ts'
import { hexOf } from '../kit/ids.ts'
import { asRecord, type JsonRecord, numberIn, textIn } from '../kit/json.ts'
import { type Access, describeClient, queryOf, type Route, type Session } from './jellyfin-access.ts'
import {
  isDisabled,
  isValidName,
  type JellyfinAccounts,
  type JellyfinUser,
  plainId,
  ticks,
  userResource,
} from './jellyfin-accounts.ts'
import { writtenPolicy } from './jellyfin-policy.ts'

export interface UserRouteParts {
  route: Route
  access: Access
  accounts: JellyfinAccounts
  now: () => number
}

/** Outside development the text never says why (jellyfin.md, "Status codes"). */
export function unexplained(status: number): Answer {
  return text('Error processing request.', status)
}

function problem(title: string, status: number, errors?: JsonRecord): Answer {
  const type = `https://tools.ietf.org/html/rfc9110#section-15.5.${status === 404 ? 5 : 1}`
  return json({ type, title, status, ...(errors && { errors }), traceId: '00-simulated-00' }, status, {
    'content-type': 'application/problem+json; charset=utf-8',
  })
}

export function routeUsers(parts: UserRouteParts): void {
  const { route, access, accounts } = parts
  const shown = (user: JellyfinUser) => userResource(accounts, user)
  const byId = (id: string) => {
    const user = accounts.users.get(plainId(id))
    if (!user) throw new Refused(problem('Not Found', 404))
    return user
  }
  const find = (request: SimRequest) => byId(request.params['id'] ?? '')

  route('GET /Users', 'caller', request => {
    const wants = (name: string, value: unknown) => {
      const asked = queryOf(request, name)
      return asked === undefined || (asked.toLowerCase() === 'true') === value
    }
    const kept = [...accounts.users.values()].filter(
      user => wants('isHidden', user.policy['IsHidden']) && wants('isDisabled', user.policy['IsDisabled']),
    )
    return json(kept.toSorted((a, b) => a.name.localeCompare(b.name)).map(shown))
  })
  // jellyfin.md: a key has no user, so there is no "me".
  route('GET /Users/Me', 'caller', (_request, caller) =>
    caller?.kind === 'user' ? json(shown(caller.user)) : problem('Bad Request', 400),
  )
  route('GET /Users/:id', 'caller', request => json(shown(find(request))))
  route('POST /Users/New', 'administrator', request => {
    const body = asRecord(request.body)
    const name = textIn(body, 'Name') ?? ''
    if (!isValidName(name) || accounts.named(name)) return unexplained(400)
    return json(shown(accounts.add(name, { password: textIn(body, 'Password') ?? '' })))
  })
  route('DELETE /Users/:id', 'administrator', request => {
    const user = find(request)
    if (accounts.users.size === 1) return unexplained(500)
    if (isLast(accounts, user, one => one.policy['IsAdministrator'] === true)) return unexplained(400)
    accounts.users.delete(user.id)
    access.revoke(user.id)
    return empty(204)
  })
  const setPassword = (user: JellyfinUser, request: SimRequest) => {
    const body = asRecord(request.body)
    user.password = body['ResetPassword'] === true ? '' : (textIn(body, 'NewPw') ?? '')
    access.revoke(user.id)
    return empty(204)
  }
  route('POST /Users/Password', 'administrator', request =>
    setPassword(byId(queryOf(request, 'userId') ?? ''), request),
  )
  route('POST /Users/:id/Password', 'administrator', request => setPassword(find(request), request))
  route('POST /Users/:id/Policy', 'administrator', request => changePolicy(parts, find(request), request))
  routeLogin(parts)
}

function isLast(
  accounts: JellyfinAccounts,
  user: JellyfinUser,
  counts: (user: JellyfinUser) => boolean,
): boolean {
  return counts(user) && [...accounts.users.values()].filter(counts).length === 1
}

function changePolicy({ access, accounts }: UserRouteParts, user: JellyfinUser, request: SimRequest): Answer {
  const body = asRecord(request.body)
  const missing = ['AuthenticationProviderId', 'PasswordResetProviderId'].filter(name => !textIn(body, name))
  if (missing.length > 0) {
    const errors = Object.fromEntries(missing.map(name => [name, [`The ${name} field is required.`]]))
    return problem('One or more validation errors occurred.', 400, errors)
  }
  const policy = writtenPolicy(user.policy, body)
  const demoted = policy['IsAdministrator'] !== true
  if (demoted && isLast(accounts, user, one => one.policy['IsAdministrator'] === true)) {
    return json('There must be at least one user in the system with administrative access.', 403)
  }
  if (policy['IsDisabled'] === true) {
    if (!demoted) return json('Administrators cannot be disabled.', 403)
    if (isLast(accounts, user, one => !isDisabled(one))) {
      return json('There must be at least one enabled user in the system.', 403)
    }
    access.revoke(user.id)
  }
  user.policy = policy
  return empty(204)
}

function routeLogin(parts: UserRouteParts): void {
  const { route, access, accounts, now } = parts
  route('POST /Users/AuthenticateByName', 'nothing', request => {
    const client = describeClient(request, access.switches)
    if (!client.client || !client.device || !client.deviceid || !client.version) return unexplained(400)
    const body = asRecord(request.body)
    const user = accounts.named(textIn(body, 'Username') ?? '')
    if (!user) return unexplained(401)
    // jellyfin.md: a disabled account is 403 whether or not the password was right.
    if (isDisabled(user)) return unexplained(403)
    if (user.password !== (textIn(body, 'Pw') ?? '')) {
      countFailure(access, user)
      return unexplained(401)
    }
    user.policy['InvalidLoginAttemptCount'] = 0
    user.last_login = now()
    const session: Session = {
      id: hexOf(`session:${client.deviceid}:${user.id}`, 32),
      token: hexOf(`token:${user.id}:${access.sessions.size}:${now()}`, 32),
      user,
      client: client.client,
      device: client.device,
      device_id: client.deviceid,
      version: client.version,
      at: now(),
    }
    access.sessions.set(session.token, session)
    return json({
      User: userResource(accounts, user),
      SessionInfo: sessionResource(accounts, session),
      AccessToken: session.token,
      ServerId: accounts.server_id,
    })
  })
  route('POST /Sessions/Logout', 'caller', (_request, caller) => {
    if (caller?.kind === 'user') access.sessions.delete(caller.session.token)
    return empty(204)
  })
  route('GET /Sessions', 'caller', () =>
    json([...access.sessions.values()].map(session => sessionResource(accounts, session))),
  )
}

/** jellyfin.md: at its limit the server disables the account by itself. */
function countFailure(access: Access, user: JellyfinUser): void {
  const count = (numberIn(user.policy, 'InvalidLoginAttemptCount') ?? 0) + 1
  const limit = numberIn(user.policy, 'LoginAttemptsBeforeLockout') ?? -1
  user.policy['InvalidLoginAttemptCount'] = count
  if (limit > 0 && count >= limit) {
    user.policy['IsDisabled'] = true
    access.revoke(user.id)
  }
}

function sessionResource(accounts: JellyfinAccounts, session: Session): JsonRecord {
  return {
    PlayState: { CanSeek: false, IsPaused: false, IsMuted: false, RepeatMode: 'RepeatNone' },
    AdditionalUsers: [],
    PlayableMediaTypes: [],
    Id: session.id,
    UserId: session.user.id,
    UserName: session.user.name,
    Client: session.client,
    LastActivityDate: ticks(session.at),
    LastPlaybackCheckIn: '0001-01-01T00:00:00.0000000Z',
    DeviceName: session.device,
    DeviceId: session.device_id,
    ApplicationVersion: session.version,
    IsActive: true,
    SupportsMediaControl: false,
    SupportsRemoteControl: false,
    NowPlayingQueue: [],
    HasCustomDeviceName: false,
    ServerId: accounts.server_id,
    SupportedCommands: [],
  }
}
