import { APPLICATION_TYPES } from '@foyer/contract/tool-access/oauth-server'
import { z } from 'zod'
import { OauthError } from '../oauth-error.ts'
import { type ApplicationType, isRedirectAllowed } from './redirect-rules.ts'

const GRANT_TYPES: readonly string[] = ['authorization_code', 'refresh_token']
const MAX_REDIRECTS = 10
const MAX_NAME = 100

export interface Registration {
  client_name: string | undefined
  application_type: ApplicationType
  redirect_uris: string[]
  grant_types: string[]
}

/** Clients send much that does not matter here; null counts as left out. The scope is always the only one there is. */
const Metadata = z.object({
  client_name: z.string().nullish(),
  application_type: z.enum(APPLICATION_TYPES).nullish(),
  token_endpoint_auth_method: z.literal('none').nullish(),
  grant_types: z.array(z.string()).nullish(),
  response_types: z.array(z.string()).nullish(),
})

/** The rules of 2/4.5 and RFC 7591 §2. Unsupported entries of lists are dropped, and the answer shows the rest. */
export function readRegistration(body: Readonly<Record<string, unknown>>): Registration {
  const parsed = Metadata.safeParse(body)
  if (!parsed.success) {
    const [field] = parsed.error.issues[0]?.path ?? []
    throw new OauthError('invalid_client_metadata', `Foyer does not support this value of ${String(field)}.`)
  }
  const { client_name, application_type, grant_types, response_types } = parsed.data
  const redirect_uris = readRedirects(body['redirect_uris'], application_type ?? undefined)
  const name = client_name ?? ''
  if (Array.from(name).length > MAX_NAME || /\p{Cc}/u.test(name))
    throw new OauthError(
      'invalid_client_metadata',
      `client_name must be at most ${MAX_NAME} characters, without control characters.`,
    )
  const grants = grant_types?.filter(one => GRANT_TYPES.includes(one)) ?? [...GRANT_TYPES]
  if (!grants.includes('authorization_code'))
    throw new OauthError('invalid_client_metadata', 'grant_types must include authorization_code.')
  if (response_types && !response_types.includes('code'))
    throw new OauthError('invalid_client_metadata', 'response_types must include code.')
  return {
    client_name: client_name ?? undefined,
    application_type: application_type ?? 'web',
    redirect_uris,
    grant_types: grants,
  }
}

function readRedirects(given: unknown, application_type: ApplicationType | undefined): string[] {
  if (!Array.isArray(given) || given.length === 0 || given.length > MAX_REDIRECTS)
    throw new OauthError('invalid_redirect_uri', `redirect_uris must have 1 to ${MAX_REDIRECTS} entries.`)
  return given.map((one: unknown) => {
    if (typeof one !== 'string' || !isRedirectAllowed(one, application_type))
      throw new OauthError('invalid_redirect_uri', SENTENCES[application_type ?? 'omitted'])
    return one
  })
}

const SENTENCES = {
  web: 'Redirect addresses of web clients must be https, without user and fragment.',
  omitted: 'Redirect addresses must be https, or http to this machine, without user and fragment.',
  native:
    'Redirect addresses of native clients must be https, http to this machine, or have a scheme of the app, without user and fragment.',
}
