import type { MediaServerType } from '@foyer/contract/instances/instance-types'
import type { InstanceRecord, Inventory } from '#features/instances/index.ts'
import type { Clock } from '#kit/clock.ts'
import { Refusal } from '#kit/refusal.ts'
import { withinBudget } from '#kit/upstream-budget.ts'
import { UpstreamFault } from '#kit/upstream-fault.ts'
import {
  AccountRefused,
  type AccountServer,
  type MediaServer,
  type MediaServerConnection,
} from '#ports/media-server.ts'

/** All calls of one step together: longer than one call may take, because a logout that hangs is not an error. */
const BUDGET_MS = 15_000

/** A video server with accounts of its own. */
export interface AccountServerRecord extends InstanceRecord {
  service_type: 'account_server_a' | 'account_server_b'
}

export function isAccountServer(instance: InstanceRecord): instance is AccountServerRecord {
  return instance.service_type === 'account_server_a' || instance.service_type === 'account_server_b'
}

export type CallServer<T> = (
  server: AccountServer,
  connection: MediaServerConnection,
  signal: AbortSignal,
) => Promise<T>

/** Speaks to the video servers. */
export function createAccountServers(parts: {
  clock: Clock
  inventory: Pick<Inventory, 'connectionOf'>
  servers: Readonly<Record<MediaServerType, MediaServer>>
}) {
  const { clock, inventory, servers } = parts

  function adapterOf({ service_type }: AccountServerRecord): AccountServer {
    const server = servers[service_type]
    if (server.kind !== 'account') throw new Error(`${service_type} has no accounts of its own`)
    return server
  }

  return {
    adapterOf,
    /** Throws the UpstreamFault of a server that is away. */
    async call<T>(instance: AccountServerRecord, run: CallServer<T>, ms: number = BUDGET_MS): Promise<T> {
      const server = adapterOf(instance)
      const connection = inventory.connectionOf(instance)
      return withinBudget({ clock, ms, upstream: server.product }, signal => run(server, connection, signal))
    },
  }
}

export type AccountServers = ReturnType<typeof createAccountServers>

/** What a server said, as the answer to a sign-in (C62). */
export function asSignInRefusal(error: unknown): unknown {
  if (error instanceof UpstreamFault)
    return new Refusal('unavailable', { error: error.message, cause: error })
  if (!(error instanceof AccountRefused)) return error
  if (error.reason === 'bad_credentials') return new Refusal('invalid_credentials')
  return new Refusal('sign_in_denied', { error: 'This account is disabled or locked on the media server.' })
}
