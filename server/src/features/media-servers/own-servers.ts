import type { OwnMediaServer, OwnServerAccount } from '@foyer/contract/media-servers/media-servers'
import type { Database } from '#db/database.ts'
import type { AppPreferences } from '#features/app-preferences/index.ts'
import type { MediaServerRecord } from '#features/instances/index.ts'
import type { Caller, CurrentCaller } from '#kit/caller.ts'
import type { Log } from '#kit/log.ts'
import { UpstreamFault } from '#kit/upstream-fault.ts'
import { Refusal } from '#kit/refusal.ts'
import type { RemoteAccount } from '#ports/media-server.ts'
import {
  type AccountRecord,
  accountsOfInstance,
  accountsOfUser,
  suppressedInstances,
} from './account-store.ts'
import { resolveListeningApps, resolveVideoApps } from './app-rules.ts'
import { isSameName } from './own-account-rules.ts'
import type { ServerAccess } from './server-access.ts'

/** What a server reported about the caller; null: it did not answer. */
type Live = { account: RemoteAccount | null; namesake: RemoteAccount | null } | null

export interface OwnServerParts {
  database: Database
  log: Log
  access: ServerAccess
  preferences: AppPreferences
  currentCaller: CurrentCaller
}

/** The servers of a person, with the account on each read live (2:4.13.5). */
export function createOwnServers(parts: OwnServerParts) {
  const { database, log, access, preferences, currentCaller } = parts

  async function readLive(
    instance: MediaServerRecord,
    stored: AccountRecord | undefined,
    username: string,
  ): Promise<Live> {
    try {
      return await access.readFrom(instance, async (server, connection, signal) => {
        if (stored) {
          return { account: await server.find(connection, stored.remote_user_id, signal), namesake: null }
        }
        if (server.kind === 'invite') return { account: null, namesake: null }
        const all = await server.list(connection, signal)
        return { account: null, namesake: all.find(one => isSameName(one.name, username)) ?? null }
      })
    } catch (error) {
      if (!(error instanceof UpstreamFault || error instanceof Refusal)) throw error
      log.warn({ err: error, instance_id: instance.id }, 'a media server could not be read')
      return null
    }
  }

  return async function list(caller: Caller): Promise<OwnMediaServer[]> {
    const instances = await access.visibleTo(database.read, caller)
    const before = await accountsOfUser(database.read, caller.user_id)
    const live = await Promise.all(
      instances.map(async instance => {
        const stored = before.find(one => one.instance_id === instance.id)
        return [instance.id, await readLive(instance, stored, caller.username)] as const
      }),
    )
    // Read again after the remote calls: grants, links and choices may have changed.
    const now = await currentCaller(caller)
    const still = await access.visibleTo(database.read, now)
    const accounts = await accountsOfUser(database.read, now.user_id)
    const suppressed = await suppressedInstances(database.read, now.user_id)
    const [video, listening] = [
      await preferences.video(now.user_id),
      await preferences.listening(now.user_id),
    ]
    const found = new Map(live)
    return Promise.all(
      still
        .filter(instance => found.has(instance.id))
        .map(async instance => {
          const stored = accounts.find(one => one.instance_id === instance.id)
          const read = isSameAccount(before, stored, instance.id) ? (found.get(instance.id) ?? null) : null
          return {
            instance_id: instance.id,
            service_type: instance.service_type,
            name: instance.name,
            kind: instance.service_type === 'invite_server' ? ('invite' as const) : ('account' as const),
            public_address: instance.server_config?.public_address ?? '',
            ...(instance.service_type === 'audiobook_server'
              ? { listening_apps: resolveListeningApps(listening, instance.server_config) }
              : { video_apps: resolveVideoApps(video[instance.service_type], instance.server_config) }),
            account: stored ? present(stored, read) : null,
            auto_link_suppressed: suppressed.has(instance.id),
            existing_account: !stored && (await isFree(instance.id, read?.namesake)),
          }
        }),
    )
  }

  async function isFree(instance_id: string, namesake: RemoteAccount | null | undefined): Promise<boolean> {
    if (!namesake) return false
    const linked = await accountsOfInstance(database.read, instance_id)
    return !linked.some(one => one.remote_user_id === namesake.id)
  }
}

export type ListOwnServers = ReturnType<typeof createOwnServers>

/** Whether what was read live is still about the account that is linked now. */
function isSameAccount(
  before: readonly AccountRecord[],
  stored: AccountRecord | undefined,
  instance_id: string,
): boolean {
  return before.find(one => one.instance_id === instance_id)?.remote_user_id === stored?.remote_user_id
}

/** A confirmed-gone account is none; an unreachable server answers what is stored (2:4.13.5). */
function present(stored: AccountRecord, live: Live): OwnServerAccount | null {
  const { manage_access, access_sync_pending } = stored
  if (live === null) {
    return {
      username: stored.remote_username,
      disabled: stored.disabled,
      pending: false,
      administrator: stored.administrator,
      verified: false,
      manage_access,
      access_sync_pending,
    }
  }
  if (live.account === null) return null
  const { name, is_disabled, is_administrator, pending } = live.account
  return {
    username: name,
    disabled: is_disabled,
    pending,
    administrator: is_administrator,
    verified: true,
    manage_access,
    access_sync_pending,
  }
}
