import type { Database } from '#db/database.ts'
import type { TouchDevice } from '#features/sessions/index.ts'
import { findToolCaller } from './grant-store.ts'
import type { ToolAccess } from './tool-access.ts'
import type { ToolTokenMaker } from './tool-tokens.ts'

/** Checks every call: the token must be for this address, and its grant and person must exist (R4, C53). */
export function createIdentifyTool(deps: {
  database: Database
  tokens: ToolTokenMaker
  touch: TouchDevice
}): ToolAccess['identify'] {
  const { database, tokens, touch } = deps
  return async (token, mcp_url) => {
    const claims = await tokens.read(token)
    if (claims?.audience !== mcp_url) return 'unauthorized'
    const row = await findToolCaller(database.read, claims.device_id)
    if (row?.user_id !== claims.user_id) return 'session_revoked'
    const { device_id, user_id, username, role, client_id } = row
    touch(device_id, Date.parse(row.last_seen_at))
    return {
      device_id,
      user_id,
      username,
      role,
      client_id,
      client_name: row.client_name ?? row.device_name,
    }
  }
}
