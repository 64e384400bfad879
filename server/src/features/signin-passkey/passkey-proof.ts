import type { Database, Tx } from '#db/database.ts'
import { assertNoSsoRequired, findUser, type SsoRequired, type UserRow } from '#features/sessions/index.ts'
import { type Clock, iso } from '#kit/clock.ts'
import { Refusal } from '#kit/refusal.ts'
import type { Ceremonies } from './ceremonies.ts'
import type { PasskeyParty } from './passkey-party.ts'
import { isCounterPlausible, userHandle } from './passkey-rules.ts'
import * as store from './passkey-store.ts'
import { type BrowserAnswer, requestOptions, verifyUse } from './webauthn.ts'

/** Somebody proves an account with a passkey; the ceremony of one use cannot be finished by another. */
export function createPasskeyProof(deps: {
  database: Database
  clock: Clock
  ceremonies: Ceremonies
  party: PasskeyParty
  ssoRequired: SsoRequired
}) {
  const { database, clock, ceremonies, party, ssoRequired } = deps
  return {
    /** `note` comes back when the ceremony is finished. */
    async begin(request_origin: string, { owner, note }: { owner: string; note?: string }) {
      const relying = await party.at(request_origin)
      const options = await requestOptions(relying.rp_id)
      const { challenge } = options
      const session_id = ceremonies.begin({
        ...relying,
        challenge,
        owner,
        ...(note !== undefined && { note }),
      })
      return { options, session_id }
    },

    /** Runs `then` for the owner of the passkey, in the transaction that marks it as used. */
    async finish<T>(
      { session_id, owner, answer }: { session_id: string; owner: string; answer: BrowserAnswer },
      then: (tx: Tx, user: UserRow, note: string) => Promise<T>,
    ): Promise<T> {
      const ceremony = ceremonies.take(session_id, owner)
      if (!ceremony) throw new Refusal('ceremony_expired')
      const { id } = answer
      const passkey = typeof id === 'string' ? await store.findByCredential(database.read, id) : undefined
      if (!passkey || !namesOwner(answer, passkey.user_id)) throw new Refusal('passkey_failed')
      const counter = await verifyUse(ceremony, answer, passkey)
      return database.withWriteLock('users', async tx => {
        // Removed, disabled or used elsewhere while the signature was checked.
        const current = await store.findByCredential(tx, passkey.credential_id)
        const user = current && (await findUser(tx, current.user_id))
        if (!user || !isCounterPlausible(current.counter, counter)) throw new Refusal('passkey_failed')
        if (!user.passkey_enabled) throw new Refusal('method_disabled')
        await assertNoSsoRequired(ssoRequired, tx, user)
        await store.markUsed(tx, current.id, { counter, last_used_at: iso(clock.now()) })
        return then(tx, user, ceremony.note ?? '')
      })
    },
  }
}

export type PasskeyProof = ReturnType<typeof createPasskeyProof>

/** WebAuthn level 3 §7.2 step 6: a response that names its account must name the owner of the passkey. */
function namesOwner(answer: BrowserAnswer, user_id: number): boolean {
  const { response } = answer
  if (typeof response !== 'object' || response === null || !('userHandle' in response)) return true
  const { userHandle: handle } = response
  if (handle === undefined || handle === null || handle === '') return true
  return typeof handle === 'string' && Buffer.from(handle, 'base64url').toString() === userHandle(user_id)
}
