import type { Database } from '#db/database.ts'
import {
  assertNoSsoRequired,
  type DeviceFacts,
  findUser,
  type SessionIssuer,
  type SignedIn,
  type SsoRequired,
} from '#features/sessions/index.ts'
import { type Clock, iso } from '#kit/clock.ts'
import { Refusal } from '#kit/refusal.ts'
import type { Ceremonies } from './ceremonies.ts'
import type { PasskeyParty } from './passkey-party.ts'
import { isCounterPlausible, userHandle } from './passkey-rules.ts'
import * as store from './passkey-store.ts'
import { type BrowserAnswer, requestOptions, verifyUse } from './webauthn.ts'

/** The user is unknown until a discoverable passkey names its owner. */
const ANYBODY = 'anybody'

export function createPasskeyLogin(deps: {
  database: Database
  clock: Clock
  ceremonies: Ceremonies
  party: PasskeyParty
  issuer: SessionIssuer
  ssoRequired: SsoRequired
}) {
  const { database, clock, ceremonies, party, issuer, ssoRequired } = deps
  return {
    async begin(request_origin: string) {
      const relying = await party.at(request_origin)
      const options = await requestOptions(relying.rp_id)
      const { challenge } = options
      return { options, session_id: ceremonies.begin({ ...relying, challenge, owner: ANYBODY }) }
    },

    async finish(session_id: string, answer: BrowserAnswer, facts: DeviceFacts): Promise<SignedIn> {
      const ceremony = ceremonies.take(session_id, ANYBODY)
      if (!ceremony) throw new Refusal('ceremony_expired')
      const { id } = answer
      const passkey = typeof id === 'string' ? await store.findByCredential(database.read, id) : undefined
      if (!passkey || !namesOwner(answer, passkey.user_id)) throw new Refusal('passkey_failed')
      const counter = await verifyUse(ceremony, answer, passkey)
      const session = await database.withWriteLock('users', async tx => {
        // Removed, disabled or used elsewhere while the signature was checked.
        const current = await store.findByCredential(tx, passkey.credential_id)
        const user = current && (await findUser(tx, current.user_id))
        if (!user || !isCounterPlausible(current.counter, counter)) throw new Refusal('passkey_failed')
        if (!user.passkey_enabled) throw new Refusal('method_disabled')
        await assertNoSsoRequired(ssoRequired, tx, user)
        await store.markUsed(tx, current.id, { counter, last_used_at: iso(clock.now()) })
        return issuer.open(tx, user, facts, { method: 'passkey' })
      })
      return issuer.complete(session)
    },
  }
}

export type PasskeyLogin = ReturnType<typeof createPasskeyLogin>

/** WebAuthn level 3 §7.2 step 6: a response that names its account must name the owner of the passkey. */
function namesOwner(answer: BrowserAnswer, user_id: number): boolean {
  const { response } = answer
  if (typeof response !== 'object' || response === null || !('userHandle' in response)) return true
  const { userHandle: handle } = response
  if (handle === undefined || handle === null || handle === '') return true
  return typeof handle === 'string' && Buffer.from(handle, 'base64url').toString() === userHandle(user_id)
}
