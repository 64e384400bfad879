import { z } from 'zod'
import { defineRoute, type RouteDefinition } from '../route.ts'
import { ToolAuthorization } from '../sign-in/sign-in-flow.ts'

/**
 * The authorization server for tool clients (2:4.5): assistants that act for a person. Its errors are those of RFC
 * 6749, `{error, error_description}`, with the same word in `code`.
 */
const common = { spec: '2:4.5', access: 'public' } as const satisfies Partial<RouteDefinition>
const limited = { ...common, rate: 'oauth' } as const

export const TOOL_SCOPE = 'mcp:access'

export const AuthorizationServerMetadata = z.object({
  issuer: z.string(),
  authorization_endpoint: z.string(),
  token_endpoint: z.string(),
  registration_endpoint: z.string(),
  revocation_endpoint: z.string(),
  response_types_supported: z.tuple([z.literal('code')]),
  grant_types_supported: z.tuple([z.literal('authorization_code'), z.literal('refresh_token')]),
  code_challenge_methods_supported: z.tuple([z.literal('S256')]),
  token_endpoint_auth_methods_supported: z.tuple([z.literal('none')]),
  revocation_endpoint_auth_methods_supported: z.tuple([z.literal('none')]),
  scopes_supported: z.tuple([z.literal(TOOL_SCOPE)]),
  /** Only with a configured issuer (RFC 9207). */
  authorization_response_iss_parameter_supported: z.literal(true).optional(),
})

export const getAuthorizationServer = defineRoute({
  ...common,
  method: 'GET',
  path: '/.well-known/oauth-authorization-server',
  summary: 'Where tool clients register, authorize and get tokens',
  response: AuthorizationServerMetadata,
})

export const getOpenIdConfiguration = defineRoute({
  ...common,
  method: 'GET',
  path: '/.well-known/openid-configuration',
  summary: 'The same for clients that look here',
  response: AuthorizationServerMetadata,
})

export const ProtectedResourceMetadata = z.object({
  resource: z.string(),
  resource_name: z.string(),
  authorization_servers: z.array(z.string()),
  bearer_methods_supported: z.tuple([z.literal('header')]),
  scopes_supported: z.tuple([z.literal(TOOL_SCOPE)]),
})

export const getProtectedResource = defineRoute({
  ...common,
  method: 'GET',
  path: '/.well-known/oauth-protected-resource',
  summary: 'Which authorization server guards the tools',
  response: ProtectedResourceMetadata,
})

export const getProtectedResourceMcp = defineRoute({
  ...common,
  method: 'GET',
  path: '/.well-known/oauth-protected-resource/mcp',
  summary: 'The same at the address that belongs to the path of the tools',
  response: ProtectedResourceMetadata,
})

export const APPLICATION_TYPES = ['web', 'native'] as const

/** What is echoed, as RFC 7591 asks. */
export const RegisteredClient = z.object({
  client_id: z.string(),
  client_id_issued_at: z.int(),
  client_name: z.string().optional(),
  redirect_uris: z.array(z.string()),
  grant_types: z.array(z.string()),
  response_types: z.array(z.string()),
  token_endpoint_auth_method: z.literal('none'),
  scope: z.string(),
  application_type: z.enum(APPLICATION_TYPES),
})

export const postOauthRegister = defineRoute({
  ...limited,
  method: 'POST',
  path: '/oauth/register',
  summary: 'Register a tool client',
  // Checked by the rules of RFC 7591, whose errors have their own form.
  body: z.looseObject({}),
  response: RegisteredClient,
  status: 201,
})

export const getOauthAuthorize = defineRoute({
  ...common,
  kind: 'page',
  method: 'GET',
  path: '/oauth/authorize',
  summary: 'The page where a person signs in and lets a tool client act for them',
  query: z.looseObject({}),
})

export const postOauthAuthorize = defineRoute({
  ...limited,
  kind: 'page',
  method: 'POST',
  path: '/oauth/authorize',
  summary: 'Allow or deny, with a password or with the ticket of another sign-in method',
  raw_body: true,
  body_limit: 64 * 1024,
})

export const postOauthPasskeyBegin = defineRoute({
  ...limited,
  method: 'POST',
  path: '/oauth/passkey/login/begin',
  summary: 'Begin to sign in with a passkey on the authorization page',
  body: z.object({ oauth: ToolAuthorization }),
  response: z.object({ options: z.looseObject({ challenge: z.string() }), session_id: z.string() }),
  refusals: ['insecure_context'],
})

export const postOauthPasskeyFinish = defineRoute({
  ...limited,
  method: 'POST',
  path: '/oauth/passkey/login/finish',
  summary: 'Sign in with the passkey and allow the tool client',
  query: z.object({ session_id: z.string() }),
  body: z.looseObject({}),
  /** Complete, with the code. */
  response: z.object({ redirect_uri: z.string() }),
  refusals: ['ceremony_expired', 'passkey_failed', 'method_disabled', 'sso_required'],
})

/** The body of a successful token request. */
export const ToolTokens = z.object({
  access_token: z.string(),
  token_type: z.literal('Bearer'),
  expires_in: z.int(),
  refresh_token: z.string(),
  scope: z.literal(TOOL_SCOPE),
})
export type ToolTokens = z.infer<typeof ToolTokens>

export const postOauthToken = defineRoute({
  ...limited,
  method: 'POST',
  path: '/oauth/token',
  summary: 'Exchange a code or a refresh token for new tokens (form)',
  raw_body: true,
  body_limit: 64 * 1024,
  response: ToolTokens,
})

export const postOauthRevoke = defineRoute({
  ...limited,
  method: 'POST',
  path: '/oauth/revoke',
  summary: 'End the access of a tool client by one of its tokens (form, RFC 7009)',
  raw_body: true,
  body_limit: 64 * 1024,
  response: z.object({}),
})
