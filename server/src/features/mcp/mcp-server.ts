import {
  type jsonSchemaValidator,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  Server,
  type ServerContext,
  type ServerOptions,
} from '@modelcontextprotocol/server'
import type { ToolDispatcher } from '#features/ai-tools/index.ts'
import type { Log } from '#kit/log.ts'
import { Refusal } from '#kit/refusal.ts'
import { AGENT_GUIDE, GUIDE_RESOURCE } from '#features/ai-tools/index.ts'
import { HOUR_MS } from '#kit/durations.ts'
import { type BuildMcpServer, exchangeOf } from './mcp-endpoint.ts'
import { findPrompt, PROMPTS } from './mcp-prompts.ts'
import { callResult, describeTool } from './mcp-tools.ts'

/** The newest is offered to clients that know none of them; 2026-07-28 is added by the stateless handler (2/4.5). */
const PROTOCOL_VERSIONS = ['2025-11-25', '2025-06-18', '2025-03-26']

const INSTRUCTIONS =
  'Foyer is where a household finds and requests movies, shows, books and music and follows its requests, and ' +
  `where admins see the download queue and the libraries. Read ${GUIDE_RESOURCE.uri} before the first tool call.`

/** Only replies to questions that a server asks its client would be checked by it. This server asks none. */
const NO_VALIDATOR: jsonSchemaValidator = {
  getValidator: () => {
    throw new Error('This server asks its clients nothing')
  },
}

/** Prompts and the guide change with the version of the server only; tools change with a switch or a role, at once. */
const UNCHANGING = { ttlMs: HOUR_MS, cacheScope: 'private' } as const
const CACHE_HINTS: ServerOptions['cacheHints'] = {
  'tools/list': { ttlMs: 0, cacheScope: 'private' },
  'prompts/list': UNCHANGING,
  'resources/list': UNCHANGING,
  'resources/templates/list': UNCHANGING,
  'resources/read': UNCHANGING,
}

/** What this server offers over the protocol: the tools of the dispatcher, four prompts and the guide. */
export function createBuildMcpServer(deps: {
  dispatcher: ToolDispatcher
  config: { version: string; server_name: string }
  log: Log
}): BuildMcpServer {
  const { dispatcher, config, log } = deps
  const identity = { name: 'foyer', title: config.server_name, version: config.version }
  const options: ServerOptions = {
    capabilities: { tools: { listChanged: true }, prompts: {}, resources: {} },
    instructions: INSTRUCTIONS,
    supportedProtocolVersions: PROTOCOL_VERSIONS,
    jsonSchemaValidator: NO_VALIDATOR,
    cacheHints: CACHE_HINTS,
  }

  /** A fault of ours is logged; the client learns nothing about it. */
  async function withoutDetails<T>({ mcpReq }: ServerContext, run: () => Promise<T>): Promise<T> {
    try {
      return await run()
    } catch (error) {
      // Nobody waits for the answer to a cancelled call.
      if (mcpReq.signal.aborted) throw error
      if (error instanceof Refusal) throw new ProtocolError(ProtocolErrorCode.InternalError, error.message)
      log.error({ err: error }, 'a tool call failed')
      throw new ProtocolError(ProtocolErrorCode.InternalError, 'Something went wrong on the server.')
    }
  }

  async function callTool(params: { name: string; arguments?: unknown }, context: ServerContext) {
    const { caller, facts, beginCall } = exchangeOf(context)
    const { signal } = context.mcpReq
    const endCall = beginCall()
    try {
      return await dispatcher.call(params.name, params.arguments ?? {}, {
        device_id: caller.device_id,
        client_name: caller.client_name,
        source: 'mcp',
        facts,
        signal,
        progress: progressOf(context),
      })
    } finally {
      endCall()
    }
  }

  return () => {
    const server = new Server(identity, options)
    server.setRequestHandler('tools/list', (_request, context) =>
      withoutDetails(context, async () => {
        const tools = await dispatcher.list(exchangeOf(context).caller.role, 'mcp')
        return { tools: tools.map(describeTool) }
      }),
    )
    server.setRequestHandler('tools/call', ({ params }, context) =>
      withoutDetails(context, async () => callResult(await callTool(params, context))),
    )
    server.setRequestHandler('prompts/list', () => ({ prompts: PROMPTS.map(({ listed }) => listed) }))
    server.setRequestHandler('prompts/get', ({ params }) => promptResult(params))
    server.setRequestHandler('resources/list', () => ({ resources: [GUIDE_RESOURCE] }))
    server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: [] }))
    server.setRequestHandler('resources/read', ({ params: { uri } }) => {
      if (uri !== GUIDE_RESOURCE.uri) throw new ResourceNotFoundError(uri)
      return { contents: [{ uri, mimeType: GUIDE_RESOURCE.mimeType, text: AGENT_GUIDE }] }
    })
    return server
  }
}

/** Progress is reported only to a client that sent a token for it. */
function progressOf({ mcpReq }: ServerContext) {
  const token = mcpReq._meta?.progressToken
  if (token === undefined) return () => undefined
  return (progress: number, total: number, message: string) => {
    const params = { progressToken: token, progress, total, message }
    // A client that left meanwhile has no use for it.
    mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined)
  }
}

function promptResult(params: { name: string; arguments?: Record<string, string> | undefined }) {
  const prompt = findPrompt(params.name)
  if (!prompt) throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'There is no prompt of this name.')
  const given = params.arguments ?? {}
  for (const { name } of prompt.listed.arguments ?? []) {
    if (!given[name]?.trim())
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `The argument ${name} is missing.`)
  }
  const content = { type: 'text' as const, text: prompt.text(given) }
  return { description: prompt.listed.description, messages: [{ role: 'user' as const, content }] }
}
