import type { BookFormat } from '@foyer/contract/requests/requests'
import type { Deliveries } from '#features/deliveries/index.ts'
import type { InstanceRecord, Inventory } from '#features/instances/index.ts'
import type { OnStale } from '#features/library-status/index.ts'
import {
  createSavedBooks,
  type Live,
  type LiveMany,
  outcomesOf,
  type TitleOf,
} from '#features/requests/index.ts'
import { createCurrentCaller } from '#features/sessions/index.ts'
import { Refusal } from '#kit/refusal.ts'
import type { Platform } from '#platform/platform.ts'
import { createBookManagerShelf } from '#upstreams/book-manager/book-manager-adds.ts'
import { createBookManagerLibrary } from '#upstreams/book-manager/book-manager-library.ts'
import { createBookManagerQueue } from '#upstreams/book-manager/book-manager-queue.ts'
import { bookStatusRoutes } from './book-status-routes.ts'
import { createBookStatus } from './book-status.ts'
import { type BookSnapshots, createBookSnapshots } from './book-snapshot.ts'

interface Needs {
  inventory: Inventory
  onStale: OnStale
  deliveries: Deliveries
}

/** The status of books by format, for book pages and for requests. */
export function createBookStatusSlice(platform: Platform, needs: Needs) {
  const { database } = platform
  const { internal } = platform.outbound
  const parts = { ...platform, ...needs }
  const snapshots = createBookSnapshots({
    ...parts,
    library: createBookManagerLibrary(internal),
    queues: createBookManagerQueue(internal),
    shelf: createBookManagerShelf(internal),
  })
  const saved = createSavedBooks(needs.deliveries)
  const bookStatus = createBookStatus({
    ...parts,
    snapshots,
    saved,
    learnTitle: platform.hooks.titleLearned.run,
    currentCaller: createCurrentCaller(database),
  })
  /** C69: the title at the manager or its provider. */
  const read = (instance: InstanceRecord, { foreign_id, title, search_term }: Parameters<TitleOf>[1]) =>
    snapshots.describe(instance, foreign_id ?? '', { title, q: search_term ?? undefined })
  /** Null: unknown there. */
  async function describe(...book: Parameters<typeof read>) {
    const described = await read(...book)
    if (described === 'unreadable') throw new Refusal('upstream_failed')
    return described
  }
  async function shelved(instance: InstanceRecord, foreign_id: string) {
    const outcomes = await saved.outcomes(database.read, { foreign_id, instance_id: instance.id })
    return snapshots.records(instance, { foreign_id, ...outcomes })
  }
  const titleOf: TitleOf = async (instance, book) => (await describe(instance, book))?.title ?? null
  return {
    api: {
      live: createBookLive(parts, snapshots),
      titleOf,
      /** The same with the day of its publication, for watchlists. */
      describe,
      /** The records of a book in a library, by its selected id or by the ids that deliveries stored. */
      shelved,
      /** The same; none if more than one title may be meant. */
      async records(instance: InstanceRecord, foreign_id: string) {
        const found = await shelved(instance, foreign_id)
        return found === 'several' ? [] : found
      },
      watched: {
        queue: snapshots.watchedQueue,
        async status(instance: InstanceRecord, foreign_id: string) {
          const live = await snapshots.one(instance, { foreign_id })
          return live.known ? live.status : null
        },
      },
    },
    routes: bookStatusRoutes(bookStatus),
    close: snapshots.close,
  }
}

/** Live status of requested books. */
function createBookLive({ database, deliveries }: Platform & Needs, snapshots: BookSnapshots): LiveMany {
  return async (instance, titles) => {
    const ids = titles.flatMap(({ id }) => id ?? [])
    const states = await deliveries.statesOf(database.read, ids)
    const books = titles.map(({ id, foreign_id }) => ({
      foreign_id: foreign_id ?? '',
      ...outcomesOf(states.get(id ?? 0) ?? []),
    }))
    const { value, isCurrent } = await snapshots.many(instance, books)
    return { value: value.map(liveOf), isCurrent }
  }
}

function liveOf(live: Awaited<ReturnType<BookSnapshots['one']>>): Live {
  if (!live.known) return live
  const statusOf = (format: BookFormat) => live.formats[format].status
  return {
    known: true,
    status: live.status,
    formats: { ebook: statusOf('ebook'), audiobook: statusOf('audiobook') },
    ...(live.title !== undefined && { title: live.title }),
    lacks: live.lacks,
  }
}
