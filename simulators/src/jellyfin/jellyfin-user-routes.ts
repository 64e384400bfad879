import { type Answer, empty, json, Refused, type SimRequest, text } from '../kit/answer.ts'
import { asRecord, type JsonRecord, numberIn, textIn } from '../kit/json.ts'
import { knownClient, queryOf, type Route, type Session } from '../media-server/access.ts'
import {
  isAdministratorAccount,
  isDisabled,
  isLast,
  type MediaAccounts,
  type MediaUser,
  plainId,
  policyRefusal,
} from '../media-server/accounts.ts'
import { routeSessions, sessionParts, signedIn } from '../media-server/session-routes.ts'
import { type Access, describeClient } from './jellyfin-access.ts'
import { isValidName, userResource } from './jellyfin-accounts.ts'
import { writtenPolicy } from './jellyfin-policy.ts'

export interface UserRouteParts {
  route: Route
  access: Access
  accounts: MediaAccounts
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
  const shown = (user: MediaUser) => userResource(accounts, user)
  const byId = (id: string) => {
    // The id is bound as a GUID before anything is looked up.
    if (!/^[0-9a-f]{32}$/.test(plainId(id))) {
      throw new Refused(
        problem('One or more validation errors occurred.', 400, {
          userId: [`The value '${id}' is not valid.`],
        }),
      )
    }
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
    if (isLast(accounts, user, isAdministratorAccount)) return unexplained(400)
    accounts.users.delete(user.id)
    access.revoke(user.id)
    return empty(204)
  })
  const setPassword = (user: MediaUser, request: SimRequest) => {
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

function changePolicy({ access, accounts }: UserRouteParts, user: MediaUser, request: SimRequest): Answer {
  const body = asRecord(request.body)
  const missing = ['AuthenticationProviderId', 'PasswordResetProviderId'].filter(name => !textIn(body, name))
  if (missing.length > 0) {
    const errors = Object.fromEntries(missing.map(name => [name, [`The ${name} field is required.`]]))
    return problem('One or more validation errors occurred.', 400, errors)
  }
  const policy = writtenPolicy(user.policy, body)
  const refusal = policyRefusal(accounts, user, policy)
  if (refusal !== null) return json(refusal, 403)
  if (policy['IsDisabled'] === true) access.revoke(user.id)
  user.policy = policy
  return empty(204)
}

function routeLogin(parts: UserRouteParts): void {
  const { route, access, accounts, now } = parts
  const shown = signInResources(accounts)
  route('POST /Users/AuthenticateByName', 'nothing', request => {
    const client = knownClient(describeClient(request, access.switches))
    if (!client) return unexplained(400)
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
    return signedIn(accounts, access.open(user, client, now()), shown)
  })
  routeSessions({ route, access, done: () => empty(204), resource: shown.session })
}

/** How the answer to a sign-in shows its parts. */
export function signInResources(accounts: MediaAccounts) {
  return {
    user: (user: MediaUser) => userResource(accounts, user),
    session: (session: Session) => sessionResource(accounts, session),
  }
}

/** jellyfin.md: at its limit the server disables the account by itself. */
function countFailure(access: Access, user: MediaUser): void {
  const count = (numberIn(user.policy, 'InvalidLoginAttemptCount') ?? 0) + 1
  const limit = numberIn(user.policy, 'LoginAttemptsBeforeLockout') ?? -1
  user.policy['InvalidLoginAttemptCount'] = count
  if (limit > 0 && count >= limit) {
    user.policy['IsDisabled'] = true
    access.revoke(user.id)
  }
}

function sessionResource(accounts: MediaAccounts, session: Session): JsonRecord {
  return {
    ...sessionParts(accounts, session),
    LastPlaybackCheckIn: '0001-01-01T00:00:00.0000000Z',
    IsActive: true,
    SupportsMediaControl: false,
    NowPlayingQueue: [],
    HasCustomDeviceName: false,
  }
}
