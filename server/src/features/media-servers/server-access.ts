import type { MediaServerType } from '@foyer/contract/instances/instance-types'
import type { Database, Db } from '#db/database.ts'
import { type Inventory, isMediaServerRecord, type MediaServerRecord } from '#features/instances/index.ts'
import type { Caller } from '#kit/caller.ts'
import type { Clock } from '#kit/clock.ts'
import { Refusal } from '#kit/refusal.ts'
import { withinBudget } from '#kit/upstream-budget.ts'
import { UpstreamFault } from '#kit/upstream-fault.ts'
import {
  AccountRefused,
  type MediaServer,
  type MediaServerConnection,
  type RemoteAccount,
} from '#ports/media-server.ts'

/** 2/4.13: for each server by itself, so that a slow one costs the others nothing. */
const READ_MS = 4000

export type MediaServers = Record<MediaServerType, MediaServer>

/** Finds the media servers that a user may use, and the adapter of each. */
export function createServerAccess(parts: {
  database: Database
  clock: Clock
  inventory: Inventory
  servers: MediaServers
}) {
  const { database, clock, inventory, servers } = parts

  /** Built for each call from the stored address and key (2:4.13.1). */
  function reach(instance: MediaServerRecord): { server: MediaServer; connection: MediaServerConnection } {
    const machine_identifier = instance.server_config?.machine_identifier
    return {
      server: servers[instance.service_type],
      connection: {
        ...inventory.connectionOf(instance),
        ...(machine_identifier !== undefined && { machine_identifier }),
      },
    }
  }

  /** Reads from a server within the time that one may take. */
  function readFrom<T>(
    instance: MediaServerRecord,
    read: (server: MediaServer, connection: MediaServerConnection, signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const { server, connection } = reach(instance)
    const budget = { clock, ms: READ_MS, upstream: server.product }
    return withinBudget(budget, signal => read(server, connection, signal))
  }

  return {
    reach,
    readFrom,

    /** Everybody who has an account there. */
    listAccounts: async (instance: MediaServerRecord): Promise<RemoteAccount[]> =>
      readFrom(instance, (server, connection, signal) => server.list(connection, signal)),

    /** The caller's servers, in order. */
    async visibleTo(db: Db, caller: Pick<Caller, 'user_id' | 'role'>): Promise<MediaServerRecord[]> {
      return (await inventory.visibleTo(db, caller)).filter(isMediaServerRecord)
    },

    /** 2/4.1: an unknown server and one without a grant are refused alike. */
    async assertOwn(db: Db, caller: Caller, instance_id: string): Promise<MediaServerRecord> {
      const found = (await inventory.visibleTo(db, caller)).find(one => one.id === instance_id)
      if (!found || !isMediaServerRecord(found)) throw new Refusal('instance_forbidden')
      return found
    },

    /** Every invite server, regardless of who may use it. */
    async inviteServers(db: Db): Promise<MediaServerRecord[]> {
      const all = (await inventory.list(db)).filter(isMediaServerRecord)
      return all.filter(one => one.service_type === 'invite_server')
    },

    async find(db: Db, instance_id: string): Promise<MediaServerRecord | null> {
      const found = await inventory.find(db, instance_id)
      return found && isMediaServerRecord(found) ? found : null
    },

    /** For admins: an unknown server is 404. */
    async assertExists(instance_id: string): Promise<MediaServerRecord> {
      const found = await inventory.find(database.read, instance_id)
      if (!found || !isMediaServerRecord(found)) throw new Refusal('instance_not_found')
      return found
    },

    /** For admins, on routes of one kind: an unknown instance is 404, another kind 400. */
    async assertKind(db: Db, instance_id: string, type: MediaServerType): Promise<MediaServerRecord> {
      const found = await inventory.find(db, instance_id)
      if (!found) throw new Refusal('instance_not_found')
      if (!isMediaServerRecord(found) || found.service_type !== type) throw new Refusal('wrong_kind')
      return found
    },

    async isGranted(db: Db, user: Pick<Caller, 'user_id' | 'role'>, instance_id: string): Promise<boolean> {
      return (await inventory.viewersAmong(db, instance_id, [user])).has(user.user_id)
    },

    /** The ids of those among these users who have a grant. */
    grantedAmong: (db: Db, users: readonly Pick<Caller, 'user_id' | 'role'>[], instance_id: string) =>
      inventory.viewersAmong(db, instance_id, users),
  }
}

export type ServerAccess = ReturnType<typeof createServerAccess>

/** A server's failure as a refusal of the API: refused credentials are 400, never 401 (2:4.1). */
export function accountRefusal(error: unknown): unknown {
  if (error instanceof AccountRefused) return new Refusal(error.reason, { ...SENTENCES[error.reason] })
  if (error instanceof UpstreamFault)
    return new Refusal('upstream_failed', { error: error.message, cause: error })
  return error
}

/** Replaces the usual sentence where other routes use the same code for something else. */
const SENTENCES = {
  name_taken: { error: 'The server already has an account with your name. Link it instead.' },
  invalid_name: {},
  bad_credentials: { error: 'The server did not accept this name and password.' },
  account_refused: {},
  administrator_account: {},
} as const
