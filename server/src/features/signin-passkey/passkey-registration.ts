import type { Database, Db, Tx } from '#db/database.ts'
import { type Caller, sessionRevoked } from '#kit/caller.ts'
import { findCaller, findUser, type UserRow } from '#features/sessions/index.ts'
import { type Clock, iso } from '#kit/clock.ts'
import { sha256 } from '#kit/crypto.ts'
import { MINUTE_MS } from '#kit/durations.ts'
import { newId, newSecret } from '#kit/ids.ts'
import { Refusal } from '#kit/refusal.ts'
import type { Ceremonies, Ceremony } from './ceremonies.ts'
import type { PasskeyParty } from './passkey-party.ts'
import { namePasskey, type RelyingParty } from './passkey-rules.ts'
import * as store from './passkey-store.ts'
import { type BrowserAnswer, creationOptions, verifyCreation } from './webauthn.ts'

/** 1/4.1 */
const SETUP_LINK_MS = 10 * MINUTE_MS

const ofUser = (user_id: number) => `user ${user_id}`
const ofLink = (token_hash: string) => `link ${token_hash}`

export interface FinishedCreation {
  session_id: string
  credential_name?: string | undefined
  answer: BrowserAnswer
}

/** Two ways to start one ceremony: the user's own session, or a link that lets another browser do it once. */
export function createPasskeyRegistration(deps: {
  database: Database
  clock: Clock
  ceremonies: Ceremonies
  party: PasskeyParty
  server_name: string
}) {
  const { database, clock, ceremonies, party, server_name } = deps
  const now = () => iso(clock.now())

  async function begin(user: UserRow, owner: string, relying: RelyingParty) {
    const known = await store.passkeysOf(database.read, user.id)
    const options = await creationOptions({ rp_id: relying.rp_id, server_name, user, known })
    const { challenge } = options
    return { options, session_id: ceremonies.begin({ ...relying, challenge, owner }) }
  }

  function takeCeremony(session_id: string, owner: string): Ceremony {
    const ceremony = ceremonies.take(session_id, owner)
    if (!ceremony) throw new Refusal('ceremony_expired')
    return ceremony
  }

  /** Verifies outside the lock, then adds the passkey to the user that `whose` finds under it. */
  async function add(
    ceremony: Ceremony,
    { answer, credential_name }: FinishedCreation,
    whose: (tx: Tx) => Promise<UserRow>,
  ): Promise<string> {
    const credential = await verifyCreation(ceremony, answer)
    return database.withWriteLock('users', async tx => {
      const user = await whose(tx)
      if (await store.findByCredential(tx, credential.credential_id)) throw new Refusal('passkey_failed')
      const id = newId('pk')
      const name = namePasskey(credential_name)
      await store.insertPasskey(tx, { id, user_id: user.id, ...credential, name, created_at: now() })
      return id
    })
  }

  /** A link ends with the session that made it, so that a stolen session leaves none behind. */
  async function holderOf(db: Db, token: string): Promise<UserRow> {
    const user_id = await store.findSetupUser(db, sha256(token), now())
    const user = user_id === undefined ? undefined : await findUser(db, user_id)
    const maker = user && (await findCaller(db, { device_id: deviceIn(token), user_id: user.id }))
    if (!user || !maker) throw new Refusal('invalid_setup_token')
    return enabled(user)
  }

  return {
    /** 0.3: whoever has no passkey method is refused before their input is read. */
    async assertEnabled({ user_id }: { user_id: number }): Promise<void> {
      await owner(database.read, user_id)
    },

    async beginOwn(user_id: number, request_origin: string) {
      const user = await owner(database.read, user_id)
      return begin(user, ofUser(user_id), await party.at(request_origin))
    },

    async finishOwn(user_id: number, finished: FinishedCreation): Promise<string> {
      await owner(database.read, user_id)
      return add(takeCeremony(finished.session_id, ofUser(user_id)), finished, tx => owner(tx, user_id))
    },

    async mintLink({ user_id, device_id }: Caller, request_origin: string) {
      const token = newSecret('ps') + device_id
      const expires_at = iso(clock.now().getTime() + SETUP_LINK_MS)
      await database.withWriteLock('users', async tx => {
        await owner(tx, user_id)
        await store.insertSetupToken(tx, { token_hash: sha256(token), user_id, expires_at }, now())
      })
      return { link: `${await party.linkBase(request_origin)}/passkeys/create?token=${token}`, expires_at }
    },

    async beginByLink(token: string, request_origin: string) {
      // If no passkey can be created, the response reveals nothing about the link.
      const relying = await party.at(request_origin)
      return begin(await holderOf(database.read, token), ofLink(sha256(token)), relying)
    },

    async finishByLink(token: string, finished: FinishedCreation): Promise<string> {
      const token_hash = sha256(token)
      await holderOf(database.read, token)
      return add(takeCeremony(finished.session_id, ofLink(token_hash)), finished, async tx => {
        const user = await holderOf(tx, token)
        await store.deleteSetupToken(tx, token_hash)
        return user
      })
    },
  }
}

export type PasskeyRegistration = ReturnType<typeof createPasskeyRegistration>

const SECRET_LENGTH = newSecret('ps').length

/** The device follows the secret. Only the hash of both is stored, so nobody can put another one there. */
const deviceIn = (token: string) => token.slice(SECRET_LENGTH)

async function owner(db: Db, user_id: number): Promise<UserRow> {
  const user = await findUser(db, user_id)
  if (!user) throw sessionRevoked()
  return enabled(user)
}

function enabled(user: UserRow): UserRow {
  if (!user.passkey_enabled) throw new Refusal('method_disabled')
  return user
}
