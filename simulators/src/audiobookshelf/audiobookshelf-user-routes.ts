import { json, Refused, type SimRequest, text } from '../kit/answer.ts'
import { asRecord, flagIn, textIn } from '../kit/json.ts'
import type { SimServer } from '../kit/sim-server.ts'
import { bossOnly, caller, forbidden, notFound, plain, type ShelfAccess } from './audiobookshelf-access.ts'
import {
  applyPermissions,
  type ShelfAccounts,
  type ShelfUser,
  texts,
  userResource,
} from './audiobookshelf-accounts.ts'

const ACCOUNT_TYPES = ['admin', 'user', 'guest']
const FIXED_KEYS = ['id', 'pash', 'token', 'extraData', 'bookmarks']

export interface UserRouteParts {
  server: SimServer
  accounts: ShelfAccounts
  access: ShelfAccess
}

export function routeUsers(parts: UserRouteParts): void {
  const { server, accounts, access } = parts
  const boss = (request: SimRequest) => bossOnly(caller(access.callerOf(request)))
  const find = (request: SimRequest) => {
    const user = accounts.users.get(request.params['id'] ?? '')
    if (!user) throw new Refused(notFound())
    return user
  }

  server.route('GET /api/me', request => {
    const user = caller(access.callerOf(request))
    return json(userResource(user, user, true))
  })
  server.route('GET /api/users', request => {
    const reader = boss(request)
    return json({ users: [...accounts.users.values()].map(user => userResource(user, reader, false)) })
  })
  server.route('GET /api/users/:id', request => {
    const reader = boss(request)
    return json(userResource(find(request), reader, true))
  })
  server.route('POST /api/users', request => create(accounts, boss(request), request))
  server.route('PATCH /api/users/:id', request => change(parts, boss(request), find(request), request))
  server.route('DELETE /api/users/:id', request => {
    const reader = boss(request)
    const user = find(request)
    if (user.type === 'root') return forbidden()
    if (user.id === reader.id) return plain(400, 'Cannot delete your own account')
    accounts.users.delete(user.id)
    access.endSessions(user.id)
    return json({ success: true })
  })
  routeKeys(parts, boss)
}

function create(accounts: ShelfAccounts, reader: ShelfUser, request: SimRequest) {
  const body = asRecord(request.body)
  const username = textIn(body, 'username')
  const password = textIn(body, 'password')
  if (!username || !password) return plain(400, 'Username and password are required')
  const type = textIn(body, 'type') ?? 'user'
  if (type !== 'admin' && type !== 'user' && type !== 'guest') return plain(400, 'Invalid account type')
  // Quirk 2: the check is case-sensitive, unlike login.
  if (accounts.users.values().some(user => user.username === username)) {
    return plain(400, 'Username already taken')
  }
  // Quirk 1: an account made without `isActive` is inactive.
  const user = accounts.add(username, { password, type, active: flagIn(body, 'isActive') ?? false })
  user.email = textIn(body, 'email') ?? null
  applyPermissions(user, {
    ...asRecord(body['permissions']),
    ...('librariesAccessible' in body && { librariesAccessible: body['librariesAccessible'] }),
    ...('itemTagsSelected' in body && { itemTagsSelected: body['itemTagsSelected'] }),
  })
  return json({ user: userResource(user, reader, true) })
}

function change(
  { access, accounts }: UserRouteParts,
  reader: ShelfUser,
  user: ShelfUser,
  request: SimRequest,
) {
  if (user.type === 'root' && reader.type !== 'root') return forbidden()
  const body = asRecord(request.body)
  const fixed = FIXED_KEYS.find(key => key in body)
  if (fixed) return plain(400, `Key "${fixed}" cannot be updated`)
  const type = textIn(body, 'type')
  if (type && !ACCOUNT_TYPES.includes(type)) return plain(400, 'Invalid account type')
  const renamed = textIn(body, 'username')
  const password = textIn(body, 'password')
  if (accounts.users.values().some(other => other !== user && other.username === renamed)) {
    return plain(400, 'Username already taken')
  }
  if (renamed || password) access.endSessions(user.id)
  user.username = renamed ?? user.username
  user.password = password ?? user.password
  user.email = textIn(body, 'email') ?? user.email
  user.is_active = flagIn(body, 'isActive') ?? user.is_active
  // Quirk 6: a list beside `permissions` counts only together with it.
  if ('permissions' in body) {
    if (Array.isArray(body['librariesAccessible'])) user.libraries = texts(body['librariesAccessible'])
    if (Array.isArray(body['itemTagsSelected'])) user.tags = texts(body['itemTagsSelected'])
    applyPermissions(user, body['permissions'])
  }
  return json({ success: true, user: userResource(user, reader, true) })
}

function routeKeys(
  { server, access, accounts }: UserRouteParts,
  boss: (request: SimRequest) => ShelfUser,
): void {
  const nameOf = (id: string) => {
    const user = accounts.users.get(id)
    return user && { id, username: user.username, type: user.type }
  }
  const row = (key: ShelfAccess['keys'][number]) => ({
    id: key.id,
    name: key.name,
    expiresAt: null,
    isActive: key.is_active,
    userId: key.user_id,
    createdAt: new Date(key.created_at).toISOString(),
    updatedAt: new Date(key.created_at).toISOString(),
    user: nameOf(key.user_id),
  })
  server.route('GET /api/api-keys', request => {
    boss(request)
    return json({ apiKeys: access.keys.map(row) })
  })
  server.route('POST /api/api-keys', request => {
    boss(request)
    const body = asRecord(request.body)
    const name = textIn(body, 'name')
    const userId = textIn(body, 'userId') ?? ''
    if (!name || !accounts.users.has(userId)) return text('Bad Request', 400)
    // `isActive` left out means inactive, here too.
    const key = access.addKey(name, userId, flagIn(body, 'isActive') ?? false)
    return json({ apiKey: { ...row(key), apiKey: key.key } })
  })
}
