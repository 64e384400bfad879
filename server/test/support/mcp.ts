import type { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server'
import * as routes from '@foyer/contract/tool-access/mcp'
import type { Role } from '@foyer/contract/permissions'
import { z } from 'zod'
import type { ToolDefinition } from '#features/ai-tools/index.ts'
import { createToolDispatcher } from '#features/ai-tools/tool-dispatcher.ts'
import { createMcpConnections } from '#features/mcp/mcp-connections.ts'
import { type BuildMcpServer, createMcpEndpoint } from '#features/mcp/mcp-endpoint.ts'
import { allowedOrigins } from '#features/mcp/mcp-origin-rules.ts'
import { mcpRoutes } from '#features/mcp/mcp-routes.ts'
import { createBuildMcpServer } from '#features/mcp/mcp-server.ts'
import { createMcpSessions } from '#features/mcp/mcp-sessions.ts'
import type { ToolAccess, ToolCaller } from '#features/oauth-server/index.ts'
import { buildHttp } from '#http/app.ts'
import { asRefusal } from '#http/errors.ts'
import { createRateLimits } from '#http/rate-limits.ts'
import { parseInput } from '#http/validation.ts'
import { sessionRevoked } from '#kit/caller.ts'
import { createScrubber } from '#kit/scrub.ts'
import { afterTest } from './engines.ts'
import { listen } from './sockets.ts'
import { createTestClock } from './test-clock.ts'
import { createTestLog } from './test-log.ts'

interface McpOptions {
  tools?: readonly ToolDefinition[]
  /** Another server behind the same transport. */
  buildServer?: BuildMcpServer
  oauth_issuer?: string
  mcp_allowed_origins?: readonly string[]
}

/** Only what the protocol needs: its routes and tools, and people who are a map. No database, no authorization server. */
export function startMcp({
  tools = [],
  buildServer,
  oauth_issuer,
  mcp_allowed_origins = [],
}: McpOptions = {}) {
  const clock = createTestClock()
  const log = createTestLog()
  /** Devices by id; the token of a device is its id. */
  const devices = new Map<string, ToolCaller>()
  const disabled = new Set<string>()

  const tool_access: ToolAccess = {
    addressesAt(origin) {
      const issuer = oauth_issuer ?? origin
      return {
        issuer,
        mcp_url: `${issuer}/mcp`,
        metadata_url: `${issuer}/.well-known/oauth-protected-resource/mcp`,
      }
    },
    identify: async token => devices.get(token) ?? 'unauthorized',
  }
  const dispatcher = createToolDispatcher({
    tools,
    switches: { read: () => ({ disabled, debug_until_ms: null }) },
    currentCaller: async ({ device_id }) => {
      const caller = devices.get(device_id)
      if (!caller) throw sessionRevoked()
      return caller
    },
    callRoute: () => Promise.reject(new Error('these tools call no route')),
    operations: {} as never,
    configuration: {} as never,
    parseInput,
    asRefusal,
    scrubber: createScrubber(),
    clock,
    log,
  })
  const connections = createMcpConnections({
    clock,
    log,
    findCallers: async ids =>
      new Map(ids.flatMap(id => (devices.has(id) ? [[id, devices.get(id) as ToolCaller]] : []))),
    toolNames: async role => (await dispatcher.list(role, 'mcp')).map(({ name }) => name).join(' '),
  })
  const sessions = createMcpSessions<WebStandardStreamableHTTPServerTransport>(clock)
  const endpoint = createMcpEndpoint({
    buildServer:
      buildServer ??
      createBuildMcpServer({ dispatcher, config: { version: 'test', server_name: 'Foyer' }, log }),
    sessions,
    connections,
    log,
  })
  const http = buildHttp({
    routes: Object.values(routes),
    bindings: mcpRoutes({
      tool_access,
      origins: allowedOrigins({ oauth_issuer, mcp_allowed_origins }),
      connections,
      clock,
      endpoint: async () => endpoint,
    }),
    identify: () => 'unauthorized',
    identifyByImageToken: () => 'unauthorized',
    limits: createRateLimits(clock),
    clock,
    log,
    base_path: '',
    trusted_proxies: [],
  })
  connections.start()
  sessions.start()
  afterTest(async () => {
    connections.endStreams()
    sessions.close()
    const closed = http.close()
    // Clients keep connections open for a while that they do not need any more.
    http.server.closeAllConnections()
    await closed
  })

  let people = 0
  return {
    http,
    clock,
    log,
    devices,
    disabled,
    sessions,
    connections,
    /** Connects a device of a new person, or of one who has some already. Answers its token. */
    addDevice(role: Role = 'user', user_id = (people += 1)): string {
      const device_id = `d_${devices.size}_${user_id}`
      devices.set(device_id, {
        user_id,
        device_id,
        role,
        username: `person-${user_id}`,
        client_id: 'client',
        client_name: 'Assistant',
      })
      return device_id
    },
    listen: async () => new URL(`http://127.0.0.1:${await listen({ http })}/mcp`),
  }
}

export type TestMcp = ReturnType<typeof startMcp>

/** Answers what it was given. */
export const ECHO: ToolDefinition = {
  name: 'echo',
  title: 'Echo',
  description: 'Answers the words it was given.',
  permission: 'media:discover',
  hint: 'read',
  input: z.object({ words: z.string().describe('Any words') }),
  output: z.object({ words: z.string() }),
  run: async input => ({ words: (input as { words: string }).words }),
}
