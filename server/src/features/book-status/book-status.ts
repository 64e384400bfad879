import type { BookFormat, Decision, DeliveryState, FormatWait } from '@foyer/contract/requests/requests'
import type { StatusResponse } from '@foyer/contract/title-statuses'
import type { Database, Db } from '#db/database.ts'
import { isForeignId } from '#features/book-identity/index.ts'
import type { InstanceRecord, Inventory } from '#features/instances/index.ts'
import type { LearnTitle } from '#features/library-status/index.ts'
import type { Caller, CurrentCaller } from '#kit/caller.ts'
import { Refusal } from '#kit/refusal.ts'
import type { RequestFormat } from '#ports/request-record.ts'
import { presentBookStatus } from './book-status-rules.ts'
import type { ChosenBook, BookSnapshots, SearchedBy } from './book-snapshot.ts'

/** The fields of the caller's newest request for a book that its status shows. */
export interface SavedBook {
  request_id: number
  /** `cancelled` also for somebody who left every format of shared work (C5). */
  decision: Decision
  title_unverified: boolean
  /** The formats that this person gave up: what is decided about them later is not theirs (C5). */
  left: ReadonlySet<RequestFormat>
  delivery: DeliveryState[]
  waits: Partial<Record<BookFormat, FormatWait>>
  canonical_foreign_id?: string
}

interface BookName {
  foreign_id: string
  instance_id: string
}

/** Saved requests, provided by the requests slice. */
export interface SavedBooks {
  /** The newest request that the person made or joined; undefined: none. */
  newest(db: Db, user_id: number, book: BookName): Promise<SavedBook | undefined>
  /** The results of all deliveries of that book, for any requester. */
  outcomes(db: Db, book: BookName): Promise<Pick<ChosenBook, 'record_ids' | 'canonical_ids'>>
}

export interface BookStatusParts {
  database: Database
  inventory: Pick<Inventory, 'decide'>
  snapshots: Pick<BookSnapshots, 'one'>
  saved: SavedBooks
  learnTitle: LearnTitle
  currentCaller: CurrentCaller
}

export interface BookStatusQuery extends SearchedBy {
  foreign_id?: string | undefined
  instance_id?: string | undefined
}

const MAX_CHARACTERS = 512

/** 1:4.6: the status of a book in each format, by the id that it was found with. */
export function createBookStatus(parts: BookStatusParts) {
  const { database, inventory, snapshots, saved, currentCaller } = parts
  const db = database.read

  const decide = (caller: Caller, instance_id: string | undefined) =>
    inventory.decide(db, caller, 'book_manager', instance_id)

  /** C17: a refused library is reported before validation errors, a missing library after them. */
  async function authorise(caller: Caller, query: BookStatusQuery) {
    const found = await decide(caller, query.instance_id)
    if (!found.instance && found.refusal !== 'no_instance' && found.refusal !== 'instance_not_found')
      throw new Refusal(found.refusal)
    const foreign_id = readForeignId(query)
    if (!found.instance) throw new Refusal(found.refusal)
    return { instance: found.instance, foreign_id }
  }

  /** CONTRIBUTING rule 3: checks access again, by the caller's current rights, before the answer is sent. */
  async function authoriseAgain(caller: Caller, { id }: InstanceRecord): Promise<Caller> {
    const now = await currentCaller(caller)
    const found = await decide(now, id)
    if (!found.instance) throw new Refusal(found.refusal)
    return now
  }

  return async function bookStatus(caller: Caller, query: BookStatusQuery): Promise<StatusResponse> {
    const { instance, foreign_id } = await authorise(caller, query)
    const name = { foreign_id, instance_id: instance.id }
    const outcomes = await saved.outcomes(db, name)
    const texts = { title: query.title?.trim(), q: query.q?.trim() }
    const live = await snapshots.one(instance, { foreign_id, ...outcomes }, texts)
    const now = await authoriseAgain(caller, instance)
    const newest = await saved.newest(db, now.user_id, name)
    if (newest?.title_unverified && live.known && live.title !== undefined)
      await parts.learnTitle(newest.request_id, live.title)
    return presentBookStatus(live, newest, name)
  }
}

function readForeignId({ foreign_id = '', title = '', q = '' }: BookStatusQuery): string {
  const fields: Record<string, string> = {}
  if (!isForeignId(foreign_id)) fields['foreign_id'] = 'Use a book id of at most 256 bytes.'
  for (const [field, text] of Object.entries({ title, q }))
    if (Array.from(text).length > MAX_CHARACTERS) fields[field] = `Use at most ${MAX_CHARACTERS} characters.`
  if (Object.keys(fields).length > 0) throw new Refusal('validation', { fields })
  return foreign_id
}
