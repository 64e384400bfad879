import type { InboxEntry } from '@foyer/contract/inbox'
import { MAX_ROW_ID } from '@foyer/contract/primitives'
import type { Database, Db, Tx } from '#db/database.ts'
import type { Inventory } from '#features/instances/index.ts'
import type { TitleGate } from '#features/kids/index.ts'
import type { Events } from '#events/events.ts'
import type { Caller } from '#kit/caller.ts'
import { type Clock, iso } from '#kit/clock.ts'
import { Refusal } from '#kit/refusal.ts'
import type { ScreenTitle } from '#ports/rating-lookup.ts'
import { isInSight, pageOf, readByDecision, undecidedIn, unreadOf } from './inbox-rules.ts'
import {
  amendEntries,
  type EntryRow,
  insertEntries,
  listEntries,
  markAllRead,
  markRead,
  type NewEntry,
  renameEntries,
  trimEntries,
} from './inbox-store.ts'
import { placeOf } from './notice-place-rules.ts'

/** Of one person; older ones make room. */
const KEPT = 500

export interface InboxParts {
  database: Database
  clock: Clock
  events: Events
  inventory: Pick<Inventory, 'visibleTo'>
  kids: Pick<TitleGate, 'allowedTitles' | 'canReceive'>
  /** Events that are admins' business alone. */
  isForAdmins: (type: string) => boolean
  /** Those of these requests that wait for nobody any more, and since when. */
  decidedAmong: (db: Db, request_ids: readonly number[]) => Promise<ReadonlyMap<number, string>>
}

type Reader = Pick<Caller, 'user_id' | 'role'>

/** What people were told of, to be read whenever they like. */
export function createInbox(parts: InboxParts) {
  const { database, clock, events, inventory, kids, isForAdmins, decidedAmong } = parts

  /** Judged again at every reading: roles, libraries and limits may have changed since it was written. */
  async function entriesOf(reader: Reader): Promise<EntryRow[]> {
    const { read } = database
    const [rows, visible] = await Promise.all([
      listEntries(read, reader.user_id),
      inventory.visibleTo(read, reader),
    ])
    const sight = { is_admin: reader.role === 'admin', instances: new Set(visible.map(({ id }) => id)) }
    const inSight = rows.filter(row => isInSight(row, sight, isForAdmins))
    const titles = inSight.flatMap(row => titleOf(row) ?? [])
    const may = new Set((await kids.allowedTitles(reader, distinct(titles))).map(keyOf))
    // A title without its number cannot be judged, so those with limits do not hear of it.
    const unnumbered = await kids.canReceive(reader, { media_type: 'movie' })
    const shown = inSight.filter(row => {
      const title = titleOf(row)
      return title ? may.has(keyOf(title)) : !isScreen(row) || unnumbered
    })
    const waiting = undecidedIn(shown)
    return waiting.length === 0 ? shown : readByDecision(shown, await decidedAmong(read, waiting))
  }

  const unread = async (reader: Reader) => ({ unread: unreadOf(await entriesOf(reader)) })
  const tell = (tx: Tx, user_ids: readonly number[]) =>
    events.publish(tx, { type: 'inbox_changed', data: {} }, { to: 'users', user_ids })

  return {
    unread,

    async list(reader: Reader, { before, limit }: { before?: number | undefined; limit: number }) {
      const { entries, ...rest } = pageOf(await entriesOf(reader), before, limit)
      return { ...rest, entries: entries.map(entry => present(entry, reader)) }
    },

    async readOne(reader: Reader, id: number) {
      await database.transaction(async tx => {
        if (!(await markRead(tx, reader.user_id, id, iso(clock.now())))) throw new Refusal('not_found')
        await tell(tx, [reader.user_id])
      })
      return unread(reader)
    },

    async readAll(reader: Reader, through = MAX_ROW_ID) {
      await database.transaction(async tx => {
        await markAllRead(tx, reader.user_id, { through, read_at: iso(clock.now()) })
        await tell(tx, [reader.user_id])
      })
      return unread(reader)
    },

    /**
     * Written together with the sends of the same alert, for people who were judged by whoever raised it.
     * The same alert twice is one entry.
     */
    async record(tx: Tx, entries: readonly NewEntry[]): Promise<void> {
      const told = await insertEntries(tx, entries)
      for (const user_id of told) await trimEntries(tx, user_id, KEPT)
      if (told.length > 0) await tell(tx, told)
    },

    amend: amendEntries,

    /** Also what is kept longer than its alert. */
    async rename(tx: Tx, request_id: number, title: string): Promise<void> {
      const concerned = await renameEntries(tx, request_id, title)
      if (concerned.length > 0) await tell(tx, concerned)
    },
  }
}

export type Inbox = ReturnType<typeof createInbox>

function present({ instance_id: _instance, ...row }: EntryRow, { user_id }: Reader): InboxEntry {
  return { ...row, path: placeOf(row.type, row.data, user_id) }
}

/** Books and music carry no ratings (1:4.3). */
function isScreen({ data: { media_type } }: EntryRow): boolean {
  return media_type === 'movie' || media_type === 'tv'
}

function titleOf({ data: { media_type: kind, tmdb_id } }: EntryRow): ScreenTitle | null {
  return (kind === 'movie' || kind === 'tv') && tmdb_id !== undefined ? { kind, tmdb_id } : null
}

const keyOf = ({ kind, tmdb_id }: ScreenTitle) => `${kind} ${tmdb_id}`

function distinct(titles: readonly ScreenTitle[]): ScreenTitle[] {
  return [...new Map(titles.map(title => [keyOf(title), title])).values()]
}
