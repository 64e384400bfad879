import * as routes from '@foyer/contract/tool-access/mcp'
import type { ToolDispatcher } from '#features/ai-tools/index.ts'
import type { ToolAccess } from '#features/oauth-server/index.ts'
import { bind, type Guard } from '#http/bind.ts'
import { authFailure } from '#kit/caller.ts'
import { Refusal } from '#kit/refusal.ts'
import type { Platform } from '#platform/platform.ts'

interface Needs {
  dispatcher: ToolDispatcher
  tool_access: ToolAccess
}

function unavailable(): never {
  throw new Refusal('unavailable')
}

/** The tools over the Model Context Protocol. */
export function createMcpSlice(_platform: Platform, _needs: Needs) {
  const guard: Guard = () => {
    throw authFailure('unauthorized')
  }
  return {
    api: {},
    routes: [
      bind(routes.postMcp).guardedBy(guard).to(unavailable),
      bind(routes.getMcp).guardedBy(guard).to(unavailable),
      bind(routes.deleteMcp).guardedBy(guard).to(unavailable),
    ],
  }
}
