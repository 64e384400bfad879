import type { BookFormat } from '@foyer/contract/requests'
import type { Database } from '#db/database.ts'
import {
  bookStatusRoutes,
  type BookTruths,
  createBookStatus,
  createBookTruths,
} from '#features/book-status/index.ts'
import type { Deliveries } from '#features/deliveries/index.ts'
import type { InstanceRecord, Inventory } from '#features/instances/index.ts'
import type { LearnTitle, OnStale, WatchedLibrary } from '#features/library-status/index.ts'
import { createSavedBooks, type Live, type LiveTitle, outcomesOf } from '#features/requests/index.ts'
import { createCurrentCaller } from '#features/sessions/index.ts'
import type { Binding } from '#http/bind.ts'
import type { Clock } from '#kit/clock.ts'
import type { Log } from '#kit/log.ts'
import type { Outbound } from '#kit/outbound.ts'
import type { Snapshot } from '#kit/snapshot.ts'
import type { RequestRecord } from '#ports/request-record.ts'
import { createBookManagerShelf } from '#upstreams/book-manager/book-manager-adds.ts'
import { createBookManagerLibrary } from '#upstreams/book-manager/book-manager-library.ts'
import { createBookManagerQueue } from '#upstreams/book-manager/book-manager-queue.ts'

export interface BookStatusComposition {
  database: Database
  clock: Clock
  log: Log
  outbound: Outbound
  inventory: Inventory
  onStale: OnStale
  deliveries: Pick<Deliveries, 'statesOf'>
  learnTitle: LearnTitle
}

/** Books of one library as requests ask for them, in their order. */
export type BookLive = (instance: InstanceRecord, titles: readonly LiveTitle[]) => Promise<Snapshot<Live[]>>

/** C69: what the manager or its provider calls a book; null: not known, or it did not answer. */
export type BookTitle = (
  instance: InstanceRecord,
  book: Pick<RequestRecord, 'foreign_id' | 'title' | 'search_term'>,
) => Promise<string | null>

type Truth = Awaited<ReturnType<BookTruths['one']>>

function liveOf(truth: Truth): Live {
  if (!truth.known) return truth
  const word = (format: BookFormat) => truth.formats[format].status
  return {
    known: true,
    status: truth.status,
    formats: { ebook: word('ebook'), audiobook: word('audiobook') },
    ...(truth.title !== undefined && { title: truth.title }),
    lacks: truth.lacks,
  }
}

/** How books stand in their formats, for their pages and for requests. */
export function composeBookStatus(parts: BookStatusComposition): {
  live: BookLive
  titleOf: BookTitle
  /** Where a library has a book, by the id it is chosen by or by what deliveries made of it. */
  records(instance: InstanceRecord, foreign_id: string): ReturnType<BookTruths['records']>
  watched: WatchedLibrary
  bindings: Binding[]
  close(): void
} {
  const { database, deliveries } = parts
  const { internal } = parts.outbound
  const truths = createBookTruths({
    ...parts,
    library: createBookManagerLibrary(internal),
    queues: createBookManagerQueue(internal),
    shelf: createBookManagerShelf(internal),
  })
  const saved = createSavedBooks(deliveries)
  const bookStatus = createBookStatus({
    ...parts,
    truths,
    saved,
    currentCaller: createCurrentCaller(database),
  })
  return {
    async live(instance, titles) {
      const ids = titles.flatMap(({ id }) => id ?? [])
      const states = await deliveries.statesOf(database.read, ids)
      const asked = titles.map(({ id, foreign_id }) => ({
        foreign_id: foreign_id ?? '',
        ...outcomesOf(states.get(id ?? 0) ?? []),
      }))
      const { value, isCurrent } = await truths.many(instance, asked)
      return { value: value.map(liveOf), isCurrent }
    },
    titleOf: (instance, { foreign_id, title, search_term }) =>
      truths.titleOf(instance, foreign_id ?? '', { title, q: search_term ?? undefined }),
    async records(instance, foreign_id) {
      const outcomes = await saved.outcomes(database.read, { foreign_id, instance_id: instance.id })
      return truths.records(instance, { foreign_id, ...outcomes })
    },
    watched: {
      queue: truths.watchedQueue,
      async status(instance, foreign_id) {
        const truth = await truths.one(instance, { foreign_id })
        return truth.known ? truth.status : null
      },
    },
    bindings: bookStatusRoutes(bookStatus),
    close: truths.close,
  }
}
