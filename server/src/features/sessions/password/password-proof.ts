import type { Database, Tx } from '#db/database.ts'
import type { Log } from '#kit/log.ts'
import { Refusal } from '#kit/refusal.ts'
import { outsideTransaction } from '#kit/transaction-scope.ts'
import type { Passwords } from './passwords.ts'
import { usernameKey } from '../session-rules.ts'
import { findUser, findUserByKey, type UserRow } from '../session-store.ts'
import { assertNoSsoRequired, type SsoRequired } from '../sign-in/sign-in-policy.ts'
import type { SignInThrottle } from '../sign-in/sign-in-throttle.ts'

export interface NameAndPassword {
  username: string
  password: string
}

/**
 * Runs `then` for the account of a right password, in the transaction that checked it. Every use of a password
 * counts for the limit of its name (C71).
 */
export type ProvePassword = <T>(
  credentials: NameAndPassword,
  then: (tx: Tx, user: UserRow) => Promise<T>,
) => Promise<T>

export function createPasswordProof(deps: {
  database: Database
  log: Log
  throttle: SignInThrottle
  passwords: Passwords
  ssoRequired: SsoRequired
  /** Password sign-in of this account is temporarily closed (C71). */
  signInThrottled: (tx: Tx, account: { user_id: number; username: string }) => Promise<void>
}): ProvePassword {
  const { database, log, throttle, passwords, ssoRequired, signInThrottled } = deps

  /** Not awaited: the response time must not reveal whether the name exists (C71). */
  function reportThrottled(username: string): void {
    outsideTransaction(() => throttled(username)).catch((err: unknown) =>
      log.warn({ err }, 'a throttled sign-in could not be reported'),
    )
  }

  async function throttled(username: string): Promise<void> {
    await database.transaction(async tx => {
      const user = await findUserByKey(tx, usernameKey(username))
      if (user) await signInThrottled(tx, { user_id: user.id, username: user.username })
    })
  }

  async function prove<T>(
    { username, password }: NameAndPassword,
    then: (tx: Tx, user: UserRow) => Promise<T>,
  ): Promise<T> {
    const user = await findUserByKey(database.read, usernameKey(username))
    const stored = user?.password_enabled ? user.password_hash : null
    if (!(await passwords.isRight(stored, password)) || !user) throw new Refusal('invalid_credentials')
    return database.withWriteLock('users', async tx => {
      // The account may have been removed, or its password, while the hash was computed.
      const current = await findUser(tx, user.id)
      if (!current?.password_enabled || current.password_hash !== stored) {
        throw new Refusal('invalid_credentials')
      }
      await assertNoSsoRequired(ssoRequired, tx, current)
      return then(tx, current)
    })
  }

  return async (credentials, then) => {
    const attempt = throttle.begin(credentials.username)
    try {
      const result = await prove(credentials, then)
      attempt.succeeded()
      return result
    } catch (error) {
      if (!(error instanceof Refusal)) attempt.abandoned()
      else if (error.code !== 'invalid_credentials') attempt.succeeded()
      else if (attempt.failed()) reportThrottled(credentials.username)
      throw error
    }
  }
}
