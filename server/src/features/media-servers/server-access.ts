import { MEDIA_SERVERS, type MediaServerType } from '@foyer/contract/instances/instance-types'
import type { Database, Db } from '#db/database.ts'
import type { InstanceRecord, Inventory } from '#features/instances/index.ts'
import type { Caller } from '#kit/caller.ts'
import { Refusal } from '#kit/refusal.ts'
import { UpstreamFault } from '#kit/upstream-fault.ts'
import { AccountRefused, type MediaServer, type MediaServerConnection } from '#ports/media-server.ts'

export type MediaServers = Record<MediaServerType, MediaServer>

/** An instance that is a media server. */
export interface ServerRecord extends InstanceRecord {
  service_type: MediaServerType
}

export function isMediaServer(instance: InstanceRecord): instance is ServerRecord {
  return MEDIA_SERVERS.some(type => type === instance.service_type)
}

/** Finds the servers of people, and the adapter that speaks to each. */
export function createServerAccess(parts: {
  database: Database
  inventory: Inventory
  servers: MediaServers
}) {
  const { database, inventory, servers } = parts

  return {
    /** The caller's servers, in order. */
    async visibleTo(db: Db, caller: Pick<Caller, 'user_id' | 'role'>): Promise<ServerRecord[]> {
      return (await inventory.visibleTo(db, caller)).filter(isMediaServer)
    },

    /** 2/4.1: an unknown server and one without a grant are refused alike. */
    async assertOwn(db: Db, caller: Caller, instance_id: string): Promise<ServerRecord> {
      const found = (await inventory.visibleTo(db, caller)).find(one => one.id === instance_id)
      if (!found || !isMediaServer(found)) throw new Refusal('instance_forbidden')
      return found
    },

    /** Every invite server, whoever may use it. */
    async inviteServers(db: Db): Promise<ServerRecord[]> {
      const all = (await inventory.list(db)).filter(isMediaServer)
      return all.filter(one => one.service_type === 'invite_server')
    },

    async find(db: Db, instance_id: string): Promise<ServerRecord | null> {
      const found = await inventory.find(db, instance_id)
      return found && isMediaServer(found) ? found : null
    },

    /** For admins: an unknown server is 404. */
    async assertExists(instance_id: string): Promise<ServerRecord> {
      const found = await inventory.find(database.read, instance_id)
      if (!found || !isMediaServer(found)) throw new Refusal('instance_not_found')
      return found
    },

    /** For admins, on routes of one kind: an unknown instance is 404, another kind 400. */
    async assertKind(db: Db, instance_id: string, type: MediaServerType): Promise<ServerRecord> {
      const found = await inventory.find(db, instance_id)
      if (!found) throw new Refusal('instance_not_found')
      if (!isMediaServer(found) || found.service_type !== type) throw new Refusal('wrong_kind')
      return found
    },

    async isGranted(db: Db, user: Pick<Caller, 'user_id' | 'role'>, instance_id: string): Promise<boolean> {
      return (await inventory.viewersAmong(db, instance_id, [user])).has(user.user_id)
    },

    /** Built for each call from the stored address and key (2:4.13.1). */
    reach(instance: ServerRecord): { server: MediaServer; connection: MediaServerConnection } {
      const machine_identifier = instance.server_config?.machine_identifier
      return {
        server: servers[instance.service_type],
        connection: {
          ...inventory.connectionOf(instance),
          ...(machine_identifier !== undefined && { machine_identifier }),
        },
      }
    },
  }
}

export type ServerAccess = ReturnType<typeof createServerAccess>

/** What a server said, as an answer of the API: refused credentials are 400, never 401 (2:4.1). */
export function asRefusal(error: unknown): unknown {
  if (error instanceof AccountRefused) return new Refusal(error.reason, { ...SENTENCES[error.reason] })
  if (error instanceof UpstreamFault)
    return new Refusal('upstream_failed', { error: error.message, cause: error })
  return error
}

/** Where the code is shared with routes that mean something else. */
const SENTENCES = {
  name_taken: { error: 'The server already has an account with your name. Link it instead.' },
  invalid_name: {},
  bad_credentials: { error: 'The server did not accept this name and password.' },
  account_refused: {},
  administrator_account: {},
} as const
