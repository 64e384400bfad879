import { z } from 'zod'
import { DeviceFields, OpaqueId, StoredText, Time } from './primitives.ts'
import { defineRoute } from './route.ts'
import { TokenResponse } from './sessions/sessions.ts'

/**
 * The JSON of WebAuthn level 3. The library checks a response as a whole: a missing part is a failed passkey, and an
 * expired ceremony is reported as expired whatever was sent with it.
 */
const CeremonyOptions = z.looseObject({ challenge: z.string() })
const Ceremony = z.object({ options: CeremonyOptions, session_id: OpaqueId })
const BrowserAnswer = z.looseObject({})
const CredentialName = StoredText.max(64).optional()
const Registered = z.object({ status: z.literal('registered'), id: OpaqueId })

export const postPasskeyLoginBegin = defineRoute({
  method: 'POST',
  path: '/api/auth/passkey/login/begin',
  access: 'public',
  summary: 'Start signing in with a passkey',
  spec: '1:4.1',
  rate: 'sign_in',
  body: z.object({}),
  response: Ceremony,
  refusals: ['insecure_context'],
})

export const postPasskeyLoginFinish = defineRoute({
  method: 'POST',
  path: '/api/auth/passkey/login/finish',
  access: 'public',
  summary: 'Sign in with a passkey',
  spec: '1:4.1',
  rate: 'sign_in',
  query: z.object({ session_id: OpaqueId, ...DeviceFields }),
  body: BrowserAnswer,
  response: TokenResponse,
  refusals: ['ceremony_expired', 'passkey_failed', 'sso_required', 'method_disabled'],
})

export const postPasskeyRegisterBegin = defineRoute({
  method: 'POST',
  path: '/api/auth/passkey/register/begin',
  access: 'user',
  summary: 'Start adding a passkey to your account',
  spec: '1:4.1',
  rate: 'account',
  body: z.object({}),
  response: Ceremony,
  refusals: ['method_disabled', 'insecure_context'],
})

export const postPasskeyRegisterFinish = defineRoute({
  method: 'POST',
  path: '/api/auth/passkey/register/finish',
  access: 'user',
  summary: 'Add the passkey',
  spec: '1:4.1',
  rate: 'account',
  query: z.object({ session_id: OpaqueId, credential_name: CredentialName }),
  body: BrowserAnswer,
  status: 201,
  response: Registered,
  refusals: ['ceremony_expired', 'passkey_failed', 'method_disabled'],
})

export const postPasskeySetupLink = defineRoute({
  method: 'POST',
  path: '/api/auth/passkey/setup-link',
  access: 'user',
  summary: 'A link that adds a passkey in another browser, once, within ten minutes',
  spec: '1:4.1',
  rate: 'account',
  body: z.object({}),
  status: 201,
  response: z.object({ link: z.string(), expires_at: Time }),
  refusals: ['method_disabled'],
})

export const postPasskeySetupBegin = defineRoute({
  method: 'POST',
  path: '/api/auth/passkey/setup/begin',
  access: 'public',
  summary: 'Start adding a passkey with a setup link',
  spec: '1:4.1',
  rate: 'sign_in',
  body: z.object({ token: z.string() }),
  response: Ceremony,
  refusals: ['invalid_setup_token', 'insecure_context', 'method_disabled'],
})

export const postPasskeySetupFinish = defineRoute({
  method: 'POST',
  path: '/api/auth/passkey/setup/finish',
  access: 'public',
  summary: 'Add the passkey of a setup link',
  spec: '1:4.1',
  rate: 'sign_in',
  query: z.object({
    session_id: OpaqueId,
    token: z.string(),
    credential_name: CredentialName,
  }),
  body: BrowserAnswer,
  status: 201,
  response: Registered,
  refusals: ['ceremony_expired', 'passkey_failed', 'invalid_setup_token', 'method_disabled'],
})

export const Passkey = z.object({
  id: OpaqueId,
  name: z.string(),
  created_at: Time,
  last_used_at: Time.optional(),
})
export type Passkey = z.infer<typeof Passkey>

export const getPasskeys = defineRoute({
  method: 'GET',
  path: '/api/auth/passkeys',
  access: 'user',
  summary: 'Your passkeys',
  spec: '1:4.1',
  response: z.array(Passkey),
})

export const deletePasskey = defineRoute({
  method: 'DELETE',
  path: '/api/auth/passkeys/{credentialID}',
  access: 'user',
  summary: 'Remove one of your passkeys',
  spec: '1:4.1',
  params: z.object({ credentialID: OpaqueId }),
  response: z.object({ status: z.literal('deleted') }),
  refusals: ['not_found', 'last_method'],
})

export const getPasskeySetupPage = defineRoute({
  method: 'GET',
  path: '/passkeys/setup',
  access: 'public',
  summary: 'A standalone page that adds a passkey after a button press',
  spec: '2:4.5',
  kind: 'page',
})

export const getPasskeyCreatePage = defineRoute({
  method: 'GET',
  path: '/passkeys/create',
  access: 'public',
  summary: 'A standalone page that starts adding a passkey when it opens',
  spec: '2:4.5',
  kind: 'page',
})

/** Apple and Google read these to let an app use this server's passkeys (E); 404 unless configured. */
export const getAppleAppSite = defineRoute({
  method: 'GET',
  path: '/.well-known/apple-app-site-association',
  access: 'public',
  summary: 'The Apple apps that may use passkeys of this server',
  spec: 'E',
  response: z.object({ webcredentials: z.object({ apps: z.array(z.string()) }) }),
  refusals: ['not_found'],
})

export const getAndroidAssetLinks = defineRoute({
  method: 'GET',
  path: '/.well-known/assetlinks.json',
  access: 'public',
  summary: 'The Android app that may use passkeys of this server',
  spec: 'E',
  response: z.array(
    z.object({
      relation: z.array(z.string()),
      target: z.object({
        namespace: z.literal('android_app'),
        package_name: z.string(),
        sha256_cert_fingerprints: z.array(z.string()),
      }),
    }),
  ),
  refusals: ['not_found'],
})
