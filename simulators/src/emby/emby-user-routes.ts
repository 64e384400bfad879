import { type Answer, empty, json, Refused, type SimRequest } from '../kit/answer.ts'
import { asRecord, type JsonRecord, textIn } from '../kit/json.ts'
import { knownClient, queryOf, type Route, type Session } from '../media-server/access.ts'
import {
  isDisabled,
  type MediaAccounts,
  type MediaUser,
  plainId,
  policyRefusal,
} from '../media-server/accounts.ts'
import { routeSessions, sessionParts, signedIn } from '../media-server/session-routes.ts'
import { describeClient, type EmbyAccess, sentence } from './emby-access.ts'
import { userResource, usualPolicy } from './emby-accounts.ts'

export interface EmbyUserParts {
  route: Route
  access: EmbyAccess
  accounts: MediaAccounts
  now: () => number
}

export function routeUsers(parts: EmbyUserParts): void {
  const { route, access, accounts } = parts
  const shown = (user: MediaUser) => userResource(accounts, user)
  const find = (request: SimRequest) => {
    const user = accounts.users.get(plainId(request.params['id'] ?? ''))
    if (!user) throw new Refused(sentence('User not found', 404))
    return user
  }
  const listed = (request: SimRequest) => {
    const wants = (name: string) => {
      const asked = queryOf(request, name)?.toLowerCase()
      return (user: MediaUser) => asked === undefined || (asked === 'true') === user.policy[name]
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

function changePolicy({ access, accounts }: EmbyUserParts, user: MediaUser, request: SimRequest): Answer {
  const policy = { ...usualPolicy(), ...asRecord(request.body) }
  const refusal = policyRefusal(accounts, user, policy)
  if (refusal !== null) return sentence(refusal, 400)
  if (policy['IsDisabled'] === true) access.revoke(user.id)
  user.policy = policy
  return empty(200)
}

function routeLogin({ route, access, accounts, now }: EmbyUserParts): void {
  const shown = {
    user: (user: MediaUser) => userResource(accounts, user),
    session: (session: Session) => sessionResource(accounts, session),
  }
  route('POST /Users/AuthenticateByName', 'nothing', request => {
    const client = knownClient(describeClient(request))
    if (!client) return sentence('Value cannot be null. (Parameter appName)', 400)
    const body = asRecord(request.body)
    const user = accounts.named(textIn(body, 'Username') ?? '')
    if (!user || user.password !== (textIn(body, 'Pw') ?? '')) {
      return sentence('Invalid username or password entered.', 401)
    }
    // emby.md, "Policy fields": 0 = not locked.
    if (user.policy['LockedOutDate'] !== 0) return sentence('Invalid username or password entered.', 401)
    if (isDisabled(user)) {
      const message = `The ${user.name} account is currently disabled. Please consult with your administrator.`
      return sentence(message, 401)
    }
    return signedIn(accounts, access.open(user, client, now()), shown)
  })
  routeSessions({ route, access, done: () => empty(200), resource: shown.session })
}

function sessionResource(accounts: MediaAccounts, session: Session): JsonRecord {
  return { ...sessionParts(accounts, session), RemoteEndPoint: '127.0.0.1' }
}
