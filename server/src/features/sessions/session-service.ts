import { permissionsOf } from '@foyer/contract/permissions'
import type { TokenResponse, User } from '@foyer/contract/sessions'
import type { Database, Tx } from '#db/database.ts'
import { type Clock, iso } from '#kit/clock.ts'
import { sha256 } from '#kit/crypto.ts'
import { newId, newSecret } from '#kit/ids.ts'
import { Refusal } from '#kit/refusal.ts'
import { ACCESS_TOKEN_SECONDS, type AccessTokens } from './access-tokens.ts'
import { hashPassword, isPasswordRight } from './passwords.ts'
import { acceptUsername, isPasswordLongEnough, nameDevice, usernameKey } from './session-rules.ts'
import * as store from './session-store.ts'

export interface DeviceFacts {
  device_name?: string | undefined
  hardware_id?: string | undefined
  user_agent: string
}

export interface Credentials extends DeviceFacts {
  username: string
  password: string
}

/** A token response and the value of the image cookie that goes with it (R14). */
export interface SignedIn {
  tokens: TokenResponse
  image_token: string
}

export function createSessionService(deps: { database: Database; clock: Clock; tokens: AccessTokens }) {
  const { database, clock, tokens } = deps

  /** Writes the device inside the caller's transaction; its refresh token is known only to the answer. */
  async function openSession(tx: Tx, user: store.UserRow, facts: DeviceFacts) {
    const refresh_token = newSecret('r')
    const now = iso(clock.now())
    const device_id = await store.upsertDevice(tx, {
      id: newId('d'),
      user_id: user.id,
      device_name: nameDevice(facts.device_name, facts.user_agent),
      hardware_id: facts.hardware_id?.trim() || null,
      kind: 'app',
      refresh_hash: sha256(refresh_token),
      created_at: now,
      last_seen_at: now,
    })
    return { user, device_id, refresh_token }
  }

  async function signedIn(session: Awaited<ReturnType<typeof openSession>>): Promise<SignedIn> {
    const { user, device_id, refresh_token } = session
    return {
      tokens: {
        access_token: await tokens.mint(user.id, device_id),
        token_type: 'Bearer',
        expires_in: ACCESS_TOKEN_SECONDS,
        refresh_token,
        device_id,
        user: presentUser(user),
      },
      image_token: await tokens.mintImageToken(device_id),
    }
  }

  async function isSetUp(): Promise<boolean> {
    return (await store.countUsers(database.read)) > 0
  }

  async function setUp(given: Credentials): Promise<SignedIn> {
    const username = acceptUsername(given.username)
    if (username === null) throw new Refusal('invalid_username')
    if (!isPasswordLongEnough(given.password)) throw new Refusal('weak_password')
    if (await isSetUp()) throw new Refusal('setup_complete')
    const password_hash = await hashPassword(given.password)
    const session = await database.withWriteLock('users', async tx => {
      // Two first admins may race; the lock lets one of them be first.
      if ((await store.countUsers(tx)) > 0) throw new Refusal('setup_complete')
      const user = await store.insertUser(tx, {
        username,
        username_key: usernameKey(username),
        role: 'admin',
        password_hash,
        password_enabled: 1,
        passkey_enabled: 1,
        ai_shared_enabled: 1,
        invite_email: '',
        created_at: iso(clock.now()),
      })
      return openSession(tx, user, given)
    })
    return signedIn(session)
  }

  async function logIn(given: Credentials): Promise<SignedIn> {
    const user = await store.findUserByKey(database.read, usernameKey(given.username))
    const stored = user?.password_enabled ? user.password_hash : null
    if (!(await isPasswordRight(stored, given.password)) || !user) throw new Refusal('invalid_credentials')
    const session = await database.transaction(async tx => {
      // The account may have gone or lost its password while the hash was computed.
      const current = await store.findUser(tx, user.id)
      if (!current?.password_enabled || current.password_hash !== stored) {
        throw new Refusal('invalid_credentials')
      }
      return openSession(tx, current, given)
    })
    return signedIn(session)
  }

  /** Null when the token was really revoked; a fault of storage throws and is answered with 503 (1:5.3). */
  async function refresh(refresh_token: string): Promise<SignedIn | null> {
    const found = await store.findSessionByRefresh(database.read, sha256(refresh_token))
    if (!found) return refreshLegacy(refresh_token)
    const user = await store.findUser(database.read, found.user_id)
    return user ? signedIn({ user, device_id: found.device_id, refresh_token }) : null
  }

  async function refreshLegacy(token: string): Promise<SignedIn | null> {
    const device_id = token.split('.').length === 3 ? await tokens.readLegacyRefresh(token) : null
    const found = device_id && (await store.findSession(database.read, device_id))
    const user = found ? await store.findUser(database.read, found.user_id) : undefined
    if (!device_id || !user) return null
    const refresh_token = newSecret('r')
    const adopted = await database.transaction(tx =>
      store.adoptOpaqueRefresh(tx, device_id, sha256(refresh_token)),
    )
    return adopted ? signedIn({ user, device_id, refresh_token }) : null
  }

  async function logOut(device_id: string): Promise<void> {
    await database.transaction(tx => store.deleteDevice(tx, device_id))
  }

  async function me(caller: { user_id: number; device_id: string }): Promise<User & { device_id: string }> {
    const user = await store.findUser(database.read, caller.user_id)
    if (!user) throw new Refusal('session_revoked', { headers: { 'www-authenticate': 'Bearer' } })
    return { ...presentUser(user), device_id: caller.device_id }
  }

  return { isSetUp, setUp, logIn, refresh, logOut, me }
}

export type SessionService = ReturnType<typeof createSessionService>

function presentUser(user: store.UserRow): User {
  return {
    id: user.id,
    username: user.username,
    role: user.role,
    permissions: [...permissionsOf(user.role)],
    password_enabled: user.password_enabled === 1,
    passkey_enabled: user.passkey_enabled === 1,
    has_password: user.password_hash !== null,
    sso_linked: false,
    invite_linked: false,
    ai_shared_enabled: user.ai_shared_enabled === 1,
    invite_email: user.invite_email,
    created_at: user.created_at,
    child: false,
  }
}
