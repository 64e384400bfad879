import { type Answer, empty, json, Refused, type SimRequest } from '../kit/answer.ts'
import { hexOf } from '../kit/ids.ts'
import { asRecord, type JsonRecord, textIn } from '../kit/json.ts'
import {
  describeClient,
  type EmbyAccess,
  type EmbySession,
  queryOf,
  type Route,
  sentence,
} from './emby-access.ts'
import {
  type EmbyAccounts,
  type EmbyUser,
  isDisabled,
  ticks,
  userResource,
  usualPolicy,
} from './emby-accounts.ts'

export interface EmbyUserParts {
  route: Route
  access: EmbyAccess
  accounts: EmbyAccounts
  now: () => number
}

export function routeUsers(parts: EmbyUserParts): void {
  const { route, access, accounts } = parts
  const shown = (user: EmbyUser) => userResource(accounts, user)
  const find = (request: SimRequest) => {
    const user = accounts.users.get((request.params['id'] ?? '').replaceAll('-', '').toLowerCase())
    if (!user) throw new Refused(sentence('User not found', 404))
    return user
  }
  const listed = (request: SimRequest) => {
    const wants = (name: string) => {
      const asked = queryOf(request, name)?.toLowerCase()
      return (user: EmbyUser) => asked === undefined || (asked === 'true') === user.policy[name]
    }
    return [...accounts.users.values()]
      .filter(wants('IsDisabled'))
      .filter(wants('IsHidden'))
      .toSorted((a, b) => a.name.localeCompare(b.name))
  }

  route('GET /Users', 'caller', request => json(listed(request).map(shown)))
  route('GET /Users/Query', 'caller', request => {
    const all = listed(request)
    const start = Number(queryOf(request, 'StartIndex') ?? 0)
    const limit = Number(queryOf(request, 'Limit') ?? all.length)
    return json({ Items: all.slice(start, start + limit).map(shown), TotalRecordCount: all.length })
  })
  route('GET /Users/:id', 'caller', request => json(shown(find(request))))
  route('POST /Users/New', 'administrator', request => {
    const name = textIn(asRecord(request.body), 'Name')?.trim() ?? ''
    if (name === '' || /[<>]/.test(name)) {
      return sentence(
        'Usernames can contain letters, numbers, dashes, underscores, apostrophes and periods',
        400,
      )
    }
    if (accounts.named(name)) return sentence(`A user with the name '${name}' already exists.`, 400)
    // A `Password` in the body is ignored: there is no such field.
    return json(shown(accounts.add(name)))
  })
  route('POST /Users/:id/Password', 'administrator', request => {
    const user = find(request)
    const body = asRecord(request.body)
    user.password = body['ResetPassword'] === true ? '' : (textIn(body, 'NewPw') ?? '')
    return empty(200)
  })
  route('POST /Users/:id/Policy', 'administrator', request => changePolicy(parts, find(request), request))
  const remove = (request: SimRequest) => {
    const user = find(request)
    accounts.users.delete(user.id)
    access.revoke(user.id)
    return empty(200)
  }
  route('DELETE /Users/:id', 'administrator', remove)
  route('POST /Users/:id/Delete', 'administrator', remove)
  routeLogin(parts)
}

function isLast(accounts: EmbyAccounts, user: EmbyUser, counts: (user: EmbyUser) => boolean): boolean {
  return counts(user) && [...accounts.users.values()].filter(counts).length === 1
}

function changePolicy({ access, accounts }: EmbyUserParts, user: EmbyUser, request: SimRequest): Answer {
  const policy = { ...usualPolicy(), ...asRecord(request.body) }
  const demoted = policy['IsAdministrator'] !== true
  if (demoted && isLast(accounts, user, one => one.policy['IsAdministrator'] === true)) {
    return sentence('There must be at least one user in the system with administrative access.', 400)
  }
  if (policy['IsDisabled'] === true) {
    if (!demoted) return sentence('Administrators cannot be disabled.', 400)
    if (isLast(accounts, user, one => !isDisabled(one))) {
      return sentence('There must be at least one enabled user in the system.', 400)
    }
    access.revoke(user.id)
  }
  user.policy = policy
  return empty(200)
}

function routeLogin({ route, access, accounts, now }: EmbyUserParts): void {
  route('POST /Users/AuthenticateByName', 'nothing', request => {
    const client = describeClient(request)
    if (!client.client || !client.device || !client.deviceid || !client.version) {
      return sentence('Value cannot be null. (Parameter appName)', 400)
    }
    const body = asRecord(request.body)
    const user = accounts.named(textIn(body, 'Username') ?? '')
    if (!user || user.password !== (textIn(body, 'Pw') ?? '')) {
      return sentence('Invalid username or password entered.', 401)
    }
    if (isDisabled(user)) {
      const message = `The ${user.name} account is currently disabled. Please consult with your administrator.`
      return sentence(message, 401)
    }
    user.last_login = now()
    const session: EmbySession = {
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
    return empty(200)
  })
  route('GET /Sessions', 'caller', () =>
    json([...access.sessions.values()].map(session => sessionResource(accounts, session))),
  )
}

function sessionResource(accounts: EmbyAccounts, session: EmbySession): JsonRecord {
  return {
    PlayState: { CanSeek: false, IsPaused: false, IsMuted: false, RepeatMode: 'RepeatNone' },
    AdditionalUsers: [],
    RemoteEndPoint: '127.0.0.1',
    PlayableMediaTypes: [],
    Id: session.id,
    ServerId: accounts.server_id,
    UserId: session.user.id,
    UserName: session.user.name,
    Client: session.client,
    LastActivityDate: ticks(session.at),
    DeviceName: session.device,
    DeviceId: session.device_id,
    ApplicationVersion: session.version,
    SupportedCommands: [],
    SupportsRemoteControl: false,
  }
}
