import type { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server'
import type { ToolDispatcher } from '#features/ai-tools/index.ts'
import type { ToolAccess } from '#features/oauth-server/index.ts'
import { findCallers } from '#features/sessions/index.ts'
import type { Stop } from '#kit/clock.ts'
import type { Platform } from '#platform/platform.ts'
import { createMcpConnections } from './mcp-connections.ts'
import type { McpEndpoint } from './mcp-endpoint.ts'
import { allowedOrigins } from './mcp-origin-rules.ts'
import { mcpRoutes } from './mcp-routes.ts'
import { createMcpSessions } from './mcp-sessions.ts'

interface Needs {
  dispatcher: ToolDispatcher
  /** Reports, on every process, that a list of tools may have changed. */
  onToolsChanged(listener: () => void): Stop
  tool_access: ToolAccess
}

/** The tools over the Model Context Protocol. */
export function createMcpSlice(
  { config, clock, log, database }: Platform,
  { dispatcher, onToolsChanged, tool_access }: Needs,
) {
  const connections = createMcpConnections({
    clock,
    log,
    findCallers: ids => findCallers(database.read, ids),
    toolNames: async role => (await dispatcher.list(role, 'mcp')).map(({ name }) => name).join(' '),
  })
  const sessions = createMcpSessions<WebStandardStreamableHTTPServerTransport>(clock)
  let endpoint: Promise<McpEndpoint> | undefined

  /** The protocol library is large: a server that no assistant uses does not load it. */
  async function load(): Promise<McpEndpoint> {
    const [{ createMcpEndpoint }, { createBuildMcpServer }] = await Promise.all([
      import('./mcp-endpoint.ts'),
      import('./mcp-server.ts'),
    ])
    const buildServer = createBuildMcpServer({ dispatcher, config, log })
    return createMcpEndpoint({ buildServer, sessions, connections, log })
  }

  return {
    api: {},
    routes: mcpRoutes({
      tool_access,
      origins: allowedOrigins(config),
      connections,
      clock,
      endpoint: () => (endpoint ??= load()),
    }),
    start() {
      onToolsChanged(() => void connections.recheck())
      connections.start()
      sessions.start()
    },
    endStreams: connections.endStreams,
    close: sessions.close,
  }
}
