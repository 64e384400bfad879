import { isVideoServer, type VideoServerType } from '@foyer/contract/instances/instance-types'
import type { WatchResult } from '@foyer/contract/media-servers/watch'
import type { Database } from '#db/database.ts'
import type { AppPreferences } from '#features/app-preferences/index.ts'
import type { MediaServerRecord } from '#features/instances/index.ts'
import type { Caller, CurrentCaller } from '#kit/caller.ts'
import type { Clock } from '#kit/clock.ts'
import type { Log } from '#kit/log.ts'
import { Refusal } from '#kit/refusal.ts'
import { withinBudget } from '#kit/upstream-budget.ts'
import { UpstreamFault } from '#kit/upstream-fault.ts'
import type { TitleLookup, TitleLookupResult, WantedTitle } from '#ports/title-lookup.ts'
import { type AccountRecord, accountsOfUser } from '../account-store.ts'
import { resolveVideoApps } from '../app-rules.ts'
import type { ServerAccess } from '../server-access.ts'
import { type ApprovedTitleParts, createApprovedTitle } from './approved-title.ts'
import { isSameTarget, publicAddressOf } from '../target-rules.ts'
import { watchUrl } from './watch-rules.ts'

/** 2/4.13: for all servers at once, each by itself. */
const WATCH_MS = 5000

export type TitleLookups = Readonly<Record<VideoServerType, TitleLookup>>

export interface WatchParts extends ApprovedTitleParts {
  database: Database
  clock: Clock
  log: Log
  access: ServerAccess
  preferences: AppPreferences
  currentCaller: CurrentCaller
  title_lookups: TitleLookups
}

interface VideoServer extends MediaServerRecord {
  service_type: VideoServerType
}

/** A server to search, and the caller's account on it. Only the invite server may have none. */
interface Target {
  instance: VideoServer
  account: AccountRecord | undefined
}

type Outcome = TitleLookupResult | { state: 'unreachable' }

export interface WatchQuery extends Omit<WantedTitle, 'kind'> {
  media_type: WantedTitle['kind']
}

/** Where the caller can watch a title (2:4.13.6). */
export function createWatch(parts: WatchParts) {
  const { database, clock, log, access, preferences, currentCaller, title_lookups } = parts
  const titles = createApprovedTitle(parts)

  /** Servers with an account of the caller, and every granted invite server: it always has a fallback address. */
  async function targetsOf(caller: Caller): Promise<Target[]> {
    const instances = await access.visibleTo(database.read, caller)
    const accounts = await accountsOfUser(database.read, caller.user_id)
    return instances.filter(showsVideo).flatMap(instance => {
      const account = accounts.find(one => one.instance_id === instance.id)
      const is_eligible = account !== undefined || instance.service_type === 'invite_server'
      return is_eligible && publicAddressOf(instance) !== '' ? [{ instance, account }] : []
    })
  }

  async function look({ instance, account }: Target, title: WantedTitle): Promise<Outcome> {
    if (!account) return { state: 'unverified' }
    const lookup = title_lookups[instance.service_type]
    try {
      const { connection } = access.reach(instance)
      return await withinBudget({ clock, ms: WATCH_MS, upstream: lookup.product }, signal =>
        lookup.find(connection, account.remote_user_id, title, signal),
      )
    } catch (error) {
      if (!(error instanceof UpstreamFault || error instanceof Refusal)) throw error
      log.warn({ err: error, instance_id: instance.id }, 'a media server could not be searched')
      return { state: 'unreachable' }
    }
  }

  return async function watch(
    caller: Caller,
    { media_type: kind, ...query }: WatchQuery,
  ): Promise<WatchResult[]> {
    const title = await titles.approve(caller, { kind, ...query })
    const searched = await Promise.all(
      (await targetsOf(caller)).map(async target => ({ ...target, outcome: await look(target, title) })),
    )
    // Read again after the remote calls: limits, grants, links, targets and choices may have changed.
    const now = await currentCaller(caller)
    await titles.assertStill(now, title)
    const still = await targetsOf(now)
    const video = await preferences.video(now.user_id)
    return still.flatMap(({ instance, account }) => {
      const found = searched.find(one => one.instance.id === instance.id)
      if (!found || !isSameTarget(found.instance, instance)) return []
      if (found.account?.remote_user_id !== account?.remote_user_id) return []
      const places = present(instance, found.outcome)
      if (!places) return []
      return [
        {
          instance_id: instance.id,
          service_type: instance.service_type,
          name: instance.name,
          ...places,
          video_apps: resolveVideoApps(video[instance.service_type], instance.server_config),
        },
      ]
    })
  }
}

export type Watch = ReturnType<typeof createWatch>

function showsVideo(instance: MediaServerRecord): instance is VideoServer {
  return isVideoServer(instance.service_type)
}

/** Null: the account is gone, so the server is left out (C40). The invite server always has a fallback address. */
function present(
  instance: VideoServer,
  outcome: Outcome,
): Pick<WatchResult, 'state' | 'url' | 'fallback_url'> | null {
  const address = publicAddressOf(instance)
  const is_invite = instance.service_type === 'invite_server'
  if (outcome.state === 'found')
    return { state: 'found', url: watchUrl(instance.service_type, address, outcome) }
  if (outcome.state === 'account_gone')
    return is_invite ? { state: 'unverified', fallback_url: address } : null
  return { state: outcome.state, ...(is_invite && { fallback_url: address }) }
}
