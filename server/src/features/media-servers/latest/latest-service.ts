import type { MediaServerType, MediaType } from '@foyer/contract/instances/instance-types'
import type { LatestServer, LatestTitle } from '@foyer/contract/media-servers/latest'
import type { Database, Db } from '#db/database.ts'
import type { CurrentHidden } from '#features/hidden-titles/index.ts'
import type { MediaServerRecord } from '#features/instances/index.ts'
import type { TitleGate } from '#features/kids/index.ts'
import { createTitleDescriptions, type TitleDescriptionParts } from '#features/recently-added/index.ts'
import type { Caller, CurrentCaller } from '#kit/caller.ts'
import { createCache } from '#kit/cache.ts'
import { HOUR_MS, MINUTE_MS } from '#kit/durations.ts'
import type { Log } from '#kit/log.ts'
import type { MaybeAsync } from '#kit/maybe-async.ts'
import { readyPicture } from '#kit/raster-image.ts'
import type { Ready } from '#kit/ready.ts'
import { Refusal } from '#kit/refusal.ts'
import { titleKey } from '#kit/screen-title.ts'
import { withinBudget } from '#kit/upstream-budget.ts'
import { UpstreamFault } from '#kit/upstream-fault.ts'
import { createValueCache } from '#kit/value-cache.ts'
import type { LatestTitles, ServerTitle } from '#ports/latest-titles.ts'
import { type AccountRecord, accountsOfUser } from '../account-store.ts'
import { listenUrl } from '../listen/listen-rules.ts'
import type { ServerAccess } from '../server-access.ts'
import { isSameTarget, publicAddressOf } from '../target-rules.ts'
import { watchUrl } from '../watch/watch-rules.ts'
import { type FoundTitle, isShown, newestOfAll, screenTitle } from './latest-rules.ts'

const SHOWN = 20
/** Some of them are the same title on another server, or not for this caller. */
const PER_SERVER = 3 * SHOWN
/** 2/4.13: for all servers at once, each by itself. */
const LATEST_MS = 5000
const KEPT_MS = MINUTE_MS
const TITLE_BYTES = 400
const MAX_BYTES = 8 * 1024 * 1024
const COVER_KEPT_MS = HOUR_MS
/** A few hundred covers. */
const MAX_COVER_BYTES = 16 * 1024 * 1024

export type LatestOfServers = Readonly<Record<MediaServerType, LatestTitles>>

export interface LatestParts extends TitleDescriptionParts {
  database: Database
  log: Log
  access: ServerAccess
  /** Limits of kids accounts, and titles that an admin has hidden. */
  title_gate: Pick<TitleGate, 'isLimited' | 'allowedTitles'>
  hidden_titles: { current: CurrentHidden }
  discovery: { hiddenTypes(db: Db): Promise<readonly MediaType[]> }
  languageOf: (caller: Caller) => MaybeAsync<string>
  currentCaller: CurrentCaller
  latest_titles: LatestOfServers
}

interface Target {
  instance: MediaServerRecord
  account: AccountRecord
}

/** `titles` null: the account may see nothing there, so that the server is left out. */
type Outcome = { known: true; titles: readonly ServerTitle[] | null } | { known: false }

