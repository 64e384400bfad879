import type { OutgoingHttpHeaders } from 'node:http'
import * as routes from '@foyer/contract/tool-access/mcp'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ToolAccess, ToolAddresses, ToolCaller } from '#features/oauth-server/index.ts'
import { bearerToken } from '#http/authenticate.ts'
import { type Binding, bind, type Call, type Guard } from '#http/bind.ts'
import { parseJson } from '#http/body.ts'
import type { AuthFailure } from '#kit/caller.ts'
import type { Clock } from '#kit/clock.ts'
import { Refusal } from '#kit/refusal.ts'
import { CALLS_PER_USER, type McpConnections } from './mcp-connections.ts'
import type { McpEndpoint } from './mcp-endpoint.ts'
import { type McpExchange, webRequestOf } from './mcp-exchange.ts'
import { corsHeaders, preflightHeaders } from './mcp-origin-rules.ts'
import { writeResponse } from './mcp-response.ts'

/** Time for a client that does not read to notice the end; with the check, it stays within 5 s. */
const CLOSE_GRACE_MS = 2000

interface Parts {
  tool_access: ToolAccess
  origins: ReadonlySet<string>
  connections: McpConnections
  clock: Clock
  /** Loaded with the first request that has a valid token. */
  endpoint: () => Promise<McpEndpoint>
}

export function mcpRoutes(parts: Parts): Binding[] {
  const { tool_access, origins } = parts

  /** The origin is checked before the token (2:4.5), the Host header before both (R10). */
  const guard: Guard = async ({ browser_origin, authorization, facts, setHeaders }) => {
    setHeaders(corsHeaders(browser_origin, origins))
    const addresses = tool_access.addressesAt(facts.origin)
    const token = bearerToken(authorization)
    if (token === undefined) throw challenge('unauthorized', addresses)
    const found = await tool_access.identify(token, addresses.mcp_url)
    if (typeof found === 'string') throw invalidToken(found, addresses)
    return found
  }

  return [
    bind(routes.postMcp)
      .guardedBy(guard)
      .to(call => serve(parts, call, jsonBody(call.raw))),
    bind(routes.getMcp)
      .guardedBy(guard)
      .to(call => serve(parts, call, undefined)),
    bind(routes.deleteMcp)
      .guardedBy(guard)
      .to(async call => {
        const endpoint = await parts.endpoint()
        endpoint.endSession(exchangeOf(call, new AbortController().signal))
        return call.raw.reply.code(204).send()
      }),
    bind(routes.optionsMcp).to(({ raw: { request, reply } }) =>
      reply.code(204).headers(preflightHeaders(request.headers.origin, origins)).send(),
    ),
  ]
}

type McpCall = Call<typeof routes.postMcp | typeof routes.getMcp | typeof routes.deleteMcp>

function exchangeOf({ caller, facts, raw }: McpCall, signal: AbortSignal): McpExchange {
  // The guard above admits tool clients only.
  const client = caller as ToolCaller
  return {
    caller: client,
    facts,
    request: webRequestOf(raw.request, signal),
    body: undefined,
    onEnd: () => {},
    beginCall: () => () => {},
  }
}

async function serve(parts: Parts, call: McpCall, body: unknown): Promise<void> {
  const { connections, clock, endpoint } = parts
  const { reply } = call.raw
  const abort = new AbortController()
  const ends: (() => void)[] = []
  const exchange: McpExchange = {
    ...exchangeOf(call, abort.signal),
    body,
    onEnd: run => void ends.push(run),
    beginCall: () => {
      under_way += 1
      return endPart
    },
  }
  let revoked = false
  const revoke = () => {
    revoked = true
    abort.abort()
    clock.after(CLOSE_GRACE_MS, () => reply.raw.destroy())
  }
  const stopCounting = connections.addResponse(exchange.caller, revoke, callsIn(body))
  /** The response and the calls of tools. */
  let under_way = 1
  const endPart = () => {
    under_way -= 1
    if (under_way === 0) stopCounting()
  }
  const leave = () => abort.abort()
  reply.raw.on('close', leave)
  try {
    const response = await (await endpoint()).handle(exchange)
    if (revoked) throw invalidToken('session_revoked', parts.tool_access.addressesAt(call.facts.origin))
    await send(response, reply, abort.signal)
  } finally {
    reply.raw.off('close', leave)
    for (const end of ends) end()
    endPart()
  }
}

async function send(response: Response, reply: FastifyReply, signal: AbortSignal): Promise<void> {
  reply.hijack()
  await writeResponse(response, reply.raw, { headers: reply.getHeaders() as OutgoingHttpHeaders, signal })
}

function jsonBody({ request, bytes }: { request: FastifyRequest; bytes: Buffer | undefined }): unknown {
  if (!/^application\/json\s*(;|$)/i.test(request.headers['content-type'] ?? ''))
    throw new Refusal('unsupported_media_type')
  return parseJson(bytes ?? Buffer.alloc(0))
}

/** Several messages may come at once (2025-03-26). Too many of them are refused by the protocol library. */
function callsIn(body: unknown): number {
  return Array.isArray(body) ? Math.min(Math.max(body.length, 1), CALLS_PER_USER) : 1
}

/** The 401 of RFC 9728, which names the place where a client finds the authorization server. */
function challenge(code: AuthFailure, { metadata_url }: ToolAddresses, error = ''): Refusal {
  const header = `Bearer resource_metadata="${metadata_url}"${error}`
  return new Refusal(code, { headers: { 'www-authenticate': header } })
}

/** The same for a token that is not valid, or no longer (RFC 6750 §3.1). */
function invalidToken(code: AuthFailure, addresses: ToolAddresses): Refusal {
  return challenge(code, addresses, ', error="invalid_token"')
}
