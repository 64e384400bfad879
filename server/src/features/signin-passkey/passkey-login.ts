import type { DeviceFacts, SessionIssuer, SignedIn } from '#features/sessions/index.ts'
import type { PasskeyProof } from './passkey-proof.ts'
import type { BrowserAnswer } from './webauthn.ts'

/** The user is unknown until a discoverable passkey names its owner. */
const ANYBODY = 'anybody'

export function createPasskeyLogin({ proof, issuer }: { proof: PasskeyProof; issuer: SessionIssuer }) {
  return {
    begin: (request_origin: string) => proof.begin(request_origin, { owner: ANYBODY }),

    async finish(session_id: string, answer: BrowserAnswer, facts: DeviceFacts): Promise<SignedIn> {
      const session = await proof.finish({ session_id, owner: ANYBODY, answer }, (tx, user) =>
        issuer.open(tx, user, facts, { method: 'passkey' }),
      )
      return issuer.complete(session)
    },
  }
}

export type PasskeyLogin = ReturnType<typeof createPasskeyLogin>
