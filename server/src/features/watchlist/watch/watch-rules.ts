import type { WatchKind } from '@foyer/contract/watchlist'
import type { AlertData, AlertType } from '#features/notifications/index.ts'
import { DAY_MS, HOUR_MS } from '#kit/durations.ts'
import type { EntryRow, WatchedItem } from '../list/entry-store.ts'
import { isOfLibrary } from '../list/entry-rules.ts'
import type { Askable, PartKind } from '../watchlist-tables.ts'
import type { ItemFacts, ItemPart } from './item-facts.ts'
import type { ItemRow } from './item-store.ts'

/** A title that an alert is about. */
export interface NewsTitle {
  kind: Exclude<PartKind, 'season'>
  id: string
  title: string
  season_number?: number
  /** The library that a book belongs to. */
  instance_id?: string
}

/** Something to tell these people, each of them once. */
export interface News {
  watch: 'askable' | 'released'
  title: NewsTitle
  user_ids: readonly number[]
}

const dayOf = (time: string) => time.slice(0, 10)

/** Identifies what was told, or requested, for ever. */
export function factOf(
  what: 'askable' | 'released' | 'requested',
  { kind, id, season_number }: Pick<NewsTitle, 'kind' | 'id' | 'season_number'>,
): string {
  const season = season_number === undefined ? '' : ` season ${season_number}`
  return `${what} ${kind}:${id}${season}`
}

/** Titles that can be requested themselves, as opposed to people, authors, artists and series. */
export function isTitle(kind: WatchKind): kind is Exclude<PartKind, 'season'> {
  return kind === 'movie' || kind === 'tv' || kind === 'book' || kind === 'album'
}

export function titleOfItem({ kind, item_id, instance_id }: WatchedItem, title: string): NewsTitle | null {
  if (!isTitle(kind)) return null
  return { kind, id: item_id, title, ...(instance_id !== '' && { instance_id }) }
}

function titleOfPart({ item_id, instance_id }: WatchedItem, part: ItemPart): NewsTitle {
  const { part_kind, part_id, title } = part
  if (part_kind === 'season') return { kind: 'tv', id: item_id, title, season_number: Number(part_id) }
  return { kind: part_kind, id: part_id, title, ...(instance_id !== '' && { instance_id }) }
}

/** A library is asked once for each, one after the other. */
const MAX_SEARCHES = 3

/**
 * What a library is searched by where the id alone finds nothing. That only helps to find this very item, so the words of
 * one person may serve everybody; what is shown is what was found.
 */
export function searchTitles(
  {
    kind,
    title,
    title_unverified,
    failures,
  }: Pick<ItemRow, 'kind' | 'title' | 'title_unverified' | 'failures'>,
  entries: readonly Pick<EntryRow, 'own_title'>[],
): string[] {
  if (title_unverified === 0 || !isOfLibrary(kind)) return [title]
  const titles = [...entries.map(entry => entry.own_title ?? ''), title].filter(text => text !== '')
  const each = [...new Set(titles)]
  if (each.length === 0) return ['']
  // Each check begins with another one, so that every text has its turn.
  const start = failures % each.length
  return [...each.slice(start), ...each.slice(0, start)].slice(0, MAX_SEARCHES)
}

const partKey = ({ part_kind, part_id }: ItemPart) => `${part_kind} ${part_id}`

export interface Checked {
  item: WatchedItem
  facts: ItemFacts
  entries: readonly EntryRow[]
  /** Null: its parts are read for the first time, or were only searched for, so none of them is new. */
  known_parts: readonly ItemPart[] | null
  /** The day it is, by UTC. */
  today: string
}

/** What this check found out that was not so when somebody put it on their list. */
export function newsOf(checked: Checked): News[] {
  return [...releases(checked), ...newParts(checked)].filter(({ user_ids }) => user_ids.length > 0)
}

function releases({ item, facts, entries, today }: Checked): News[] {
  const own = titleOfItem(item, facts.title)
  const dated = [
    // A show is released season by season.
    ...(own && own.kind !== 'tv' ? [{ title: own, released_on: facts.released_on }] : []),
    ...facts.parts.map(part => ({ title: titleOfPart(item, part), released_on: part.released_on })),
  ]
  return dated.flatMap(({ title, released_on }) => {
    if (released_on === null || released_on > today) return []
    const told = entries.filter(entry => entry.tell_released === 1 && released_on > dayOf(entry.added_at))
    return [{ watch: 'released' as const, title, user_ids: usersOf(told) }]
  })
}

