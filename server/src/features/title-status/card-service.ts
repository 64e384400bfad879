import { MANAGER_OF } from '@foyer/contract/instances/instance-types'
import type { TitleCard } from '@foyer/contract/title-statuses'
import type { InstanceRecord } from '#features/instances/index.ts'
import type { Caller } from '#kit/caller.ts'
import { Refusal } from '#kit/refusal.ts'
import {
  identityOf,
  type LiveMovie,
  type SavedRow,
  type SeriesTarget,
  type LiveSeries,
  statusFields,
  type Title,
  unknown,
} from '#features/library-status/index.ts'
import { titleKey } from '#kit/screen-title.ts'
import { createCardMatches } from './card-matches.ts'
import type { TitleStatusParts } from './title-status-service.ts'

type Truth = LiveMovie | LiveSeries
type StatusOf = (tmdb_id: number) => Truth
type Library = { instance: InstanceRecord; statusOf: StatusOf } | null
type Libraries = Readonly<Record<Title['media_type'], Library>>

const TYPES = ['movie', 'tv'] as const

/** The status marks of a page of cards: one read per kind of library, for any number of titles. */
export function createCards(parts: TitleStatusParts) {
  const { database, inventory, kids, status, matches, latestOwnRequest } = parts
  const settling = createCardMatches(parts)

  /** 0.6 for each requested kind. A named library is used for its own kind, the default for the other. */
  async function choose(caller: Caller, types: readonly Title['media_type'][], instance_id?: string) {
    const decide = (type: Title['media_type'], id?: string) =>
      inventory.decide(database.read, caller, MANAGER_OF[type], id)
    const named = await Promise.all(types.map(type => decide(type, instance_id)))
    const refused = named.find(found => !found.instance && found.refusal !== 'no_instance')
    const isNamed = named.some(found => found.instance)
    if (refused && !refused.instance && !isNamed) throw new Refusal(refused.refusal)
    const chosen = new Map<Title['media_type'], InstanceRecord>()
    for (const [i, type] of types.entries()) {
      const instance = named[i]?.instance ?? (await decide(type)).instance
      if (instance) chosen.set(type, instance)
    }
    return chosen
  }

  /** Rejects when the session is gone; a library removed in the meantime leaves its titles unknown. */
  async function chooseAgain(caller: Caller, before: ReadonlyMap<Title['media_type'], InstanceRecord>) {
    const now = await parts.currentCaller(caller)
    const visible = new Set((await inventory.visibleTo(database.read, now)).map(one => one.id))
    return { now, still: (type: Title['media_type']) => visible.has(before.get(type)?.id ?? '') }
  }

  async function readShows(instance: InstanceRecord, ids: readonly number[]): Promise<StatusOf> {
    const stored = await matches.targets(database.read, ids)
    const open = ids.filter(id => !stored.has(id) && settling.known(instance, id) === undefined)
    if (open.length > 0) await settling.settle(instance, open)
    const targets = new Map<number, SeriesTarget>()
    for (const id of ids) {
      const target = stored.get(id) ?? settling.known(instance, id)
      if (target && target !== 'paused') targets.set(id, target)
    }
    const digest = await status.seriesDigest(instance, [...targets.values()])
    return id => {
      const target = targets.get(id)
      return target ? digest(target) : unknown('identity_ambiguous')
    }
  }

  function readLibrary(
    type: Title['media_type'],
    instance: InstanceRecord,
    titles: readonly Title[],
  ): Promise<StatusOf> {
    if (type === 'movie') return status.movieDigest(instance)
    return readShows(instance, [...new Set(idsOf('tv', titles))])
  }

  async function saved(caller: Caller, libraries: Libraries, titles: readonly Title[]) {
    const rows = await Promise.all(
      TYPES.map(async type => {
        const library = libraries[type]
        const own = titles.filter(title => title.media_type === type)
        if (!library || own.length === 0) return new Map<string, SavedRow>()
        return latestOwnRequest(database.read, caller.user_id, own, library.instance.id)
      }),
    )
    return new Map(rows.flatMap(found => [...found]))
  }

  async function allowed(caller: Caller, titles: readonly Title[]): Promise<Title[]> {
    const screen = titles.map(({ media_type: kind, tmdb_id }) => ({ kind, tmdb_id }))
    const seen = new Set((await kids.allowedTitles(caller, screen)).map(titleKey))
    return titles.filter(title => seen.has(identityOf(title)))
  }

  return async function cards(
    caller: Caller,
    { items, instance_id }: { items: readonly Title[]; instance_id?: string | undefined },
  ): Promise<{ items: TitleCard[] }> {
    const types = TYPES.filter(type => items.some(item => item.media_type === type))
    const chosen = await choose(caller, types, instance_id)
    const titles = await allowed(caller, items)
    const entries = await Promise.all(
      types.map(async type => {
        const instance = chosen.get(type)
        return [
          type,
          instance ? { instance, statusOf: await readLibrary(type, instance, titles) } : null,
        ] as const
      }),
    )
    const { now, still } = await chooseAgain(caller, chosen)
    const libraries: Libraries = { movie: null, tv: null, ...Object.fromEntries(entries) }
    const left = await allowed(now, titles)
    const rows = await saved(now, libraries, left)
    return {
      items: left.map(title => {
        const library = still(title.media_type) ? libraries[title.media_type] : null
        const live = library ? library.statusOf(title.tmdb_id) : unknown('library_unavailable')
        const { status_unknown_reason: _reason, ...shown } = statusFields(live, rows.get(identityOf(title)))
        return { ...title, ...shown }
      }),
    }
  }
}

function idsOf(type: Title['media_type'], titles: readonly Title[]): number[] {
  return titles.filter(title => title.media_type === type).map(title => title.tmdb_id)
}
