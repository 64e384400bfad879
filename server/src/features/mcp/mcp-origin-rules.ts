import { Refusal } from '#kit/refusal.ts'

const CORS_HEADERS = {
  'access-control-expose-headers': 'Mcp-Session-Id',
  // The answer depends on the Origin header.
  vary: 'Origin',
}

const PREFLIGHT_HEADERS = {
  'access-control-allow-methods': 'GET, POST, DELETE',
  'access-control-allow-headers':
    'Authorization, Content-Type, Mcp-Method, Mcp-Name, MCP-Protocol-Version, Mcp-Session-Id',
  'access-control-max-age': '600',
}

/** The pages that may use the tools from a browser: none, unless one is configured (2:4.5). */
export function allowedOrigins(config: {
  oauth_issuer: string | undefined
  mcp_allowed_origins: readonly string[]
}): ReadonlySet<string> {
  const { oauth_issuer, mcp_allowed_origins } = config
  return new Set([...(oauth_issuer ? [new URL(oauth_issuer).origin] : []), ...mcp_allowed_origins])
}

/** The CORS headers for a request; 403 for a page of another origin. Programs send no origin and need no headers. */
export function corsHeaders(
  origin: string | undefined,
  allowed: ReadonlySet<string>,
): Readonly<Record<string, string>> {
  if (origin === undefined) return {}
  if (!allowed.has(origin))
    throw new Refusal('forbidden', { error: 'Pages of this origin may not use the tools.' })
  return { ...CORS_HEADERS, 'access-control-allow-origin': origin }
}

/** The same for a preflight, which asks what it may send. */
export function preflightHeaders(
  origin: string | undefined,
  allowed: ReadonlySet<string>,
): Readonly<Record<string, string>> {
  return { ...corsHeaders(origin, allowed), ...(origin !== undefined && PREFLIGHT_HEADERS) }
}