function newParts({ item, facts, entries, known_parts }: Checked): News[] {
  if (known_parts === null) return []
  const known = new Set(known_parts.map(partKey))
  return facts.parts
    .filter(part => !known.has(partKey(part)))
    .map(part => {
      const { released_on } = part
      // Older work that a provider or library just learnt of is not new.
      const told = entries.filter(
        entry =>
          entry.tell_askable === 1 &&
          entry.request_next_seasons === 0 &&
          (released_on === null || released_on > dayOf(entry.added_at)),
      )
      return { watch: 'askable' as const, title: titleOfPart(item, part), user_ids: usersOf(told) }
    })
}

const usersOf = (entries: readonly EntryRow[]) => entries.map(entry => entry.user_id)

/**
 * Whether a check whether something can be requested is news: only if it could not be requested before, and its owner
 * did not switch that off during the check.
 */
export function becameAskable(
  { askable: before, tell_askable }: Pick<EntryRow, 'askable' | 'tell_askable'>,
  now: Askable,
): boolean {
  return tell_askable === 1 && before === 'no' && now === 'yes'
}

/** Whether it still matters if the owner of this entry could request it. */
export function wantsAskable({ kind, tell_askable, askable }: EntryRow): boolean {
  return isTitle(kind) && tell_askable === 1 && askable !== 'yes'
}

/** Requested this long before it begins, when libraries know its episodes. */
const AHEAD_MS = 7 * DAY_MS

/** The last season that has begun; 0: none. */
export function lastBegun(seasons: readonly ItemPart[], today: string): number {
  const begun = seasons.filter(({ released_on }) => released_on !== null && released_on <= today)
  return Math.max(0, ...begun.map(({ part_id }) => Number(part_id)))
}

/** Seasons after the last one that had begun, as soon as they are about to begin. */
export function seasonsToRequest(
  seasons: readonly ItemPart[],
  { seasons_after, now }: { seasons_after: number; now: number },
): number[] {
  const until = dayOf(new Date(now + AHEAD_MS).toISOString())
  return seasons
    .filter(({ part_id, released_on }) => {
      const isNext = Number(part_id) > seasons_after
      return isNext && released_on !== null && released_on <= until
    })
    .map(({ part_id }) => Number(part_id))
    .sort((a, b) => a - b)
}

/** Followed people and shows may have news any day; a released movie that can be requested hardly ever. */
export function nextCheckMs(
  { item, facts, entries, today }: Omit<Checked, 'known_parts'>,
  now: number,
): number {
  if (entries.some(wantsAskable)) return now + 6 * HOUR_MS
  const days = [facts.released_on, ...facts.parts.map(part => part.released_on)]
  const next = days.flatMap(day => (day !== null && day > today ? [Date.parse(day)] : []))
  const isSettled = (item.kind === 'movie' || item.kind === 'album') && days.every(day => day && day <= today)
  return Math.min(now + (isSettled || item.kind === 'book' ? 7 : 1) * DAY_MS, ...next)
}

/** After reads that failed: an hour, doubling up to a day. */
export function retryCheckMs(failures: number, now: number): number {
  return now + Math.min(HOUR_MS * 2 ** Math.min(failures - 1, 10), DAY_MS)
}

export const WATCHED_ALERTS = {
  movie: 'watched_movie',
  tv: 'watched_show',
  book: 'watched_book',
  album: 'watched_album',
} as const satisfies Record<NewsTitle['kind'], AlertType>

export function alertOf({ watch, title: { kind, id, ...rest } }: Pick<News, 'watch' | 'title'>): {
  type: AlertType
  data: AlertData
} {
  const type = WATCHED_ALERTS[kind]
  if (kind === 'movie' || kind === 'tv')
    return { type, data: { media_type: kind, tmdb_id: Number(id), ...rest, watch } }
  return { type, data: { media_type: kind === 'album' ? 'music' : 'book', foreign_id: id, ...rest, watch } }
}

/** The title of a library's news, as watchlists know it. Null: the library does not say which one it is. */
export function arrivedTitle({
  media_type,
  tmdb_id,
  foreign_id,
}: AlertData): Pick<NewsTitle, 'kind' | 'id'> | null {
  if (media_type === 'movie' || media_type === 'tv')
    return tmdb_id === undefined ? null : { kind: media_type, id: String(tmdb_id) }
  if (foreign_id === undefined || media_type === undefined) return null
  return { kind: media_type === 'music' ? 'album' : 'book', id: foreign_id }
}
