import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { Refusal } from '#kit/refusal.ts'
import { CEREMONY_MS, type Ceremony } from './ceremonies.ts'
import { userHandle } from './passkey-rules.ts'

/** Loaded with the first ceremony: its certificate code is heavy, and many servers never use a passkey. */
const library = () => import('@simplewebauthn/server')

/** The COSE numbers of EdDSA, ES256 and RS256: every authenticator supports one of them. */
const ALGORITHMS = [-8, -7, -257]

/** A browser's response; the library checks every part of it. */
export type BrowserAnswer = Readonly<Record<string, unknown>>

export interface StoredCredential {
  credential_id: string
  public_key: string
  counter: number
  transports: string[]
}

export async function creationOptions(about: {
  rp_id: string
  server_name: string
  user: { id: number; username: string }
  known: readonly StoredCredential[]
}) {
  const { generateRegistrationOptions } = await library()
  const options = await generateRegistrationOptions({
    rpName: about.server_name,
    rpID: about.rp_id,
    userName: about.user.username,
    userDisplayName: about.user.username,
    userID: new TextEncoder().encode(userHandle(about.user.id)),
    timeout: CEREMONY_MS,
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHMS,
    authenticatorSelection: { residentKey: 'required', userVerification: 'preferred' },
    excludeCredentials: about.known.map(({ credential_id, transports }) => ({
      id: credential_id,
      transports,
    })),
  })
  return { ...options }
}

export async function requestOptions(rp_id: string) {
  const { generateAuthenticationOptions } = await library()
  const options = await generateAuthenticationOptions({
    rpID: rp_id,
    allowCredentials: [],
    timeout: CEREMONY_MS,
    userVerification: 'preferred',
  })
  return { ...options }
}

export async function verifyCreation(ceremony: Ceremony, answer: BrowserAnswer): Promise<StoredCredential> {
  const { verifyRegistrationResponse } = await library()
  const result = await judged(() =>
    verifyRegistrationResponse({
      // The library checks the structure itself and throws on anything else.
      response: answer as unknown as RegistrationResponseJSON,
      expectedChallenge: ceremony.challenge,
      expectedOrigin: ceremony.origins,
      expectedRPID: ceremony.rp_id,
      requireUserVerification: false,
      supportedAlgorithmIDs: ALGORITHMS,
    }),
  )
  if (!result.verified) throw new Refusal('passkey_failed')
  const { credential } = result.registrationInfo
  return {
    credential_id: credential.id,
    public_key: Buffer.from(credential.publicKey).toString('base64url'),
    counter: credential.counter,
    transports: credential.transports ?? [],
  }
}

/** The new counter of a verified credential. */
export async function verifyUse(
  ceremony: Ceremony,
  answer: BrowserAnswer,
  stored: StoredCredential,
): Promise<number> {
  const { verifyAuthenticationResponse } = await library()
  const result = await judged(() =>
    verifyAuthenticationResponse({
      response: answer as unknown as AuthenticationResponseJSON,
      expectedChallenge: ceremony.challenge,
      expectedOrigin: ceremony.origins,
      expectedRPID: ceremony.rp_id,
      requireUserVerification: false,
      credential: {
        id: stored.credential_id,
        publicKey: new Uint8Array(Buffer.from(stored.public_key, 'base64url')),
        counter: stored.counter,
        transports: stored.transports,
      },
    }),
  )
  if (!result.verified) throw new Refusal('passkey_failed')
  return result.authenticationInfo.newCounter
}

/** The library throws for every problem; to the caller they are all the same refusal. */
async function judged<T>(verify: () => Promise<T>): Promise<T> {
  try {
    return await verify()
  } catch (cause) {
    throw new Refusal('passkey_failed', { cause })
  }
}
