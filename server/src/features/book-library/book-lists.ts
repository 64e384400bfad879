import type { HiddenWorks } from '#features/hidden-titles/index.ts'
import type { InstanceRecord } from '#features/instances/index.ts'
import type { Caller } from '#kit/caller.ts'
import { readyLongList } from '#kit/long-list.ts'
import { type Ready, readyJson } from '#kit/ready.ts'
import { Refusal } from '#kit/refusal.ts'
import { whenReady, type MaybeAsync } from '#kit/maybe-async.ts'
import { UpstreamFault } from '#kit/upstream-fault.ts'
import { AUTHOR_SORTS, authorRows, rankAuthors } from './author-rules.ts'
import type { BookAccess } from './book-access.ts'
import { type BookShelves, DIGEST_MS, ROWS_MS, type Shelf } from './book-shelves.ts'
import { authorsOf, byId } from './named-authors.ts'
import { capped, readLimit, readSort } from '#kit/list-order.ts'
import type { RecentBooks } from './recent-books.ts'
import { withoutHidden } from './hidden-book-rules.ts'
import { orderSeries, SERIES_SORTS, seriesRows } from './series-row-rules.ts'
import { presentTitle } from './title-present-rules.ts'

export interface BookListParts {
  access: BookAccess
  shelves: BookShelves
  recent: RecentBooks
  /** The books that an admin has hidden: they are in no list and no count. */
  hiddenBooks(): MaybeAsync<HiddenWorks>
}

const EMPTY = {
  digest: readyJson({ titles: [], authors: [] }),
  recent: readyJson({ items: [] }),
  authors: readyJson({ authors: [], total: 0 }),
  series: readyJson({ series: [], total: 0 }),
}

/** The lists of a book library: answered synchronously when cached, and empty for a caller without a library. */
export function createBookLists({ access, shelves, recent, hiddenBooks }: BookListParts) {
  function answer(
    caller: Caller,
    instance_id: string | undefined,
    empty: Ready,
    read: (instance: InstanceRecord) => MaybeAsync<Ready>,
  ): MaybeAsync<Ready> {
    return whenReady(access.decide(caller, instance_id), found => {
      if (!found.instance) {
        // 0.6: without any library the list is empty; a named library that the caller may not use is a refusal.
        if (found.refusal === 'no_grant' || found.refusal === 'no_instance') return empty
        throw new Refusal(found.refusal)
      }
      const ready = read(found.instance)
      return ready instanceof Promise ? withAuthority(caller, found.instance, ready) : ready
    })
  }

  async function withAuthority(caller: Caller, instance: InstanceRecord, ready: Promise<Ready>) {
    const bytes = await ready
    await access.authoriseAgain(caller, instance)
    return bytes
  }

  /** Builds an answer from the shelf, once per shelf. */
  function answerFrom(
    instance: InstanceRecord,
    wanted: { name: string; max_age_ms: number },
    make: (shelf: Shelf) => MaybeAsync<Ready>,
  ): MaybeAsync<Ready> {
    return whenReady(hiddenBooks(), hidden =>
      whenReady(shelves.read(instance, wanted.max_age_ms), shelf =>
        shelves.answer(instance, shelf, `${wanted.name} ${hidden.version}`, () =>
          make({ ...shelf, titles: withoutHidden(shelf.titles, hidden) }),
        ),
      ),
    )
  }

  return {
    library: (caller: Caller, { instance_id }: { instance_id?: string | undefined }) =>
      answer(caller, instance_id, EMPTY.digest, instance =>
        answerFrom(instance, { name: 'digest', max_age_ms: DIGEST_MS }, digestOf),
      ),

    recent: (caller: Caller, query: { instance_id?: string | undefined; limit?: string | undefined }) =>
      answer(caller, query.instance_id, EMPTY.recent, async instance => {
        const items = await recent.read(instance, await hiddenBooks())
        return readyJson({ items: items.slice(0, readLimit(query.limit)) })
      }),

    authors(caller: Caller, query: { instance_id?: string | undefined; sort?: string | undefined }) {
      const sort = readSort(AUTHOR_SORTS, query.sort)
      return answer(caller, query.instance_id, EMPTY.authors, instance =>
        answerFrom(instance, { name: `authors by ${sort}`, max_age_ms: ROWS_MS }, shelf => {
          const rows = authorRows(shelf.titles, authorsOf(shelf), shelf.instance_id)
          return readyJson({ authors: capped(rankAuthors(rows, sort)), total: rows.length })
        }),
      )
    },

    series(caller: Caller, query: { instance_id?: string | undefined; sort?: string | undefined }) {
      const sort = readSort(SERIES_SORTS, query.sort)
      return answer(caller, query.instance_id, EMPTY.series, instance =>
        answerFrom(instance, { name: `series by ${sort}`, max_age_ms: ROWS_MS }, shelf => {
          const rows = seriesRows(shelf.titles)
          return readyJson({ series: capped(orderSeries(rows, sort)), total: rows.length })
        }),
      )
    },
  }
}

export type BookLists = ReturnType<typeof createBookLists>

/**
 * 1:4.10: when the authors could not be read, titles have no author names and the row of authors is null, never
 * empty.
 */
function digestOf({ titles, authors, instance_id, single_format }: Shelf): Promise<Ready> {
  const isRead = !(authors instanceof UpstreamFault)
  const names = byId(isRead ? authors : [])
  const rows = isRead ? rankAuthors(authorRows(titles, authors, instance_id), 'books') : null
  return readyLongList('titles', titles, title => presentTitle(title, names), {
    authors: rows,
    ...(single_format !== null && { single_format }),
  })
}