/** What is new on the media servers of the caller, as their own accounts see it. */
export function createLatest(parts: LatestParts) {
  const { database, clock, log, access, title_gate, discovery, currentCaller, latest_titles } = parts
  const describe = createTitleDescriptions(parts)
  const cache = createValueCache<readonly ServerTitle[] | null>({
    clock,
    max_bytes: MAX_BYTES,
    size_of: titles => (titles?.length ?? 0) * TITLE_BYTES,
  })
  const covers = createCache({ name: 'server-covers', clock, max_bytes: MAX_COVER_BYTES })

  async function targetsOf(caller: Caller): Promise<Target[]> {
    const [instances, accounts] = await Promise.all([
      access.visibleTo(database.read, caller),
      accountsOfUser(database.read, caller.user_id),
    ])
    return instances.flatMap(instance => {
      const account = accounts.find(one => one.instance_id === instance.id)
      return account ? [{ instance, account }] : []
    })
  }

  function read({ instance, account }: Target): Promise<readonly ServerTitle[] | null> {
    const latest = latest_titles[instance.service_type]
    const { connection } = access.reach(instance)
    const { remote_user_id } = account
    // An edited instance may be another server.
    const key = JSON.stringify([instance.id, instance.updated_at, remote_user_id])
    return cache.get(key, { ttl_ms: KEPT_MS }, () =>
      withinBudget({ clock, ms: LATEST_MS, upstream: latest.product }, signal =>
        latest.read(connection, remote_user_id, PER_SERVER, signal),
      ),
    )
  }

  async function look(target: Target): Promise<Outcome> {
    try {
      return { known: true, titles: await read(target) }
    } catch (error) {
      if (!(error instanceof UpstreamFault || error instanceof Refusal)) throw error
      log.warn({ err: error, instance_id: target.instance.id }, 'a media server did not tell what is new')
      return { known: false }
    }
  }

  async function shownTo(caller: Caller, found: readonly FoundTitle[]): Promise<FoundTitle[]> {
    const [is_limited, allowed, hidden, { isBookNamed }] = await Promise.all([
      title_gate.isLimited(caller),
      title_gate.allowedTitles(
        caller,
        found.flatMap(one => screenTitle(one) ?? []),
      ),
      discovery.hiddenTypes(database.read),
      parts.hidden_titles.current(),
    ])
    const keys = new Set(allowed.map(titleKey))
    const reader = {
      is_limited,
      hidden,
      isBookNamed,
      isAllowed: (title: Parameters<typeof titleKey>[0]) => keys.has(titleKey(title)),
    }
    return found.filter(one => isShown(one, reader))
  }

  /** Whether this caller sees the item among what is new on the server, with a cover. */
  async function isCoverShown(caller: Caller, target: Target, item_id: string): Promise<boolean> {
    const title = (await read(target))?.find(one => one.item_id === item_id && one.has_cover)
    if (!title) return false
    return (await shownTo(caller, [{ ...title, instance_id: target.instance.id }])).length > 0
  }

  async function coverTarget(caller: Caller, instance_id: string, item_id: string): Promise<Target> {
    const target = (await targetsOf(caller)).find(({ instance }) => instance.id === instance_id)
    if (!target || !(await isCoverShown(caller, target, item_id))) throw new Refusal('not_found')
    return target
  }

  async function cover(caller: Caller, instance_id: string, item_id: string): Promise<Ready> {
    const { instance } = await coverTarget(caller, instance_id, item_id)
    const titles = latest_titles[instance.service_type]
    const key = JSON.stringify([instance.id, instance.updated_at, item_id])
    const { connection } = access.reach(instance)
    const picture = await covers.get(key, { ttl_ms: COVER_KEPT_MS }, async signal =>
      readyPicture((await titles.cover?.(connection, item_id, signal)) ?? null),
    )
    // Read again after the remote call, as for the list.
    const still = await coverTarget(await currentCaller(caller), instance_id, item_id)
    if (!isSameTarget(still.instance, instance)) throw new Refusal('not_found')
    return picture
  }

  async function list(caller: Caller): Promise<{ servers: LatestServer[]; items: LatestTitle[] }> {
    const searched = await Promise.all(
      (await targetsOf(caller)).map(async target => ({ ...target, outcome: await look(target) })),
    )
    const found = searched.flatMap(({ instance, outcome }) =>
      outcome.known ? (outcome.titles ?? []).map(one => ({ ...one, instance_id: instance.id })) : [],
    )
    const chosen = newestOfAll(await shownTo(caller, found), SHOWN)
    const described = await describe(
      await parts.languageOf(caller),
      chosen.flatMap(one => screenTitle(one) ?? []),
    )
    // Read again after the remote calls: limits, grants, links and targets may have changed.
    const now = await currentCaller(caller)
    const still = await targetsOf(now)
    const servers = searched.flatMap(({ instance, account, outcome }) => {
      const same = still.find(one => one.instance.id === instance.id)
      const is_same = same !== undefined && isSameTarget(same.instance, instance)
      if (!is_same || same.account.remote_user_id !== account.remote_user_id) return []
      return outcome.known && outcome.titles === null ? [] : [{ instance, known: outcome.known }]
    })
    const instances = new Map(servers.map(({ instance }) => [instance.id, instance]))
    const current = await shownTo(now, chosen)
    return {
      servers: servers.map(({ instance: { id, service_type, name }, known }) => ({
        instance_id: id,
        service_type,
        name,
        status_known: known,
      })),
      items: current.flatMap(one => {
        const instance = instances.get(one.instance_id)
        const title = screenTitle(one)
        return instance ? [present(one, instance, title && described.get(titleKey(title)))] : []
      }),
    }
  }

  return { list, cover }
}

export type Latest = ReturnType<typeof createLatest>

function present(
  { kind, tmdb_id, title, author, added_at, instance_id, has_cover, ...place }: FoundTitle,
  instance: MediaServerRecord,
  described: { title: string; poster_path: string | null } | null | undefined,
): LatestTitle {
  const url = pageOf(instance, place)
  return {
    media_type: kind,
    ...(tmdb_id !== undefined && { tmdb_id }),
    instance_id,
    title: described?.title ?? title,
    ...(author !== undefined && { author }),
    ...(described?.poster_path && { poster_path: described.poster_path }),
    ...(has_cover && {
      cover: `/api/media-servers/${instance_id}/covers/${encodeURIComponent(place.item_id)}`,
    }),
    ...(url !== null && { url }),
    added_at,
  }
}

/** Null: people cannot sign in there. */
function pageOf(instance: MediaServerRecord, place: { item_id: string; server_id: string }): string | null {
  const address = publicAddressOf(instance)
  if (address === '') return null
  const { service_type } = instance
  return service_type === 'audiobook_server'
    ? listenUrl(address, place.item_id)
    : watchUrl(service_type, address, place)
}
