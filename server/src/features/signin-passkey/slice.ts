import type { FindLinkedSignIns, SessionIssuer, SignInAnswer, SsoRequired } from '#features/sessions/index.ts'
import type { Platform } from '#platform/platform.ts'
import { createCeremonies } from './ceremonies.ts'
import { createOwnPasskeys } from './own-passkeys.ts'
import { createPasskeyLogin } from './passkey-login.ts'
import { createPasskeyPages } from './passkey-pages.ts'
import { createPasskeyParty } from './passkey-party.ts'
import { createPasskeyProof } from './passkey-proof.ts'
import { createPasskeyRegistration } from './passkey-registration.ts'
import { passkeyRoutes } from './passkey-routes.ts'

interface Needs {
  sessions: {
    issuer: SessionIssuer
    linkedSignIns: FindLinkedSignIns
    answer: SignInAnswer
    offerMethod(method: 'passkey', isOffered: (origin: string) => Promise<boolean>): void
  }
  ssoRequired: SsoRequired
}

/** Signing in with a passkey. */
export function createSigninPasskeySlice(platform: Platform, { sessions, ssoRequired }: Needs) {
  const { config, database, settings, clock } = platform
  const { server_name, base_path, native_passkeys: native } = config
  const { issuer, linkedSignIns, answer } = sessions
  const party = createPasskeyParty({ database, settings, base_path, extra_origins: native.extra_origins })
  const ceremonies = createCeremonies(clock)
  sessions.offerMethod('passkey', party.canBeUsedFrom)
  const proof = createPasskeyProof({ database, clock, ceremonies, party, ssoRequired })
  return {
    api: proof,
    routes: passkeyRoutes({
      login: createPasskeyLogin({ proof, issuer }),
      registration: createPasskeyRegistration({ database, clock, ceremonies, party, server_name }),
      own: createOwnPasskeys({ database, linkedSignIns }),
      pages: createPasskeyPages({ server_name, base_path }),
      native,
      answer,
    }),
  }
}
