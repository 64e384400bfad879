import { REFUSALS } from '@foyer/contract/refusals'
import type { User } from '@foyer/contract/sessions/sessions'
import type { Database, Db, Tx } from '#db/database.ts'
import { sessionRevoked } from '#kit/caller.ts'
import { type Clock, iso } from '#kit/clock.ts'
import { sha256 } from '#kit/crypto.ts'
import { newSecret } from '#kit/ids.ts'
import { Refusal } from '#kit/refusal.ts'
import type { AccessTokens } from './access-tokens.ts'
import type { NameAndPassword, ProvePassword } from './password/password-proof.ts'
import type { Passwords } from './password/passwords.ts'
import type { DeviceFacts, SessionIssuer, SignedIn } from './session-issuer.ts'
import type { SessionOrigin } from './session-origin.ts'
import { acceptUsername, faultOfPassword, usernameKey } from './session-rules.ts'
import * as store from './session-store.ts'
import type { UserView } from './user-view.ts'

export interface Credentials extends DeviceFacts, NameAndPassword {}

export function createSessionService(deps: {
  database: Database
  clock: Clock
  tokens: AccessTokens
  passwords: Passwords
  issuer: SessionIssuer
  view: UserView
  provePassword: ProvePassword
  /** Called when devices were signed out, so that data tied to them is removed. */
  devicesEnded: (tx: Tx) => Promise<void>
}) {
  const { database, clock, tokens, passwords, issuer, view, provePassword, devicesEnded } = deps

  async function isSetUp(): Promise<boolean> {
    return (await store.countUsers(database.read)) > 0
  }

  async function setUp(credentials: Credentials): Promise<SignedIn> {
    const username = acceptUsername(credentials.username)
    if (username === null) throw new Refusal('invalid_username')
    assertGoodPassword(credentials.password)
    if (await isSetUp()) throw new Refusal('setup_complete')
    const password_hash = await passwords.hash(credentials.password)
    const session = await database.withWriteLock('users', async tx => {
      // Two first admins may race; the lock lets only one of them succeed.
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
      return issuer.open(tx, user, credentials, { method: 'setup' })
    })
    return issuer.complete(session)
  }

  async function logIn(credentials: Credentials): Promise<SignedIn> {
    const session = await provePassword(credentials, (tx, user) =>
      issuer.open(tx, user, credentials, { method: 'password' }),
    )
    return issuer.complete(session)
  }

  /** Null when the token was really revoked; a storage fault throws and is answered with 503 (1:5.3). */
  async function refresh(refresh_token: string): Promise<SignedIn | null> {
    const found = await store.findSessionByRefresh(database.read, sha256(refresh_token))
    if (!found) return refreshLegacy(refresh_token)
    const user = await store.findUser(database.read, found.user_id)
    return user ? issuer.complete({ user, device_id: found.device_id, refresh_token }) : null
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
    return adopted ? issuer.complete({ user, device_id, refresh_token }) : null
  }

  /** Returns how the session began. */
  async function logOut(device_id: string): Promise<SessionOrigin | null> {
    return database.transaction(async tx => {
      const origin = await store.findSessionOrigin(tx, device_id)
      await store.deleteDevice(tx, device_id)
      await devicesEnded(tx)
      return origin
    })
  }

  async function me(caller: { user_id: number; device_id: string }): Promise<User & { device_id: string }> {
    const user = await store.findUser(database.read, caller.user_id)
    if (!user) throw sessionRevoked()
    return { ...(await view.present(database.read, user)), device_id: caller.device_id }
  }

  /** 0.3: whoever has no password method is refused before their input is read. */
  async function assertPasswordEnabled({ user_id }: { user_id: number }): Promise<void> {
    await passwordUser(database.read, user_id)
  }

  /** The current password must be right if it is given; hashing happens outside the transaction. */
  async function changePassword(
    { user_id, device_id }: { user_id: number; device_id: string },
    credentials: PasswordChange,
  ): Promise<void> {
    const user = await passwordUser(database.read, user_id)
    assertGoodPassword(credentials.password)
    const { current_password: current } = credentials
    if (current !== undefined && !(await passwords.isRight(user.password_hash, current))) {
      throw new Refusal('bad_credentials')
    }
    const password_hash = await passwords.hash(credentials.password)
    await database.withWriteLock('users', async tx => {
      const now = await passwordUser(tx, user_id)
      // The check was against the earlier hash; another change may have come in between.
      if (current !== undefined && now.password_hash !== user.password_hash) {
        throw new Refusal('bad_credentials')
      }
      await store.setPasswordHash(tx, user_id, password_hash)
      // C68: replacing a password signs out other devices; setting a first one does not.
      const isReplaced = now.password_hash !== null
      if (isReplaced && (await store.deleteDevicesOf(tx, user_id, { but: device_id })) > 0) {
        await devicesEnded(tx)
      }
    })
  }

  return { isSetUp, setUp, logIn, refresh, logOut, me, assertPasswordEnabled, changePassword }
}

/** The user of a session, who may have a password. */
async function passwordUser(db: Db, user_id: number): Promise<store.UserRow> {
  const user = await store.findUser(db, user_id)
  if (!user) throw sessionRevoked()
  if (!user.password_enabled) throw new Refusal('method_disabled')
  return user
}

export interface PasswordChange {
  password: string
  current_password?: string | undefined
}

export type SessionService = ReturnType<typeof createSessionService>

const TOO_COMMON = 'Choose another password. This one is among the first that everybody tries.'

/** Applied wherever a password is set. */
function assertGoodPassword(password: string): void {
  const fault = faultOfPassword(password)
  if (!fault) return
  const error = fault === 'common' ? TOO_COMMON : REFUSALS.weak_password.error
  throw new Refusal('weak_password', { error, fields: { password: error } })
}
