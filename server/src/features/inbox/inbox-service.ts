import type { InboxEntry } from '@foyer/contract/inbox'
import { MAX_ROW_ID } from '@foyer/contract/primitives'
import type { Database, Db, Tx } from '#db/database.ts'
import type { Inventory } from '#features/instances/index.ts'
import type { TitleGate } from '#features/kids/index.ts'
import type { Events } from '#events/events.ts'
import type { Caller } from '#kit/caller.ts'
import { type Clock, iso } from '#kit/clock.ts'
import { Refusal } from '#kit/refusal.ts'
import { distinctTitles, isScreen, screenTitleOf, titleKey } from '#kit/screen-title.ts'
import { isVisible, pageOf, readByDecision, undecidedIn, unreadOf } from './inbox-rules.ts'
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

/** Maximum per person; older entries are removed. */
const MAX_ENTRIES = 500

export interface InboxParts {
  database: Database
  clock: Clock
  events: Events
  inventory: Pick<Inventory, 'visibleTo'>
  kids: Pick<TitleGate, 'allowedTitles' | 'canReceive'>
  /** Whether events of this type are for admins only. */
  isForAdmins: (type: string) => boolean
  /** Those of these requests that no longer wait for a decision, with the time of the decision. */
  decidedAmong: (db: Db, request_ids: readonly number[]) => Promise<ReadonlyMap<number, string>>
}

type Reader = Pick<Caller, 'user_id' | 'role'>

/** The notifications of each person, kept to be read in the app. */
export function createInbox(parts: InboxParts) {
  const { database, clock, events, inventory, kids, isForAdmins, decidedAmong } = parts

  /** Access is checked at every read: roles, libraries and limits may have changed since the entry was written. */
  async function entriesOf(reader: Reader): Promise<EntryRow[]> {
    const { read } = database
    const [rows, visible] = await Promise.all([
      listEntries(read, reader.user_id),
      inventory.visibleTo(read, reader),
    ])
    const access = { is_admin: reader.role === 'admin', instances: new Set(visible.map(({ id }) => id)) }
    const readable = rows.filter(row => isVisible(row, access, isForAdmins))
    const titles = readable.flatMap(row => screenTitleOf(row.data) ?? [])
    const allowed = new Set((await kids.allowedTitles(reader, distinctTitles(titles))).map(titleKey))
    // A title without an id cannot be judged, so it is hidden from accounts with limits.
    const mayHaveNoId = await kids.canReceive(reader, { media_type: 'movie' })
    const shown = readable.filter(row => {
      const title = screenTitleOf(row.data)
      return title ? allowed.has(titleKey(title)) : !isScreen(row.data.media_type) || mayHaveNoId
    })
    const waiting = undecidedIn(shown)
    return waiting.length === 0 ? shown : readByDecision(shown, await decidedAmong(read, waiting))
  }

  const unread = async (reader: Reader) => ({ unread: unreadOf(await entriesOf(reader)) })
  const notify = (tx: Tx, user_ids: readonly number[]) =>
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
        await notify(tx, [reader.user_id])
      })
      return unread(reader)
    },

    async readAll(reader: Reader, through = MAX_ROW_ID) {
      await database.transaction(async tx => {
        await markAllRead(tx, reader.user_id, { through, read_at: iso(clock.now()) })
        await notify(tx, [reader.user_id])
      })
      return unread(reader)
    },

    /**
     * Written together with the sends of the same alert; the caller has already decided who may receive it. The
     * same alert twice results in one entry.
     */
    async record(tx: Tx, entries: readonly NewEntry[]): Promise<void> {
      const notified = await insertEntries(tx, entries)
      for (const user_id of notified) await trimEntries(tx, user_id, MAX_ENTRIES)
      if (notified.length > 0) await notify(tx, notified)
    },

    amend: amendEntries,

    /** Also renames entries that outlive their alert. */
    async rename(tx: Tx, request_id: number, title: string): Promise<void> {
      const concerned = await renameEntries(tx, request_id, title)
      if (concerned.length > 0) await notify(tx, concerned)
    },
  }
}

export type Inbox = ReturnType<typeof createInbox>

function present({ instance_id: _instance, ...row }: EntryRow, { user_id }: Reader): InboxEntry {
  return { ...row, path: placeOf(row.type, row.data, user_id) }
}
